import { z } from 'zod';
import { type Tool, ToolError } from '#tools';
import { rebaseChange } from '../diff/rebase.ts';
import { decodeText } from '../diff/text.ts';
import { applyEdits, type TextEdit } from '../diff/text-edits.ts';
import { type ChangeServices, planChange } from '../review/change-plan.ts';
import { type FileSnapshot, MAX_LOADED_BYTES } from '../review/snapshot.ts';
import type { FileTarget } from '../review/target.ts';
import { checkArguments, parametersOf, writableText } from './tool-arguments.ts';

const Edit = z
  .strictObject({
    oldText: writableText.min(1, 'must not be empty').describe('Text that occurs exactly once in the file.'),
    newText: writableText.describe('What takes its place; empty to remove it.'),
  })
  .refine((edit) => edit.oldText !== edit.newText, 'oldText and newText are the same, so it changes nothing');

const Arguments = z.strictObject({
  path: z.string().describe('The file: absolute, or relative to the working directory.'),
  edits: z
    .array(Edit)
    .min(1, 'at least one edit is needed')
    .max(1000)
    .describe('Replacements. Each is matched against the file as it is before any of them, and they must not overlap.'),
});

/** Proposes replacements of exact pieces of a file. */
export function editFileTool(services: ChangeServices): Tool {
  return {
    name: 'edit_file',
    description:
      'Changes parts of a text file: replaces each oldText, which must occur exactly once, by newText. The person sees the ' +
      'difference and may accept it in part or edit it; the result says what was written.',
    parameters: parametersOf(Arguments),
    isReviewedTogether: true,
    plan: async (args, context) => {
      const { path, edits } = checkArguments(Arguments, args);
      return await planChange(
        {
          path,
          arguments: { path, edits },
          propose: (before, target) => ({ bytes: editBytes(before, target, edits), notes: [] }),
          carryOver: ({ oldText, newText }, present) => rebaseChange(oldText, newText, present),
        },
        context,
        services,
      );
    },
  };
}

function editBytes(before: FileSnapshot | undefined, { path }: FileTarget, edits: readonly TextEdit[]): Buffer {
  if (!before) throw new ToolError(`${path} does not exist; create it with create_or_update_file`);
  if (!before.bytes) {
    throw new ToolError(`${path} is too large to edit: ${before.size} bytes, of at most ${MAX_LOADED_BYTES}`);
  }
  const text = decodeText(before.bytes);
  if (text === undefined) throw new ToolError(`${path} is binary or not UTF-8, so it cannot be edited as text`);
  return Buffer.from(applyEdits(text, edits), 'utf8');
}
