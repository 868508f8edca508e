import { ExtensionRecord, type PromptRecord } from '#contract';
import { isPlainObject } from '#contract/plain-object';
import { ownMember } from './json.ts';
import { readPrompt } from './read-prompt.ts';
import { issuesText, type RecordResult, unusable, usable } from './record-result.ts';

export interface ReadExtension {
  readonly record: ExtensionRecord;
  /** Usable prompts, with the stored item. */
  readonly prompts: readonly {
    readonly record: PromptRecord;
    readonly stored: unknown;
    readonly warnings: readonly string[];
  }[];
}

/** @returns `undefined` for one that is of no concern here: another type of extension */
export function readExtension(value: unknown): RecordResult<ReadExtension> | undefined {
  if (!isPlainObject(value)) return unusable('an extension is a JSON object');
  const type = ownMember(value, 'extensionType');
  if (typeof type === 'string' && type !== 'prompt') return undefined;
  const contributes = ownMember(value, 'contributes');
  const items = ownMember(contributes, 'prompts');
  const checked = Array.isArray(items) ? { ...value, contributes: { ...(contributes as object), prompts: [] } } : value;
  const read = ExtensionRecord.safeParse(checked);
  if (!read.success) return unusable(issuesText(read.error));
  const { prompts, warnings } = readItems(Array.isArray(items) ? items : []);
  const record = {
    ...read.data,
    contributes: { ...read.data.contributes, prompts: prompts.map((prompt) => prompt.record) },
  };
  return usable({ record, prompts }, warnings);
}

/** One item that cannot be used does not block the others. */
function readItems(items: readonly unknown[]) {
  const prompts: ReadExtension['prompts'][number][] = [];
  const warnings: string[] = [];
  const names = new Set<string>();
  for (const [index, stored] of items.entries()) {
    const item = readPrompt(stored);
    if (!item.isUsable) warnings.push(`prompt ${index + 1} is left out: ${item.problem}`);
    else if (names.has(item.record.name))
      warnings.push(`prompt ${index + 1} is left out: ${item.record.name} is there`);
    else {
      names.add(item.record.name);
      prompts.push({ record: item.record, stored, warnings: item.warnings });
    }
  }
  return { prompts, warnings };
}
