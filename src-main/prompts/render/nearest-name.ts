import { BUILTINS } from '#template';

/** Further apart than this share of its letters, two names have nothing to do with each other. */
const MAX_SHARE = 0.4;

/** The name that was probably meant. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let least = Math.max(1, Math.floor(name.length * MAX_SHARE)) + 1;
  for (const other of [...names, ...BUILTINS.keys()]) {
    if (Math.abs(other.length - name.length) >= least) continue;
    // Of names that are as near, the one of the same length.
    const distance = editDistance(name.toLowerCase(), other.toLowerCase()) + (other.length === name.length ? 0 : 0.5);
    if (distance < least) [nearest, least] = [other, distance];
  }
  return nearest;
}

/** How many letters must be put in, left out, replaced, or swapped with their neighbour. */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i += 1) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = at(i - 1, j - 1) + Number(a[i - 1] !== b[j - 1]);
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? at(i - 2, j - 2) + 1 : replaced;
      rows[i]?.push(Math.min(replaced, swapped, at(i - 1, j) + 1, at(i, j - 1) + 1));
    }
  }
  return at(a.length, b.length);
}
