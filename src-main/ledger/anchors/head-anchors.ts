import { mkdir, readdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, systemCodeOf } from '#core/app-error';
import { Mutex } from '#core/async/mutex';
import { syncDirectory, writeFileAtomic } from '#core/files/atomic-file';
import { backUpFile } from '#core/files/backup-file';
import type { Logger } from '#core/logger';
import { formatAnchor, parseAnchor, type RecordHead } from './record-head.ts';

/** Heads are written at most this often, in milliseconds. */
const WRITE_MS = 250;
const ENDING = '.json';

export interface StoredAnchor {
  /** Head of the record when the anchor was written; undefined if there is no readable one. */
  readonly head: RecordHead | undefined;
  /** Reason why an existing anchor cannot be used, as the end of a sentence about it. */
  readonly problem?: string;
}

/**
 * The heads of all records, each in a small file outside the record. An anchor promises that its record had at least so much:
 * it is written some time after the events are on disk, in the background, and what cannot be written stays as it was. So a crash
 * leaves records longer than their anchors, and never shorter.
 */
export class HeadAnchors implements AsyncDisposable {
  readonly #folder: string;
  readonly #log: Logger;
  readonly #waiting = new Map<string, RecordHead>();
  /** Sessions whose anchor is damaged; it is kept under another name when the next is written. */
  readonly #damaged = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  readonly #mutex = new Mutex();
  #hasFailed = false;

  constructor(folder: string, log: Logger) {
    this.#folder = folder;
    this.#log = log;
  }

  /** Ids of the sessions that have an anchor. Never throws: without anchors the records are still there. */
  async sessions(): Promise<readonly string[]> {
    try {
      const names = await readdir(this.#folder);
      return names.filter((name) => name.endsWith(ENDING)).map((name) => name.slice(0, -ENDING.length));
    } catch (error) {
      if (systemCodeOf(error) === 'ENOENT') return [];
      this.#log.warn('ledger.anchors.unreadable', { folder: this.#folder, error: messageOf(error) });
      return [];
    }
  }

  /** The head that was noted last. Never throws: what cannot be read is a problem of the anchor. */
  async read(session: string): Promise<StoredAnchor> {
    const waiting = this.#waiting.get(session);
    if (waiting) return { head: waiting };
    try {
      const head = parseAnchor(session, await readFile(this.#pathOf(session), 'utf8'));
      if (head) return { head };
      this.#damaged.add(session);
      return { head, problem: 'is damaged' };
    } catch (error) {
      if (systemCodeOf(error) === 'ENOENT') return { head: undefined };
      return { head: undefined, problem: `cannot be read: ${messageOf(error)}` };
    }
  }

  /** Takes note of a head whose events are on disk. Costs nothing now. */
  note(session: string, head: RecordHead): void {
    this.#waiting.set(session, head);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.settle();
    }, WRITE_MS).unref();
  }

  /** Resolves when what was noted before has been written, as far as it can be. One file at a time, so that appends keep the disk. */
  settle(): Promise<void> {
    return this.#mutex.run(async () => {
      for (const [session, head] of [...this.#waiting]) await this.#write(session, head);
    });
  }

  /** Forgets a record that goes for good. @throws file system errors */
  async erase(session: string): Promise<void> {
    this.#waiting.delete(session);
    await this.#mutex.settled();
    try {
      await unlink(this.#pathOf(session));
    } catch (error) {
      if (systemCodeOf(error) === 'ENOENT') return;
      throw error;
    }
    await syncDirectory(this.#folder);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#timer);
    await this.settle();
  }

  /** Writes the anchor; a failed write is repeated with the next change, or at the end. */
  async #write(session: string, head: RecordHead): Promise<void> {
    const path = this.#pathOf(session);
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      if (this.#damaged.has(session)) await backUpFile(path, new Date());
      this.#damaged.delete(session);
      await writeFileAtomic(path, formatAnchor(session, head));
      if (this.#waiting.get(session) === head) this.#waiting.delete(session);
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#hasFailed) this.#log.warn('ledger.anchor.failed', { session, error: messageOf(error) });
      this.#hasFailed = true;
    }
  }

  #pathOf(session: string): string {
    return join(this.#folder, `${session}${ENDING}`);
  }
}
