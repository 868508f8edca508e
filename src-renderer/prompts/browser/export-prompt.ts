import type { Api } from '#contract';
import { downloadPieces } from '../../ui/download.ts';
import { isSameRecord } from '../record.ts';
import type { PromptDraft } from '../workbench/use-workbench.ts';

/** Hands the stored prompt to the person as a file. Returns a sentence about it where unsaved edits are not in the file. */
export async function exportPrompt(
  api: Api,
  id: string,
  draft: () => PromptDraft | undefined,
): Promise<string | undefined> {
  const { record } = await api.prompts.get({ id });
  const text = `${JSON.stringify(record, undefined, 2)}\n`;
  await downloadPieces(onePiece(text), `${id}.json`, 'application/json');
  const written = draft()?.record;
  if (written === undefined || isSameRecord(written, record)) return undefined;
  return `${id} was exported as it is stored. Your unsaved edits are not in the file.`;
}

async function* onePiece(text: string): AsyncGenerator<string> {
  yield text;
}
