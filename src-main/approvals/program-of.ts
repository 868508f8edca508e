import type { SimpleCommand } from '#shell-analysis';

/** The program's name without its folder; also where it is a program of busybox or the like. */
export function programOf(part: SimpleCommand): string | undefined {
  const { program } = part;
  const name = program?.includes('/') ? program.replace(/^.*\//, '') : program;
  if (name !== 'busybox' && name !== 'toybox') return name;
  return part.words[1]?.literal;
}

/** Whether a part has such a word; its quotes do not count. */
export const hasWord = ({ words }: SimpleCommand, pattern: RegExp): boolean =>
  words.some(({ literal, text }) => pattern.test(literal ?? text));
