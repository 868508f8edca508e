import type { PromptRecord, PromptSummary } from '#contract';
import { AppError } from '#core/app-error';
import type { PromptLibrary } from './prompt-library.ts';
import { changedMeanwhileText, promptKey, removePrompt, savePrompt } from './save-prompt.ts';

/**
 * Stores a prompt under another id and removes it under the old one. Its versions and cases are known under both: a program that asks
 * for the old id is told that there is none, and `rollback` of the old id brings it back. A text that another program stores meanwhile
 * stays under the old id, beside the renamed one.
 *
 * @throws AppError NOT_FOUND, INVALID_INPUT for one that an extension brings or an id that cannot be one, CONFLICT where `to` is taken, UNAVAILABLE
 */
export async function renamePrompt(
  library: PromptLibrary,
  { id, to, base }: { readonly id: string; readonly to: string; readonly base: string },
): Promise<PromptSummary> {
  const prompt = library.prompt(id);
  if (prompt.origin === 'extension') {
    const advice = 'Duplicate it under the new name; the extension keeps its own';
    throw new AppError('INVALID_INPUT', `${id} is part of an extension`, { where: prompt.key, advice });
  }
  if (prompt.hash !== base) {
    const advice = 'Look at the stored one, then rename it';
    throw new AppError('CONFLICT', changedMeanwhileText(id), { where: id, advice });
  }
  if (library.parts.engine.prompt(to)) {
    throw new AppError('CONFLICT', `There is a prompt ${to} already`, { where: to, advice: 'Choose another id' });
  }
  promptKey(library, to);
  // A failure to copy is found before anything stands under the new id.
  await library.cases.list(id);
  await library.versions.copyTo(id, to);
  const saved = await savePrompt(library, { id: to, record: renamedRecord(prompt.record, id, to), label: `was ${id}` });
  await library.cases.copyTo(id, to);
  await removePrompt(library, id, base);
  return { ...saved, versions: library.versions.countOf(to), cases: library.cases.countOf(to) };
}

/** A name that was the last word of the old id becomes that of the new one. */
function renamedRecord(record: PromptRecord, id: string, to: string): PromptRecord {
  const last = (text: string) => text.split('.').at(-1) ?? text;
  return record.name === last(id) ? { ...record, name: last(to) } : record;
}
