import type { Branch, BranchChange } from '#contract';
import { formatCount, formatDollars, formatDuration } from '../../ui/format.ts';

export const STATES: Readonly<Record<Branch['state'], string>> = {
  making: 'Being copied',
  ready: 'Ready',
  running: 'Running',
  waiting: 'Needs you',
  testing: 'Runs the test',
  done: 'Done',
  failed: 'Failed',
  'over-budget': 'Ended at its budget',
  stopped: 'Stopped',
  interrupted: 'Interrupted',
};

/** Branches as they stand side by side: the newest set first, and in a set as they were tried. */
export function boardOrder(newestFirst: readonly Branch[]): readonly Branch[] {
  const sets = new Map<string, Branch[]>();
  for (const branch of newestFirst) sets.set(branch.set, [branch, ...(sets.get(branch.set) ?? [])]);
  return [...sets.values()].flat();
}

const WORKING: ReadonlySet<Branch['state']> = new Set(['making', 'running', 'waiting', 'testing']);

export const isWorking = ({ state }: Branch) => WORKING.has(state);

/** A branch by the profile that works in it. */
export function branchName({ profile, createdAt }: Branch): string {
  return profile ?? `Branch of ${new Date(createdAt).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}`;
}

/** The last name of a folder's path. */
export function folderName(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
}

/** Time, tokens and cost, as far as they are known. */
export function usedWords({ startedAt, endedAt, tokens, cost }: Branch, now: number): string {
  const said: string[] = [];
  if (startedAt !== undefined) said.push(formatDuration(Math.max(0, (endedAt ?? now) - startedAt)));
  if (tokens !== undefined) said.push(`${formatCount(tokens)} tokens`);
  if (cost !== undefined) said.push(formatDollars(cost));
  return said.join(' · ');
}

export function testWords({ test, state }: Branch): string | undefined {
  if (test === undefined) return undefined;
  if (test.exitCode !== undefined) return `${test.command}: exit code ${test.exitCode}`;
  if (state === 'testing') return `${test.command} runs`;
  return WORKING.has(state) ? `${test.command} runs at the end` : `${test.command} was not run to its end`;
}

const CHANGES = { added: 'added', changed: 'changed', deleted: 'deleted' } as const;

/** What became of a path in a branch, as `changed, 3 lines added, 1 removed`. */
export function changeWords({
  change,
  kind,
  addedLines = 0,
  removedLines = 0,
  modes,
  isWorkspaceChanged,
}: BranchChange): string {
  const said: string[] = [
    kind === 'file' ? CHANGES[change] : `${kind === 'symlink' ? 'link' : 'folder'} ${CHANGES[change]}`,
  ];
  if (addedLines > 0) said.push(`+${addedLines}`);
  if (removedLines > 0) said.push(`−${removedLines}`);
  if (modes !== undefined) said.push(`permissions ${modes.before.toString(8)} → ${modes.after.toString(8)}`);
  if (isWorkspaceChanged === true) said.push('changed in the workspace, too');
  return said.join(', ');
}
