/** A run of blanks that takes what follows it out of sight: across, or down. */
export interface BlankRun {
  /** Index of the first blank, in UTF-16 code units. */
  readonly index: number;
  readonly length: number;
  /** Description such as `120 blanks` or `40 line ends`. */
  readonly words: string;
}

/** All white space is taken at once, so that a text of nothing else takes no time. */
const RUN = /\s{20,}/g;
const MAX_BLANKS = 80;
const MAX_LINE_ENDS = 20;

/** The long runs of blanks that something follows, in order. */
export function* blankRunsIn(text: string): Generator<BlankRun, void> {
  for (const { index, 0: run } of text.matchAll(RUN)) {
    const { length } = run;
    if (index + length === text.length) return;
    const lines = run.split('\n');
    const widest = lines.reduce((most, line) => Math.max(most, line.length), 0);
    if (lines.length > MAX_LINE_ENDS) yield { index, length, words: `${lines.length - 1} line ends` };
    else if (widest >= MAX_BLANKS) yield { index, length, words: `${length} blanks` };
  }
}
