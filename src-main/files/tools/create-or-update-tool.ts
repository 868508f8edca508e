import { z } from 'zod';
import type { Tool } from '#tools';
import { adaptToFile } from '../diff/line-endings.ts';
import { decodeText } from '../diff/text.ts';
import { type ChangeServices, planChange } from '../review/change-plan.ts';
import { checkArguments, parametersOf, writableText } from './tool-arguments.ts';

const Arguments = z.strictObject({
  path: z.string().describe('The file: absolute, or relative to the working directory. Missing folders are created.'),
  file_content: writableText.describe('The complete new content of the file, from its first to its last line.'),
});

/** Proposes a file's whole content. */
export function createOrUpdateTool(services: ChangeServices): Tool {
  return {
    name: 'create_or_update_file',
    description:
      'Creates a file or replaces its whole content. The person sees the difference and may accept it in part or edit it; ' +
      'the result says what was written. To change parts of a long file use edit_file.',
    parameters: parametersOf(Arguments),
    isReviewedTogether: true,
    plan: async (args, context) => {
      const { path, file_content } = checkArguments(Arguments, args);
      const adapt = (text: string, present: Uint8Array | undefined) =>
        adaptToFile(text, (present && decodeText(present)) ?? '');
      return await planChange(
        {
          path,
          arguments: { path, file_content },
          propose: (before) => {
            const { text, notes } = adapt(file_content, before?.bytes);
            return { bytes: Buffer.from(text, 'utf8'), notes };
          },
          // The whole content was meant, whatever the file holds by now: the diff shows what would go.
          carryOver: ({ newText }) => newText,
        },
        context,
        services,
      );
    },
  };
}
