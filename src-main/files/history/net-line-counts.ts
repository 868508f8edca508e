import type { Change } from '#contract';
import { countChangedLines, type LineCounts } from '../diff/hunks.ts';
import type { ChangeHistory } from './change-history.ts';
import { type PastServices, sidesOfPast } from './past-diff.ts';

/** Counts that are remembered, beside those that are being asked for; two changes that are on the record have the same for ever. */
const MAX_KNOWN = 5000;

/**
 * Counts the lines of files whose change has no counts of its own: those that a turn changed several times, from the first
 * old content to the last new one, and those that were found changed by a look. Counting reads what was kept and takes its
 * time, so it is done ahead of being asked for.
 */
export class NetLineCounts {
  readonly #history: ChangeHistory;
  readonly #services: PastServices;
  /** Line counts by first and last change; `undefined` if there is no text to count. */
  readonly #known = new Map<string, LineCounts | undefined>();
  /** Lists of files that are being counted. */
  readonly #asked = new Set<readonly Change[]>();

  constructor(history: ChangeHistory, services: PastServices) {
    this.#history = history;
    this.#services = services;
  }

  /** The file with its counts, as far as they are known. */
  on(file: Change): Change {
    const counts = isUncounted(file) ? this.#known.get(changeKey(file)) : undefined;
    return counts ? { ...file, addedLines: counts.added, removedLines: counts.removed } : file;
  }

  /** Counts what is not known yet; resolves with whether there was something to count. */
  async learn(files: readonly Change[]): Promise<boolean> {
    this.#asked.add(files);
    try {
      return await this.#learn(files.filter((file) => isUncounted(file) && !this.#known.has(changeKey(file))));
    } finally {
      this.#asked.delete(files);
    }
  }

  async #learn(unknown: readonly Change[]): Promise<boolean> {
    if (this.#known.size + unknown.length > MAX_KNOWN) this.#forgetOthers();
    let isNews = false;
    for (const file of unknown) {
      const counts = await this.#count(file);
      this.#known.set(changeKey(file), counts);
      isNews ||= counts !== undefined;
    }
    return isNews;
  }

  #forgetOthers(): void {
    const wanted = new Set([...this.#asked].flatMap((files) => files.map(changeKey)));
    for (const key of this.#known.keys()) if (!wanted.has(key)) this.#known.delete(key);
  }

  async #count({ id, since }: Change): Promise<LineCounts | undefined> {
    const past = await this.#history.find(id, since);
    if (!past) return undefined;
    const sides = await sidesOfPast(past.data, this.#services);
    return sides.kind === 'text' ? countChangedLines(sides.diff) : undefined;
  }
}

function isUncounted({ state, addedLines }: Change): boolean {
  return addedLines === undefined && state !== 'rejected';
}

function changeKey({ id, since }: Change): string {
  return `${since ?? ''} ${id}`;
}
