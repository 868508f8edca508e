/** Folders in which each part of a line may run, after the `cd`s before it. */
import type { Analysis } from '#shell-analysis';
import { isAndOnly } from './accounted-text.ts';
import { absolute } from './path-judge.ts';

/** Folders that one part may run in; each `cd` that may fail doubles them. */
const MAX_FOLDERS = 16;
/**
 * Constructs within which a command after `&&` runs where the `cd` before it led; any other command may run in any
 * folder so far.
 */
const CERTAIN = new Set(['and-or', 'subshell', 'group', 'loop']);

/** Folders that the parts of a line run in: exact where each `cd` goes well for sure, otherwise all that are possible. */
export class Folders {
  readonly #analysis: Analysis;
  #now: readonly string[];
  #otherwise: readonly string[] = [];
  #end = 0;

  constructor(analysis: Analysis, cwd: string) {
    this.#analysis = analysis;
    this.#now = [cwd];
  }

  /** Folders in which a part may run; undefined after too many changes. */
  before(index: number): readonly string[] | undefined {
    if (this.#now.length + this.#otherwise.length > MAX_FOLDERS) return undefined;
    const part = this.#analysis.parts[index];
    if (part === undefined) return this.#now;
    const between = this.#analysis.line.slice(this.#end, part.span.start);
    if (!isAndOnly(between)) this.#join();
    this.#end = Math.max(this.#end, part.span.end);
    return this.#now;
  }

  /** Notes a `cd` to one of these folders. */
  moved(index: number, to: readonly string[]): void {
    const isCertain = this.#analysis.parts[index]?.places.every((place) => CERTAIN.has(place)) === true;
    const targets = this.#now.flatMap((cwd) => to.map((one) => absolute(one, cwd)));
    this.#otherwise = [...this.#otherwise, ...this.#now];
    this.#now = [...new Set(targets)];
    if (!isCertain) this.#join();
  }

  #join(): void {
    this.#now = [...new Set([...this.#now, ...this.#otherwise])];
    this.#otherwise = [];
  }
}
