import type { Branch, BranchChange } from '../branches.ts';
import { octalMode } from './octal-mode.ts';

export const BRANCH_STATES: Readonly<Record<Branch['state'], string>> = {
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

const WORKING: ReadonlySet<Branch['state']> = new Set(['making', 'running', 'waiting', 'testing']);

export const isWorking = ({ state }: Pick<Branch, 'state'>): boolean => WORKING.has(state);

/** Branches as they stand side by side: the newest set first, and in a set as they were tried. */
export function boardOrder(newestFirst: readonly Branch[]): readonly Branch[] {
  const sets = new Map<string, Branch[]>();
  for (const branch of newestFirst) sets.set(branch.set, [branch, ...(sets.get(branch.set) ?? [])]);
  return [...sets.values()].flat();
}

/** A branch by the profile that works in it. */
export function branchName({ profile, createdAt }: Pick<Branch, 'profile' | 'createdAt'>): string {
  return profile ?? `Branch of ${new Date(createdAt).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}`;
}

export function branchTestWords({ test, state }: Pick<Branch, 'test' | 'state'>): string | undefined {
  if (test === undefined) return undefined;
  if (test.exitCode !== undefined) return `${test.command}: exit code ${test.exitCode}`;
  if (state === 'testing') return `${test.command} runs`;
  return WORKING.has(state) ? `${test.command} runs at the end` : `${test.command} was not run to its end`;
}

/** Describes how a branch changed a path, such as `changed, +3, −1`. */
export function branchChangeWords(change: BranchChange): string {
  const { kind, addedLines = 0, removedLines = 0, modes, isWorkspaceChanged } = change;
  const said: string[] = [
    kind === 'file' ? change.change : `${kind === 'symlink' ? 'link' : 'folder'} ${change.change}`,
  ];
  if (addedLines > 0) said.push(`+${addedLines}`);
  if (removedLines > 0) said.push(`−${removedLines}`);
  if (modes !== undefined) said.push(`permissions ${octalMode(modes.before)} → ${octalMode(modes.after)}`);
  if (isWorkspaceChanged === true) said.push('changed in the workspace, too');
  return said.join(', ');
}
