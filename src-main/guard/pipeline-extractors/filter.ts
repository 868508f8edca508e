/** What a program does as a filter. */
export interface Filter {
  /** Whether it may end before it has read everything. */
  readonly earlyClosing: boolean;
}

/** Whether words behind a program's name make it a filter that reads standard input and writes standard output, no more. */
export type FilterProgram = (words: readonly string[]) => Filter | undefined;
