/** Words behind a program's name, as written where they are not literal. */
type ProgramWords = readonly string[];

/** Test of the words with which a program does not end by itself. */
export type EndlessTest = (words: ProgramWords) => boolean;

export const neverEnds: EndlessTest = () => true;

/** Whether a short option is among the words, by itself or with others, or one of the long ones. */
export const withOption =
  (letters: string, ...long: readonly string[]): EndlessTest =>
  (words) =>
    words.some((word) => {
      if (word.startsWith('--')) return long.includes(word.split('=', 1)[0] ?? '');
      return word.startsWith('-') && [...letters].some((letter) => word.includes(letter));
    });

export const unless =
  (test: EndlessTest): EndlessTest =>
  (words) =>
    !test(words);

export const either =
  (...tests: readonly EndlessTest[]): EndlessTest =>
  (words) =>
    tests.some((test) => test(words));

export const withWord =
  (...names: readonly string[]): EndlessTest =>
  (words) =>
    names.some((name) => words.includes(name));

/** Tests whether the first non-option word is one of `names`; '' stands for no word. */
export const withCommand =
  (...names: readonly string[]): EndlessTest =>
  (words) =>
    names.includes(words.find((word) => !word.startsWith('-')) ?? '');

export const withAnyWord =
  (pattern: RegExp): EndlessTest =>
  (words) =>
    words.some((word) => pattern.test(word));

/** Scripts and targets that serve or watch, by custom. */
export const servingScript = withAnyWord(
  /^(?:dev|start|serve|watch|preview|storybook)(?:$|[:\-.])|[:\-.](?:dev|watch|serve)$/,
);

export const watching = withOption('w', '--watch', '--watchAll', '--serve');

const logsFollowed: EndlessTest = (words) => words.includes('logs') && withOption('f', '--follow')(words);
export const composeUp: EndlessTest = (words) =>
  (words.includes('up') && !withOption('d', '--detach', '--wait')(words)) || logsFollowed(words);
export const containers = either(
  logsFollowed,
  (words) => words.includes('compose') && composeUp(words),
  withCommand('stats', 'events'),
);
export const forwarding = either(logsFollowed, withWord('port-forward'), watching);

/** Module that Python runs. */
const pythonServer: EndlessTest = (words) => {
  const at = words.indexOf('-m');
  return (
    at >= 0 &&
    /^(?:http\.server|SimpleHTTPServer|uvicorn|gunicorn|flask|hypercorn|jupyter\w*)$/.test(words[at + 1] ?? '')
  );
};
export const pythonServing = either(withWord('runserver'), pythonServer);

/** Matches an interval without a count. */
export const repeating: EndlessTest = (words) => words.filter((word) => /^\d+$/.test(word)).length === 1;

export const infinite = withAnyWord(/^inf/i);
