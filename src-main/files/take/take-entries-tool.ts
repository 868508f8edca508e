import { z } from 'zod';
import type { FileState, Warning } from '#contract';
import { octalMode } from '#contract/octal-mode';
import { pathToBytes, shownBytes } from '#core/files/path-bytes';
import { sha256 } from '#core/text/sha256';
import { describeFile } from '#ledger';
import { type CallPlan, type RunContext, type Tool, ToolError, type ToolOutcome } from '#tools';
import type { ChangeServices } from '../review/change-plan.ts';
import { NEW_FILE_MODE } from '../review/change-request.ts';
import { gainedRights } from '../review/gained-rights.ts';
import { checkArguments, parametersOf } from '../tools/tool-arguments.ts';
import { placeEntry } from './place-entry.ts';
import {
  MAX_COMPARED_BYTES,
  type TakenSide,
  takesModeAlone,
  type WantedPath,
  type WantedPathFinder,
} from './wanted-path.ts';

const Arguments = z.strictObject({
  branch: z.string().describe('The branch that they are taken from.'),
  paths: z.array(z.string()).min(1).describe('Paths relative to the workspace, in the order in which they are taken.'),
});

export const TAKE_ENTRIES = 'take_entries_from_branch';

/** Names that a question lists. */
const MAX_SHOWN = 50;
/**
 * Takes what has no lines to review: links, folders, permissions, files that are no text by their name or size. One question lists
 * them; each is recorded before it is done, its old state kept.
 */
export function takeEntriesTool(services: Pick<ChangeServices, 'content'>, find: WantedPathFinder): Tool {
  return {
    name: TAKE_ENTRIES,
    description: 'Takes links, folders and permissions of a branch into the workspace.',
    parameters: parametersOf(Arguments),
    plan: async (args, { workspace }) => {
      const { branch, paths } = checkArguments(Arguments, args);
      const wanted: WantedPath[] = [];
      for (const path of paths) wanted.push(await find(branch, path));
      const lines = wanted.map((one) => `${shownIn(workspace, one.path)}: ${wordsFor(one)}`);
      const more = lines.length > MAX_SHOWN ? [`… and ${lines.length - MAX_SHOWN} more`] : [];
      return {
        subject: {
          kind: 'confirm',
          title:
            wanted.length === 1
              ? `Take ${shownIn(workspace, wanted[0]?.path ?? '')}`
              : `Take ${wanted.length} entries of a branch`,
          text: [...lines.slice(0, MAX_SHOWN), ...more].join('\n'),
          yes: 'Take',
        },
        isOutside: false,
        arguments: { branch, paths },
        effects: 'recorded',
        warnings: await takeWarnings(wanted, workspace, services),
        run: (_allowed, context) => takeAll(wanted, context, services),
      } satisfies CallPlan;
    },
  };
}

async function takeAll(
  wanted: readonly WantedPath[],
  context: RunContext,
  { content }: Pick<ChangeServices, 'content'>,
): Promise<ToolOutcome> {
  const problems: string[] = [];
  for (const one of wanted) {
    context.signal.throwIfAborted();
    const problem = await placeEntry(one, context, content);
    if (problem !== undefined) problems.push(`${shownIn(context.workspace, one.path)}: ${problem}`);
  }
  const taken = wanted.length - problems.length;
  const said = [`${taken} of ${wanted.length} taken.`, ...problems].join('\n');
  return { outcome: problems.length === 0 ? 'done' : 'failed', content: said };
}

async function takeWarnings(
  wanted: readonly WantedPath[],
  workspace: string,
  { content }: Pick<ChangeServices, 'content'>,
): Promise<Warning[]> {
  const [runs, changed]: [string[], string[]] = [[], []];
  for (const one of wanted) {
    const { path, after } = one;
    const present = await describeFile(path, content);
    const shown = shownIn(workspace, path);
    const usual = present?.kind === 'file' ? present.mode : NEW_FILE_MODE;
    const rights = after.kind === 'file' ? gainedRights(usual, after.mode) : undefined;
    if (after.kind === 'file' && rights !== undefined) {
      runs.push(`${shown} would have the permissions ${octalMode(after.mode)}, ${rights}`);
    }
    if (await isAsBegun(present, one).catch(() => false)) continue;
    changed.push(`${shown} is no longer what the branch began with`);
  }
  return [...runs, ...changed].slice(0, MAX_SHOWN).map((text) => ({ level: 'caution', text }));
}

/** Whether what would be replaced is what the branch began with: of a file whose permissions alone are taken nothing else is. */
async function isAsBegun(present: FileState | undefined, wanted: WantedPath): Promise<boolean> {
  const { before } = wanted;
  if (before === 'unknown') return false;
  if (before.kind === 'file' && present?.kind === 'file' && (await takesModeAlone(wanted))) {
    return present.mode === before.mode;
  }
  return await isAsBefore(present, before);
}

/** Whether a path of the workspace is what the branch began with; a file too large to be compared counts as it. */
async function isAsBefore(present: FileState | undefined, before: TakenSide): Promise<boolean> {
  if (before.kind === 'absent') return present === undefined;
  if (present?.kind !== before.kind) return false;
  if (before.kind === 'symlink') return present.hash === sha256(pathToBytes(before.target));
  if (present.mode !== before.mode) return false;
  if (before.kind !== 'file') return true;
  if (present.size !== before.size) return false;
  return before.size > MAX_COMPARED_BYTES || present.hash === sha256(await before.read());
}

function wordsFor({ before, after }: WantedPath): string {
  const was = before === 'unknown' ? undefined : before;
  switch (after.kind) {
    case 'absent':
      return 'removed';
    case 'symlink':
      return `a link to ${shownBytes(after.target)}`;
    case 'directory':
      return was?.kind === 'directory' ? `permissions ${octalMode(after.mode)}` : 'a folder';
    case 'file':
      return was?.kind === 'file' && was.mode !== after.mode
        ? `a file, permissions ${octalMode(after.mode)}`
        : 'a file';
    case 'other':
      throw new ToolError('Pipes, sockets and devices are not taken');
  }
}

const shownIn = (workspace: string, path: string) =>
  shownBytes(path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path);
