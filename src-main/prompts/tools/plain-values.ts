import { EMPTY, type TemplateValue, Uint8 } from '#template';
import { shownInteger } from '../render/cut.ts';
import { isDeeperThan } from './json-depth.ts';
import { ToolFailure } from './tool-failure.ts';

/** Depth beyond that of any answer; what walks a value later is recursive. */
const MAX_DEPTH = 500;

/** Converts a value to JSON; `undefined` for what counts as absent. @throws ToolFailure for what JSON cannot express */
export function plainValue(value: TemplateValue): unknown {
  return isAbsent(value) ? undefined : plainOf(value, 0, Number);
}

/**
 * Converts a value as `plainValue` does, but an int that no JavaScript number holds becomes the text of its digits.
 * @throws ToolFailure for what JSON cannot express
 */
export function exactValue(value: TemplateValue): unknown {
  return isAbsent(value) ? undefined : plainOf(value, 0, shownInteger);
}

const isAbsent = (value: TemplateValue) => value === undefined || value === null || value === EMPTY;

function plainOf(value: TemplateValue, depth: number, integer: (value: bigint) => unknown): unknown {
  if (depth > MAX_DEPTH) throw new ToolFailure(`an argument is nested more than ${MAX_DEPTH} deep`);
  if (isAbsent(value)) return null;
  if (typeof value === 'string') return wellFormed(value);
  if (typeof value === 'bigint') return integer(value);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (value instanceof Uint8) return value.value;
  if (Array.isArray(value)) return value.map((entry: TemplateValue) => plainOf(entry, depth + 1, integer));
  if (!isPlainMap(value)) throw new ToolFailure('an argument is no value that JSON has');
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, plainOf(entry, depth + 1, integer)]));
}

function isPlainMap(value: object): value is Readonly<Record<string, TemplateValue>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

const LONE_SURROGATE = /\p{Cs}/gu;

/** Bytes that are no UTF-8 become U+FFFD, as everywhere that they leave a template. */
function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATE, '\uFFFD');
}

/** Interprets a text answer: its JSON value, else the text itself; an empty one is EMPTY. @throws ToolFailure */
export function answerValue(text: string): TemplateValue {
  const bare = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (bare === '') return EMPTY;
  refuseDepth(bare);
  try {
    return JSON.parse(bare) as TemplateValue;
  } catch {
    return bare;
  }
}

/** @throws ToolFailure when it cannot be JSON, or is nested too deeply */
export function jsonAnswer(value: unknown): TemplateValue {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    throw new ToolFailure('its answer is no JSON value');
  }
  return text === undefined ? EMPTY : answerValue(text);
}

function refuseDepth(text: string): void {
  if (!/^\s*[[{]/.test(text) || !isDeeperThan(text, MAX_DEPTH)) return;
  throw new ToolFailure(`its answer is nested more than ${MAX_DEPTH} deep`);
}
