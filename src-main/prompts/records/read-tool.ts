import { ToolRecord } from '#contract';
import { isPlainObject, type JsonObject } from '#contract/plain-object';
import { issuesText, type RecordResult, unusable, usable } from './record-result.ts';

const SCENES = ['chat', 'completion', 'codereview'];

export function readToolRecord(value: unknown): RecordResult<ToolRecord> {
  if (!isPlainObject(value)) return unusable('a tool is a JSON object');
  const warnings: string[] = [];
  const read = ToolRecord.safeParse({ ...value, ...toleratedTool(value, warnings) });
  if (!read.success) return unusable(issuesText(read.error));
  // As stored: the order of properties is that of arguments, and zod leaves out members such as `__proto__`.
  const { parameters, returns } = value;
  return usable({ ...read.data, parameters: parameters as JsonObject, returns: returns as JsonObject }, warnings);
}

function toleratedTool({ supports, type }: JsonObject, warnings: string[]): JsonObject {
  const fixed: Record<string, unknown> = {};
  if (typeof type === 'string') fixed.type = type.toLowerCase();
  if (Array.isArray(supports) && supports.every((scene) => typeof scene === 'string')) {
    const unknown = supports.filter((scene) => !SCENES.includes(scene));
    if (unknown.length > 0) warnings.push(`supports names what is not known: ${unknown.join(', ')}`);
    fixed.supports = supports.filter((scene) => SCENES.includes(scene));
  }
  return fixed;
}
