/** test and [: comparisons and questions about files; not those that look into variables, whose subscripts bash evaluates. */
import type { Check } from './grammar.ts';

const OF_FILES = new Set('-e -f -d -r -w -x -s -L -h -b -c -p -S -g -u -k -O -G -N -a'.split(' '));
const OF_TEXT = new Set(['-z', '-n', '-t']);
const BETWEEN_FILES = new Set(['-nt', '-ot', '-ef']);
const BETWEEN = new Set('= == != < > -eq -ne -lt -le -gt -ge -a -o ! ( )'.split(' '));

export const testCheck: Check = (given, reader) => {
  // -v and -R anywhere, even where they would be plain text; -o alone asks for a shell option.
  const odd = given.find((word) => /^-[a-zA-Z]/.test(word) && !isKnown(word));
  if (odd !== undefined) return `the test ${odd} is not known to read only`;
  for (const [index, word] of given.entries()) {
    const isLook =
      OF_FILES.has(given[index - 1] ?? '') ||
      BETWEEN_FILES.has(given[index - 1] ?? '') ||
      BETWEEN_FILES.has(given[index + 1] ?? '');
    if (!isLook || word === '' || BETWEEN.has(word) || OF_TEXT.has(word)) continue;
    const why = reader.whyNotSee(word);
    if (why !== undefined && word.includes('/')) return why;
  }
  return undefined;
};

const isKnown = (word: string) =>
  OF_FILES.has(word) || OF_TEXT.has(word) || BETWEEN_FILES.has(word) || BETWEEN.has(word) || /^-\d/.test(word);
