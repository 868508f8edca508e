import { isUtf8 } from 'node:buffer';
import { isPlainObject } from '#contract/plain-object';
import { parseJsonLine } from '#core/parsing/json-lines';
import type { BadLine } from './bad-lines.ts';

/** The JSON object of a line, or why it is none. */
export function readObject(line: Buffer): { readonly value: object } | BadLine {
  const bad = (why: string): BadLine => ({ why, start: line, bytes: line.length });
  if (!isUtf8(line)) return bad('not UTF-8');
  try {
    const value = parseJsonLine(line);
    return isPlainObject(value) ? { value } : bad('no JSON object');
  } catch {
    return bad('not JSON');
  }
}
