import { homedir, userInfo } from 'node:os';
import { z } from 'zod';
import type { Warning } from '#contract';
import { AppError } from '#core/app-error';
import { isInside } from '#core/files/inside';
import { mayHoldCredentials, whyItRunsCode } from '#core/secrets/sensitive-paths';
import type { ContentStore } from '#ledger';
import { type CallPlan, type PlanContext, type RunContext, type Tool, ToolError, type ToolOutcome } from '#tools';
import { refuseOwnFiles } from '../own-files.ts';
import { removeListed } from '../review/remove-listed.ts';
import { type FileTarget, locate } from '../review/target.ts';
import {
  isSameListing,
  listFileTree,
  shownEntry,
  type TreeListing,
  type TreeListingEntry,
} from '../review/tree-listing.ts';
import { checkArguments, parametersOf } from './tool-arguments.ts';

const Arguments = z.strictObject({
  path: z
    .string()
    .describe(
      'The file or folder: absolute, or relative to the working directory. A symbolic link is removed itself, not what it leads to.',
    ),
  recursive: z
    .boolean()
    .optional()
    .describe('Remove a folder with everything in it; a path that does not exist is then no error. Default: false.'),
});
type Arguments = z.infer<typeof Arguments>;

const SAMPLE_ENTRIES = 20;

export interface DeleteServices {
  readonly content: ContentStore;
  /** Files and folders of the app itself. */
  readonly ownFiles: (workspace: string) => readonly string[];
}

/** Removes files and folders, after everything in them was kept. */
export function deleteTool(services: DeleteServices): Tool {
  return {
    name: 'delete_file_or_dir',
    description:
      'Removes a file, a symbolic link or an empty folder; with recursive a folder and all it holds. What is removed can be ' +
      'restored by the person.',
    parameters: parametersOf(Arguments),
    isReviewedTogether: true,
    plan: (args, context) => planDelete(checkArguments(Arguments, args), context, services),
  };
}

/** Works out a deletion, to be asked about. @throws ToolError if it cannot be carried out */
export async function planDelete(args: Arguments, context: PlanContext, services: DeleteServices): Promise<CallPlan> {
  const isRecursive = args.recursive ?? false;
  const target = await findTarget(args, context, services);
  const listing = await listFileTree(target.path, isRecursive, context.signal);
  if (!listing && !isRecursive) {
    throw new ToolError(`${target.path} does not exist; the deepest folder that does is ${target.existing}`);
  }
  const entries = listing?.entries ?? [];
  const why = whyPrecious(entries, context);
  return {
    subject: {
      kind: 'delete',
      path: target.path,
      shownPath: target.shownPath,
      recursive: isRecursive,
      files: entries.length,
      bytes: listing?.bytes ?? 0,
      sample: entries.slice(0, SAMPLE_ENTRIES).map((entry) => shownEntry(target.path, entry)),
    },
    isOutside: target.isOutside,
    // The decision is given the first of the entries only.
    alwaysAsk: target.alwaysAsk ?? why,
    warnings: [...target.warnings, ...deletionWarnings(listing, why)],
    arguments: { path: target.path, recursive: isRecursive },
    effects: 'recorded',
    run: (_allowed, runContext) => runDeletion({ args, listing, services, context }, runContext),
  };
}

interface Deletion {
  readonly args: Arguments;
  readonly listing: TreeListing | undefined;
  readonly services: DeleteServices;
  readonly context: PlanContext;
}

async function runDeletion(
  { args, listing, services, context }: Deletion,
  runContext: RunContext,
): Promise<ToolOutcome | CallPlan> {
  try {
    runContext.signal.throwIfAborted();
    const target = await findTarget(args, context, services);
    const present = await listFileTree(target.path, args.recursive ?? false, runContext.signal);
    if (!present) {
      const told = `${target.path} does not exist; nothing had to be removed.`;
      return { outcome: args.recursive ? 'done' : 'failed', content: told };
    }
    if (!listing || !isSameListing(listing, present)) return await planDelete(args, context, services);
    return await removeListed(target.path, present, { ...runContext, content: services.content });
  } catch (error) {
    if (error instanceof ToolError || error instanceof AppError)
      return { outcome: 'failed', content: `Nothing was removed: ${error.message}` };
    throw error;
  }
}

async function findTarget(
  args: Arguments,
  { workspace, cwd }: PlanContext,
  services: DeleteServices,
): Promise<FileTarget> {
  const target = await locate(args.path, { workspace, cwd, changes: true, followLast: false });
  const precious: readonly (readonly [string, string])[] = [
    [cwd, 'the working directory'],
    [workspace, 'the workspace'],
    [homedir(), 'the home folder'],
    [userInfo().homedir, 'the home folder'],
  ];
  for (const [folder, name] of precious) {
    if (!isInside(target.path, folder)) continue;
    const relation = target.path === folder ? `is ${name}` : `holds ${name}`;
    throw new ToolError(`path: ${target.path} ${relation}; it is never removed`);
  }
  await refuseOwnFiles(target.path, services.ownFiles(workspace));
  return target;
}

function deletionWarnings(listing: TreeListing | undefined, why: string | undefined): Warning[] {
  if (!listing) return [{ level: 'note', text: 'There is nothing there: allowing it does nothing' }];
  return why === undefined ? [] : [{ level: 'caution', text: why }];
}

/** Explains which of the entries is more than a file of the work. */
function whyPrecious(entries: readonly TreeListingEntry[], { workspace }: PlanContext): string | undefined {
  for (const { path } of entries) {
    const why = whyItRunsCode(path, workspace);
    if (why !== undefined) return `Removing ${path} changes what runs: ${why}`;
    if (mayHoldCredentials(path)) return `${path} may hold credentials`;
  }
  return undefined;
}
