/**
 * Globs of paths: `*` and `?` within a name, `**` any number of names. Everything else stands for itself, and time is bounded by
 * the product of the lengths, whatever the pattern.
 */

export function matchesGlob(pattern: string, path: string): boolean {
  return matchesSequence(pattern.split('/'), path.split('/'), {
    isMany: (name) => name === '**',
    isSame: (name, given) => matchesSequence([...name], [...given], ONE_NAME),
  });
}

/** `*` and `?` in a text that is no path: a slash is a character as any. */
export function matchesText(pattern: string, text: string): boolean {
  return matchesSequence([...pattern], [...text], ONE_NAME);
}

interface GlobRules {
  readonly isMany: (pattern: string) => boolean;
  readonly isSame: (pattern: string, given: string) => boolean;
}

const ONE_NAME: GlobRules = {
  isMany: (character) => character === '*',
  isSame: (character, given) => character === '?' || character === given,
};

/** The last wildcard alone has to be gone back to: an earlier one has found its shortest match. */
function matchesSequence(pattern: readonly string[], given: readonly string[], { isMany, isSame }: GlobRules): boolean {
  let at = 0;
  let index = 0;
  let back: { readonly at: number; index: number } | undefined;
  while (index < given.length) {
    const expected = pattern[at];
    if (expected !== undefined && isMany(expected)) {
      at += 1;
      back = { at, index };
    } else if (expected !== undefined && isSame(expected, given[index] ?? '')) {
      at += 1;
      index += 1;
    } else if (back) {
      back.index += 1;
      ({ at, index } = back);
    } else return false;
  }
  return pattern.slice(at).every(isMany);
}
