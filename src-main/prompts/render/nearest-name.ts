import { BUILTINS } from '#template';

/** Share of letters above which two names are considered unrelated. */
const MAX_SHARE = 0.4;
/** Longest name compared: no tool is called by a longer name, and comparing takes quadratic time. */
const MAX_LENGTH = 64;

/** The name that was probably meant. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  let nearest: string | undefined;
  let least = Math.max(1, Math.floor(name.length * MAX_SHARE)) + 1;
  const small = name.toLowerCase();
  for (const other of [...names, ...BUILTINS.keys()]) {
    if (Math.abs(other.length - name.length) >= least) continue;
    // Of names that are as near, the one of the same length.
    const distance = editDistance(small, other.toLowerCase(), least) + (other.length === name.length ? 0 : 0.5);
    if (distance < least) [nearest, least] = [other, distance];
  }
  return nearest;
}

/**
 * Number of letters to insert, delete, replace, or swap with their neighbour; infinite if it certainly reaches `limit`.
 */
function editDistance(a: string, b: string, limit: number): number {
  let rows: Rows = { beforeLast: [], last: Array.from({ length: b.length + 1 }, (_, index) => index) };
  let before = 0;
  for (let i = 1; i <= a.length; i += 1) {
    rows = { beforeLast: rows.last, last: nextRow(rows, a.slice(Math.max(0, i - 2), i), b, i) };
    const least = Math.min(...rows.last);
    // Each distance goes on from one of the two rows before it.
    if (least >= limit && before >= limit) return Number.POSITIVE_INFINITY;
    before = least;
  }
  return rows.last[b.length] ?? 0;
}

interface Rows {
  readonly beforeLast: readonly number[];
  readonly last: readonly number[];
}

/** @param pair letter `i` with the one before it */
function nextRow({ beforeLast, last }: Rows, pair: string, b: string, i: number): readonly number[] {
  const letter = pair.at(-1);
  const row = [i];
  let left = i;
  for (let j = 1; j <= b.length; j += 1) {
    const replaced = (last[j - 1] ?? 0) + Number(letter !== b[j - 1]);
    const isSwapped = i > 1 && letter === b[j - 2] && pair[0] === b[j - 1];
    const swapped = isSwapped ? (beforeLast[j - 2] ?? 0) + 1 : replaced;
    left = Math.min(replaced, swapped, left + 1, (last[j] ?? 0) + 1);
    row.push(left);
  }
  return row;
}
