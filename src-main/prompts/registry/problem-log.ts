import type { RecordProblem } from '#contract';
import type { Logger } from '#core/logger';

/** Most problems that are written line by line each time; the rest are counted. */
const MAX_LINES = 20;

/** Logs what is wrong with the records of a store: each problem once, when it is found. */
export class ProblemLog {
  readonly #log: Logger;
  #known: ReadonlySet<string> = new Set();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** `problems`: all there are now. One that is gone is logged again when it comes back. */
  note(problems: readonly RecordProblem[]): void {
    const found = new Map(problems.map((problem) => [`${problem.kind} ${problem.key} ${problem.message}`, problem]));
    const fresh = [...found].filter(([name]) => !this.#known.has(name)).map(([, problem]) => problem);
    this.#known = new Set(found.keys());
    for (const { kind, key, severity, message } of fresh.slice(0, MAX_LINES)) {
      this.#log.warn('prompts.recordProblem', { kind, key, severity, message });
    }
    if (fresh.length > MAX_LINES) {
      this.#log.warn('prompts.moreRecordProblems', { count: fresh.length - MAX_LINES, all: 'GET /api/problems' });
    }
  }
}
