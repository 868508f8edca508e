/** Whether a file name fits a pattern of `*`, `?` and brackets, in time that grows with both lengths and no faster. */
export function fitsPattern(pattern: string, name: string): boolean {
  const shape = atomsOf(pattern);
  const given = [...name];
  let at = 0;
  let atom = 0;
  let star = -1;
  let from = 0;
  while (at < given.length) {
    const wanted = shape[atom];
    if (wanted === '*') {
      star = atom;
      from = at;
      atom += 1;
    } else if (wanted?.(given[at] ?? '')) {
      atom += 1;
      at += 1;
    } else if (star >= 0) {
      // The star takes one more.
      atom = star + 1;
      from += 1;
      at = from;
    } else return false;
  }
  return shape.slice(atom).every((wanted) => wanted === '*');
}

type Atom = '*' | ((character: string) => boolean);

/** One star, one bracket, or one character, which may be two units of UTF-16. */
const ATOM = /\*+|\[[!^]?\]?[^\]]*\]|[\s\S]/gu;

function atomsOf(pattern: string): readonly Atom[] {
  return (pattern.match(ATOM) ?? []).map((text): Atom => {
    if (text.startsWith('*')) return '*';
    if (text === '?') return () => true;
    return /^\[.*\]$/s.test(text) ? oneOf(text.slice(1, -1)) : (one) => one === text;
  });
}

function oneOf(inside: string): (character: string) => boolean {
  // Classes such as [:alpha:] are taken to fit anything: who asks wants to know what might be meant.
  if (inside.includes('[')) return () => true;
  const isNegated = /^[!^]/.test(inside);
  const ranges = (isNegated ? inside.slice(1) : inside).match(/[\s\S]-[\s\S]|[\s\S]/gu) ?? [];
  const isIn = (one: string) =>
    ranges.some((range) => {
      const [first = '', , last = first] = range;
      return codeOf(one) >= codeOf(first) && codeOf(one) <= codeOf(last);
    });
  return (one) => isIn(one) !== isNegated;
}

const codeOf = (character: string): number => character.codePointAt(0) ?? 0;

/**
 * Names of a folder that a pattern stands for as a shell expands it: hidden ones only for a pattern that begins with a
 * dot, which before bash 5.2 stands for the folder itself and the one above as well.
 */
export function namesThatFit(pattern: string, names: readonly string[]): readonly string[] {
  if (!pattern.startsWith('.')) return names.filter((name) => !name.startsWith('.') && fitsPattern(pattern, name));
  return [...names, '.', '..'].filter((name) => fitsPattern(pattern, name));
}
