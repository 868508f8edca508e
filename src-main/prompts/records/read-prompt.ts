import { PromptRecord } from '#contract';
import { isPlainObject, type JsonObject } from '#contract/plain-object';
import { ownMember } from './json.ts';
import { issuesText, type RecordResult, unusable, usable } from './record-result.ts';

const SCENES = ['chat', 'completion', 'codereview'];

/** The record under a prompt's key: the prompt itself, or an extension that holds it under the key's last segment. */
export function readDirectPrompt(value: unknown, key: string): RecordResult<PromptRecord> {
  const prompts = ownMember(ownMember(value, 'contributes'), 'prompts');
  if (!Array.isArray(prompts)) return readPrompt(value);
  const name = key.slice(key.lastIndexOf(':') + 1);
  const item: unknown = prompts.find((prompt) => ownMember(prompt, 'name') === name);
  return item === undefined ? unusable(`it is an extension that has no prompt called ${name}`) : readPrompt(item);
}

/** Reads the record of a prompt. Members that are not known stay as they are. */
export function readPrompt(value: unknown): RecordResult<PromptRecord> {
  if (!isPlainObject(value)) return unusable('a prompt is a JSON object');
  const warnings: string[] = [];
  const read = PromptRecord.safeParse({ ...value, ...toleratedPrompt(value, warnings) });
  if (!read.success) return unusable(issuesText(read.error));
  // As stored: zod leaves out members such as `__proto__`.
  const parameters = ownMember(value, 'parameters') ?? {};
  const record: PromptRecord = { ...read.data, parameters: parameters as PromptRecord['parameters'] };
  const [hasText, hasMessages] = [hasPrompt(record), (record.messages ?? []).length > 0];
  if (hasText && hasMessages) warnings.push('it has both prompt and messages; prompt is used');
  if (!hasText && !hasMessages) warnings.push('it has neither prompt nor messages');
  return usable(record, warnings);
}

/** Whether a prompt is one text, in place of messages. */
export function hasPrompt({ prompt }: PromptRecord): boolean {
  return prompt !== undefined && prompt !== '';
}

/** Tolerates oddities in the records of others, corrected for the check alone or warned about. */
function toleratedPrompt(value: JsonObject, warnings: string[]): JsonObject {
  const { supports, parameters, description } = value;
  const fixed: Record<string, unknown> = {};
  if (Array.isArray(supports) && supports.every((scene) => typeof scene === 'string')) {
    const unknown = supports.filter((scene) => !SCENES.includes(scene));
    if (unknown.length > 0) warnings.push(`supports names what is not known: ${unknown.join(', ')}`);
  }
  if (supports === null) fixed.supports = [];
  if (parameters === null) fixed.parameters = {};
  if (description === null) fixed.description = undefined;
  for (const name of ['prompt', 'messages']) if (value[name] === null) fixed[name] = undefined;
  return fixed;
}
