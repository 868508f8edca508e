import { z } from 'zod';
import { type CallPlan, type PlanContext, type Tool, ToolError } from '#tools';
import { rebaseChange } from '../diff/rebase.ts';
import { decodeText } from '../diff/text.ts';
import { type ChangeServices, planChange } from '../review/change-plan.ts';
import type { ProposedFile } from '../review/change-request.ts';
import type { FileSnapshot } from '../review/snapshot.ts';
import { takeSnapshot } from '../review/snapshot.ts';
import { planDelete } from '../tools/delete-tool.ts';
import { checkArguments, parametersOf } from '../tools/tool-arguments.ts';
import { mergeTexts } from './merge-texts.ts';
import type { WantedPath, WantedPathFinder } from './wanted-path.ts';

const Arguments = z.strictObject({
  branch: z.string().describe('The branch that it is taken from.'),
  path: z.string().describe('The file, relative to the workspace.'),
});

export const TAKE_FILE = 'take_from_branch';

/** Proposes what a branch has made of one regular file, as a change of the workspace's own: the person reviews it hunk by hunk. */
export function takeFileTool(services: ChangeServices, wanted: WantedPathFinder): Tool {
  return {
    name: TAKE_FILE,
    description: 'Takes a file of a branch into the workspace.',
    parameters: parametersOf(Arguments),
    isReviewedTogether: true,
    plan: async (args, context) => {
      const { branch, path } = checkArguments(Arguments, args);
      const found = await wanted(branch, path);
      if (found.after.kind === 'absent') return await planRemoval(found, context, services);
      if (found.after.kind !== 'file') throw new ToolError(`${path} is no regular file in the branch`);
      const contents = await contentsOf(found);
      return await planChange(
        {
          path: found.path,
          arguments: { branch, path: found.path },
          propose: (present) => mergeContents(contents, present),
          carryOver: ({ oldText, newText }, presentText) => rebaseChange(oldText, newText, presentText),
        },
        context,
        services,
      );
    },
  };
}

/** Plans a removal; the workspace's present entry may be somebody's work. */
async function planRemoval(
  { path, before }: WantedPath,
  context: PlanContext,
  services: ChangeServices,
): Promise<CallPlan> {
  const plan = await planDelete({ path, recursive: false }, context, services);
  const present = await takeSnapshot(path);
  const was = before !== 'unknown' && before.kind === 'file' ? await before.read() : undefined;
  if (was && present?.bytes?.equals(was)) return plan;
  const alwaysAsk =
    'The file was changed in the workspace since the branch began; the branch deleted what it was before';
  return { ...plan, alwaysAsk, warnings: [...plan.warnings, { level: 'caution', text: alwaysAsk }] };
}

interface Contents {
  readonly branch: Buffer;
  /** Initial content of the branch: `none` if it began without the file, undefined if unknown. */
  readonly base: Buffer | 'none' | undefined;
  /** Permission bits that the branch gave it; undefined if it left them alone. */
  readonly mode: number | undefined;
}

async function contentsOf({ before, after }: WantedPath): Promise<Contents> {
  if (after.kind !== 'file') throw new ToolError('It is no regular file in the branch');
  const branch = await after.read();
  if (before === 'unknown') return { branch, base: undefined, mode: undefined };
  if (before.kind !== 'file') return { branch, base: 'none', mode: after.mode };
  return { branch, base: await before.read(), mode: before.mode === after.mode ? undefined : after.mode };
}

const CONFLICTS = {
  lines: 'The workspace and the branch changed the same lines: accepting a hunk puts the branch’s lines in their place',
  gone: 'The workspace’s own file was deleted since the branch began',
  there: 'The workspace has a file there by now that the branch did not begin with',
  unknown: 'The workspace’s file was changed since the branch began, and what it was then is not known',
  binary: 'Both the workspace and the branch changed this file, and it is no text that could be merged',
};

/** Merges: applies the branch's changes to the workspace's present file. */
function mergeContents({ branch, base, mode }: Contents, present: FileSnapshot | undefined): ProposedFile {
  const whole = { bytes: branch, notes: [], mode };
  if (!present) return base instanceof Buffer ? { ...whole, conflict: CONFLICTS.gone } : whole;
  const { bytes } = present;
  if (bytes?.equals(branch) || (base instanceof Buffer && bytes?.equals(base))) return whole;
  if (!(base instanceof Buffer)) return { ...whole, conflict: base === 'none' ? CONFLICTS.there : CONFLICTS.unknown };
  return { ...whole, ...mergedBytes(base, branch, bytes) };
}

function mergedBytes(base: Buffer, branch: Buffer, present: Buffer | undefined): Partial<ProposedFile> {
  const [was, ours, theirs] = [decodeText(base), decodeText(branch), present && decodeText(present)];
  if (was === undefined || ours === undefined || theirs === undefined) return { conflict: CONFLICTS.binary };
  const { text, conflicts } = mergeTexts(was, ours, theirs);
  return { bytes: Buffer.from(text, 'utf8'), ...(conflicts > 0 && { conflict: CONFLICTS.lines }) };
}
