import type { ParsedArguments } from '../parsed-arguments.ts';
import type { ArgumentWord } from '../read-arguments.ts';

/** Reads files or the environment, or runs programs. */
const BEYOND = /\b(?:load\w*|strload|system|eval|env|strenv|envsubst|filename)\b/;
const COMMANDS = ['eval', 'e', 'eval-all', 'ea'];

/**
 * Whether yq may end before it has read everything; undefined if it is no filter: a word that is no expression might be
 * a file.
 */
export function yqUse({ operands }: ParsedArguments<ArgumentWord>): boolean | undefined {
  const given = operands.map(({ literal = '' }) => literal);
  const [expression = '.', input = '-', ...more] = COMMANDS.includes(given[0] ?? '') ? given.slice(1) : given;
  const isExpression = /^[.([]/.test(expression) && !/^\.{0,2}\//.test(expression);
  if (!isExpression || input !== '-' || more.length > 0 || BEYOND.test(expression)) return undefined;
  return /\b(?:first|limit|error)\b/.test(expression);
}
