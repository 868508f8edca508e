import type { AnyLedgerEvent, RetainedItem, StorageUse } from '#contract';
import { messageOf } from '#core/app-error';
import { mapBounded } from '#core/async/map-bounded';
import { openKept, removeKept, type StoredContent, storedContent } from '#ledger';
import type { RetentionOptions } from '../ports.ts';
import { hashesIn } from './hashes-in.ts';
import { lostRecords } from './lost-records.ts';
import { Marking } from './marking.ts';

/** Kept bytes without any reference. */
export interface LooseContent extends StoredContent {
  /** Whether they are the record of a folder or of a workspace, not the contents of a file. */
  readonly isTree: boolean;
  /** Deleted sessions refer to them, and nothing else. */
  readonly isOfDeleted: boolean;
}

/** Result of removing kept bytes. */
export interface RemovedContent {
  readonly removed: readonly LooseContent[];
  /** Number of items that were referred to or kept again in the meantime, or were gone. */
  readonly left: number;
  /** Reasons why the others stay; sentences. */
  readonly problems: readonly string[];
}

export interface LooseContentQuery {
  /** Bytes that were kept after that are left out, in milliseconds since 1970. */
  readonly until: number;
  /** Names in the data folder of records that do not count, since they are to be removed, too. */
  readonly without: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

type LooseContentOptions = Pick<RetentionOptions, 'dataFolder' | 'ledger' | 'writeDownTrees'>;

const AT_ONCE = 8;
/** Longest start of a tree's record that tells it. */
const TREE = /^\{"(?:folder|snapshot)":1[,}]/;
const TREE_BYTES = 16;

/** The content store as retention sees it: what of it nothing refers to. */
export class LooseContents {
  readonly #options: LooseContentOptions;

  constructor(options: LooseContentOptions) {
    this.#options = options;
  }

  /** Trees included: they lie among the others. */
  async use(): Promise<StorageUse> {
    let [count, bytes] = [0, 0];
    for await (const stored of storedContent(this.#folder)) {
      count += stored.length;
      bytes += stored.reduce((sum, { size }) => sum + size, 0);
    }
    return { kind: 'content', count, bytes };
  }

  /** @throws file system errors, the signal's reason */
  async find({ until, without, signal }: LooseContentQuery): Promise<{ loose: LooseContent[]; stays: RetainedItem[] }> {
    const marking = this.#marking(signal);
    const problems = await this.#mark(marking, (name) => without.has(name));
    if (problems.length > 0) return { loose: [], stays: problems.map(asStaying) };
    const needed = new Set(marking.marked);
    // What only these records refer to goes with them.
    await marking.markFiles();
    if (marking.problems.length > 0) return { loose: [], stays: marking.problems.map(asStaying) };
    const loose: LooseContent[] = [];
    for await (const stored of storedContent(this.#folder)) {
      signal.throwIfAborted();
      const found = stored.filter(({ hash, keptAt }) => keptAt <= until && !needed.has(hash));
      const told = await mapBounded(found, AT_ONCE, async (one) => {
        return { ...one, isTree: await this.#isTree(one), isOfDeleted: marking.marked.has(one.hash) };
      });
      for (const one of told) loose.push(one);
    }
    return { loose, stays: [] };
  }

  /**
   * Removes those that nothing refers to now. What is recorded meanwhile counts as well, and so does what is kept anew.
   *
   * @param onDone told of each that is done
   * @throws the signal's reason, before anything is removed; afterwards it ends with what was removed by then
   */
  async remove(
    wanted: readonly LooseContent[],
    { until, signal, onDone }: Pick<LooseContentQuery, 'until' | 'signal'> & { readonly onDone: () => void },
  ): Promise<RemovedContent> {
    const marking = this.#marking(signal);
    using _heard = this.#hear((event) => hashesIn(JSON.stringify(event)).forEach(marking.mark));
    const problems = await this.#mark(marking);
    if (problems.length > 0) return { removed: [], left: wanted.length, problems };
    const removed: LooseContent[] = [];
    let left = 0;
    for (const one of wanted) {
      if (signal.aborted) break;
      try {
        await marking.follow();
        const isNeeded = () => marking.marked.has(one.hash) || marking.problems.length > 0;
        const freed = isNeeded() ? undefined : await removeKept(this.#folder, one.hash, { until, isNeeded });
        if (freed === undefined) left++;
        else removed.push(one);
      } catch (error) {
        if (!signal.aborted) problems.push(messageOf(error));
      }
      onDone();
    }
    return { removed, left, problems: [...problems, ...marking.problems] };
  }

  get #folder(): string {
    return this.#options.ledger.content.folder;
  }

  #marking(signal: AbortSignal): Marking {
    return new Marking({ dataFolder: this.#options.dataFolder, contentFolder: this.#folder, signal });
  }

  /** @returns why it is not known what is needed; nothing if it is */
  async #mark(marking: Marking, isLeftOut?: (name: string) => boolean): Promise<string[]> {
    const { ledger, writeDownTrees } = this.#options;
    const unwritten = (await writeDownTrees()).map((root) => `What ${root} looks like now cannot be written down`);
    const lost = await lostRecords(ledger);
    if (unwritten.length + lost.length === 0) await marking.markFiles(isLeftOut);
    return [...unwritten, ...lost, ...marking.problems];
  }

  #hear(listener: (event: AnyLedgerEvent) => void): Disposable {
    const stop = this.#options.ledger.onAppended(listener);
    return { [Symbol.dispose]: stop };
  }

  async #isTree({ hash }: StoredContent): Promise<boolean> {
    await using file = await openKept(this.#folder, hash);
    if (!file) return false;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(TREE_BYTES), 0, TREE_BYTES, 0);
    return TREE.test(buffer.toString('latin1', 0, bytesRead));
  }
}

const asStaying = (why: string): RetainedItem => ({ kind: 'content', name: 'Kept contents', why });
