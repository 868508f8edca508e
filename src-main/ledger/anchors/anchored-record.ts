import { type FileHandle, open } from 'node:fs/promises';
import type { RecordCut } from '#contract';
import { messageOf } from '#core/app-error';
import type { Logger } from '#core/logger';
import type { AnchorCheck } from '../ports.ts';
import { countLines } from '../raw-lines.ts';
import { compareRecord, missingRecordCut } from './compare-record.ts';
import type { HeadAnchors } from './head-anchors.ts';
import type { RecordEnd, RecordHead } from './record-head.ts';

export interface AnchoredRecordOptions {
  readonly session: string;
  readonly path: string;
  readonly anchors: HeadAnchors;
  readonly log: Logger;
  /** Called once for each cut that is found. */
  readonly onCut: (cut: RecordCut) => void;
  readonly onDamagedAnchor: (problem: string) => void;
}

/** One session's record beside its anchor: what it had at least, and what of that was found missing. */
export class AnchoredRecord {
  readonly #options: AnchoredRecordOptions;
  /** The newest head that is known; the anchor on disk may be older. */
  #expected: RecordHead | undefined;
  #problem: string | undefined;
  #cut: RecordCut | undefined;
  /** Lines in the record; undefined if they could not be counted. */
  #lines: Promise<number | undefined> = Promise.resolve(0);

  constructor(options: AnchoredRecordOptions) {
    this.#options = options;
  }

  /** Part that was missing when the end of the record was searched, as long as the record does not say so itself. */
  get cut(): RecordCut | undefined {
    return this.#cut;
  }

  /** Compares the record up to its end with the anchor. One that has none is counted in the background, and gets one. */
  async locate(file: FileHandle, end: RecordEnd, isNewFile: boolean): Promise<void> {
    const expected = await this.#known();
    if (!expected) {
      this.#lines = this.#count(end.bytes);
      // A damaged anchor is not replaced before something is written: until then it is for Verify to tell.
      if (this.#problem === undefined) this.#noteCounted(end);
      return;
    }
    const { events, cut } = await compareRecord(file, end.bytes, this.#options.session, expected);
    this.#lines = Promise.resolve(events);
    this.#found(cut && isNewFile ? missingRecordCut(expected) : cut);
    if (!cut && end.bytes !== expected.bytes) this.#noteCounted(end);
  }

  /** Takes note that there is no file. */
  async lost(): Promise<void> {
    const expected = await this.#known();
    this.#found(expected && missingRecordCut(expected));
  }

  /** Takes note that all up to here is on disk, `added` lines more than before, with what was missing said among them. */
  wrote(end: RecordEnd, added: number): void {
    this.#cut = undefined;
    this.#problem = undefined;
    this.#lines = this.#lines.then((lines) => (lines === undefined ? undefined : lines + added));
    this.#noteCounted(end);
  }

  /** Compares the file as it is now; `undefined` stands for a file that is gone. */
  async check(file: FileHandle | undefined): Promise<AnchorCheck> {
    const expected = await this.#known();
    if (!expected) return this.#problem === undefined ? {} : { problem: this.#problem };
    if (!file) return { cut: missingRecordCut(expected) };
    const { cut } = await compareRecord(file, (await file.stat()).size, this.#options.session, expected);
    return cut ? { cut } : {};
  }

  /** Resolves when everything that was written is noted. */
  async settle(): Promise<void> {
    await this.#lines;
  }

  async #known(): Promise<RecordHead | undefined> {
    await this.#lines;
    if (this.#expected || this.#problem !== undefined) return this.#expected;
    const { session, anchors, onDamagedAnchor } = this.#options;
    const { head, problem } = await anchors.read(session);
    this.#expected = head;
    this.#problem = problem;
    if (problem !== undefined) onDamagedAnchor(problem);
    return head;
  }

  #noteCounted(end: RecordEnd): void {
    const { session, anchors } = this.#options;
    void this.#lines.then((events) => {
      // Nothing can be missing of a record that has nothing.
      if (!events) return;
      this.#expected = { ...end, events };
      anchors.note(session, this.#expected);
    });
  }

  async #count(bytes: number): Promise<number | undefined> {
    if (bytes === 0) return 0;
    const { session, path, log } = this.#options;
    try {
      const file = await open(path, 'r');
      try {
        return await countLines(file, 0, bytes);
      } finally {
        await file.close();
      }
    } catch (error) {
      log.warn('ledger.count.failed', { session, error: messageOf(error) });
      return undefined;
    }
  }

  #found(cut: RecordCut | undefined): void {
    const isNews = cut && (cut.how !== this.#cut?.how || cut.left !== this.#cut.left);
    this.#cut = cut;
    if (isNews) this.#options.onCut(cut);
  }
}
