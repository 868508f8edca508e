import { relative } from 'node:path';
import { shownBytes } from '#core/files/path-bytes';

/** Sentences of one kind beyond these are summed up. */
const MAX_NAMED = 20;

/** Collects what is left out, by reason, as short sentences: the first paths of a reason are named, the rest are counted. */
export class LeftOutPaths {
  readonly #root: string;
  readonly #verb: string;
  readonly #reasons = new Map<string, { count: number; readonly named: string[] }>();

  /** `verb` as in "is not watched". */
  constructor(root: string, verb: string) {
    this.#root = root;
    this.#verb = verb;
  }

  add(path: string, reason: string): void {
    const known = this.#reasons.get(reason);
    const group = known ?? { count: 0, named: [] };
    if (!known) this.#reasons.set(reason, group);
    group.count++;
    if (group.named.length < MAX_NAMED) group.named.push(path);
  }

  sentences(): string[] {
    return [...this.#reasons].flatMap(([reason, { count, named }]) => {
      const because = reason === '' ? '' : `: ${reason}`;
      const sentences = named.map((path) => `${this.#shown(path)} is ${this.#verb}${because}`);
      const more = count - named.length;
      if (more === 0) return sentences;
      return [...sentences, `${more} more are ${this.#verb}${reason === '' ? '' : ` for the same reason: ${reason}`}`];
    });
  }

  #shown(path: string): string {
    return shownBytes(relative(this.#root, path) || this.#root);
  }
}
