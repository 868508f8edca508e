import type { DoubtCode } from './doubt-code.ts';

/** Codes for text that is longer or deeper than is examined. */
export type LimitCode = Extract<DoubtCode, 'too-long' | 'too-long-at-once' | 'too-deep'>;

/** Lines above these are not looked into: the answer is "unknown", which asks. */
export const MAX_BYTES = 64 * 1024;
/** UTF-16 units that are looked into on the thread that asks; a longer line goes to a worker, and so does one that is tangled. */
export const MAX_AT_ONCE = 16 * 1024;
export const MAX_LEVELS = 100;
/** Most parts of a line. Of a line with more, the first are found, so that bans apply; as a whole it is unknown. */
export const MAX_PARTS = 500;
/** Most words, redirections and assignments of all parts together; as with `MAX_PARTS`, the first are found. */
export const MAX_WORDS = 3000;
/** Doubts that are listed. */
export const MAX_DOUBTS = 2000;
/** Milliseconds for one line in the worker; what is decided by the answer takes more. */
export const TIME_LIMIT = 60;
/**
 * Time after which a worker that does not answer is ended, in milliseconds: the walk ends by itself, the parser may
 * not.
 */
export const ENDED_AFTER = 500;
/** Milliseconds after which the walk gives up; the parser takes less than the rest at `MAX_AT_ONCE`. */
export const WALK_LIMIT = 50;
/**
 * Work is characters of nodes, and this much for each of them. The most there may be, so that the same line always has the same
 * answer; below the second, the clock is not looked at, so that a busy machine does not change it. That is some milliseconds:
 * more is left to the worker.
 */
export const NODE_WORK = 20;
export const MAX_WORK = 4_000_000;
export const WORK_AT_EASE = 400_000;

const BRACKET = /[()[\]{}]/g;

/**
 * Counts the levels of the text's brackets, ignoring quotation, as a lower bound: a quoted closing bracket may hide
 * levels, and then the walk's own count and clock stop it.
 */
export function levelsOf(text: string): number {
  let level = 0;
  let highest = 0;
  for (const [bracket] of text.matchAll(BRACKET)) {
    if (bracket === '(' || bracket === '[' || bracket === '{') {
      level += 1;
      if (level > highest) highest = level;
    } else if (level > 0) level -= 1;
  }
  return highest;
}

/** Determines why the text is not examined. */
export function beyondLimits(text: string, mostUnits: number): LimitCode | undefined {
  if (text.length > MAX_BYTES || Buffer.byteLength(text) > MAX_BYTES) return 'too-long';
  if (text.length > mostUnits) return 'too-long-at-once';
  if (levelsOf(text) > MAX_LEVELS) return 'too-deep';
  return undefined;
}
