import { argumentSyntaxOf, optionsOf, PROGRAMS, plainWords, readWords } from '#shell-analysis';

/** Use of a program as a filter. */
export interface Filter {
  /** Whether it may end before it has read everything. */
  readonly earlyClosing: boolean;
}

const NO_TEXT = { least: 0, most: 0 };

/** Whether a program is taken for a filter, by its name as it is written. */
export const isFilter = (program: string): boolean => PROGRAMS.get(program)?.filter !== undefined;

/** Whether its own language could write files or run programs, so that every word must be known. */
export const isScripted = (program: string): boolean => PROGRAMS.get(program)?.filter?.isScripted === true;

/**
 * Determines the use of a program with these words as a filter: it reads standard input and writes standard output, no
 * more.
 */
export function filterUse(program: string, words: readonly string[]): Filter | undefined {
  const declared = PROGRAMS.get(program);
  if (declared?.filter === undefined) return undefined;
  const { operands, takesDash, closesEarly } = declared.filter;
  const read = readWords(plainWords(words), optionsOf(declared), argumentSyntaxOf(declared));
  if (read.unknown.length > 0 || !read.given.every(({ option }) => option.grades.has('filter'))) return undefined;
  const { least, most } = operands?.(read) ?? NO_TEXT;
  const files = read.operands.slice(most);
  const isEnough = read.operands.length >= least;
  if (!isEnough || files.length > 1 || files.some(({ literal }) => !takesDash || literal !== '-')) return undefined;
  const earlyClosing = closesEarly === undefined ? false : closesEarly(read);
  return earlyClosing === undefined ? undefined : { earlyClosing };
}
