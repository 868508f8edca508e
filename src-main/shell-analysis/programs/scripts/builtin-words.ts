/** Words of the shell's own `test` and `printf`. */

type Objection = string | undefined;

const OF_FILES = new Set('-e -f -d -r -w -x -s -L -h -b -c -p -S -g -u -k -O -G -N -a'.split(' '));
const OF_TEXT = new Set(['-z', '-n', '-t']);
const BETWEEN_FILES = new Set(['-nt', '-ot', '-ef']);
const BETWEEN = new Set('= == != < > -eq -ne -lt -le -gt -ge -a -o ! ( )'.split(' '));

/** Comparisons and questions about files; not those that look into variables, whose subscripts bash evaluates. */
export function whyNotTest(words: readonly string[], whyNotSee: (path: string) => Objection): Objection {
  // -v and -R anywhere, even where they would be plain text; -o alone asks for a shell option.
  const odd = words.find((word) => /^-[a-zA-Z]/.test(word) && !isKnown(word));
  if (odd !== undefined) return `the test ${odd} is not known to read only`;
  for (const [index, word] of words.entries()) {
    const isLook =
      OF_FILES.has(words[index - 1] ?? '') ||
      BETWEEN_FILES.has(words[index - 1] ?? '') ||
      BETWEEN_FILES.has(words[index + 1] ?? '');
    if (!isLook || word === '' || BETWEEN.has(word) || OF_TEXT.has(word)) continue;
    const why = whyNotSee(word);
    if (why !== undefined && word.includes('/')) return why;
  }
  return undefined;
}

const isKnown = (word: string) =>
  OF_FILES.has(word) || OF_TEXT.has(word) || BETWEEN_FILES.has(word) || BETWEEN.has(word) || /^-\d/.test(word);

/**
 * Conversions of bash's printf that print and do nothing else, of a bounded width. %n assigns to a variable, with any length
 * modifier before it: those are not among them, and neither is a width that is an argument.
 */
const CONVERSION = /%(?:%|[-+ #0']*\d{0,4}(?:\.\d{0,4})?(?:[diouxXeEfFgGaAcsbq]|\([^()]*\)T))/g;

export function whyNotPrintf(words: readonly string[]): Objection {
  const format = words[0] === '--' ? words[1] : words[0];
  if (format === undefined || (words[0] !== '--' && format.startsWith('-')))
    return 'printf with an option may set a variable';
  const unknown = format.replaceAll(CONVERSION, '').match(/%.{0,6}/s)?.[0];
  return unknown === undefined ? undefined : `printf with '${unknown}' may set a variable or print without end`;
}

/** Conversion of bash's printf that sets the variable which its argument names; each `%%` is a sign of its own. */
const SETTING = /%[-+ #0'*.\d]*[hljtzLq]*n/;

/** Whether a format of bash's printf sets variables. */
export const setsByFormat = (format: string): boolean => SETTING.test(format.replaceAll('%%', ''));
