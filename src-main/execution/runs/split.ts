/** A command as two, by the guard: what runs, and the filters on all of its output. */
export interface CommandSplit {
  /** Command that runs. */
  readonly cleaned: string;
  /** Index in `cleaned` at which its last member begins, after `cd x &&` and the like; 0 if it is the only one. */
  readonly lastMemberAt: number;
  /** Programs of the filters, in order. */
  readonly removedNames: readonly string[];
  /** The filters' text, for `bash -c`. */
  readonly removedPipeline: string;
  /** A filter may end before it has read everything, so that bash would have ended what runs early. */
  readonly earlyClosing: boolean;
  /** Exit code 1 of what runs says no, or nothing found; it is no failure. */
  readonly oneIsAnswer: boolean;
}
