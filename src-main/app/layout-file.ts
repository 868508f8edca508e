import { readFile } from 'node:fs/promises';
import { LayoutEntries } from '#contract';
import { isPlainObject } from '#contract/plain-object';
import { AppError, messageOf, systemCodeOf } from '#core/app-error';
import { Emitter } from '#core/async/emitter';
import { Mutex } from '#core/async/mutex';
import { streamOf } from '#core/async/streams';
import { writeFileAtomic } from '#core/files/atomic-file';
import { backUpFile } from '#core/files/backup-file';
import type { Logger } from '#core/logger';
import { Redactor } from '#core/secrets/redact';

const VERSION = 1;
const MAX_BYTES = 4_000_000;
/** A window that was away longer than this may bring back what another took away. */
const FORGOTTEN_AFTER_MS = 90 * 24 * 3600 * 1000;

/**
 * Layout of the window as the person left it, in one file. Windows send the pieces they changed and the newest of each
 * stays, so that none overwrites another's. A broken file is replaced, not repaired; its content, perhaps drafts, is
 * kept under another name.
 */
export class LayoutFile {
  readonly #path: string;
  readonly #log: Logger;
  readonly #redactor: Redactor;
  readonly #changed = new Emitter<LayoutEntries>();
  #entries: LayoutEntries = {};
  #reading: Promise<void> | undefined;
  #isOnDisk = true;
  /** Whether the file exists and could not be read. */
  #isBroken = false;
  readonly #mutex = new Mutex();

  constructor(path: string, log: Logger, redactor: Redactor = new Redactor()) {
    this.#path = path;
    this.#log = log;
    this.#redactor = redactor;
  }

  async load(): Promise<LayoutEntries> {
    this.#reading ??= this.#read();
    await this.#reading;
    return this.#entries;
  }

  /**
   * Takes over what is newer than what is kept; resolves when it is on disk. Secrets in drafts are blanked.
   *
   * @throws AppError LIMIT_EXCEEDED over 4 MB, and then nothing is taken over; UNAVAILABLE if it cannot be written
   */
  async save(changes: LayoutEntries): Promise<void> {
    await this.load();
    const present = this.#entries;
    const newer = Object.entries(this.#redactor.value(changes)).filter(
      ([key, { at }]) => at > (present[key]?.at ?? -1),
    );
    if (newer.length > 0) {
      const accepted = Object.fromEntries(newer);
      const next = { ...present, ...accepted };
      refuseTooLarge(next);
      this.#entries = next;
      this.#isOnDisk = false;
      this.#changed.emit(accepted);
    }
    await this.#mutex.run(() => this.#write());
  }

  /** Yields all entries first, then changed ones. */
  async *stream(signal?: AbortSignal): AsyncGenerator<LayoutEntries, void> {
    await this.load();
    yield* streamOf<LayoutEntries>((listener) => {
      listener(this.#entries);
      return this.#changed.subscribe(listener);
    }, signal);
  }

  /** Resolves when what was asked for is on disk, or cannot be. */
  async flush(): Promise<void> {
    await this.#mutex.settled();
  }

  async #read(): Promise<void> {
    try {
      this.#entries = readLayoutEntries(JSON.parse(await readFile(this.#path, 'utf8')));
    } catch (error) {
      if (systemCodeOf(error) === 'ENOENT') return;
      this.#isBroken = true;
      this.#log.warn('layout.ignored', { file: this.#path, reason: messageOf(error) });
    }
  }

  async #write(): Promise<void> {
    if (this.#isOnDisk) return;
    this.#isOnDisk = true;
    try {
      await this.#keepBroken();
      await writeFileAtomic(this.#path, JSON.stringify({ v: VERSION, entries: this.#entries }));
    } catch (error) {
      this.#isOnDisk = false;
      const message = `The layout cannot be saved: ${messageOf(error)}`;
      throw new AppError('UNAVAILABLE', message, { where: this.#path }, error);
    }
  }

  async #keepBroken(): Promise<void> {
    if (!this.#isBroken) return;
    const kept = await backUpFile(this.#path, new Date());
    this.#isBroken = false;
    this.#log.warn('layout.kept', { file: this.#path, kept });
  }
}

/**
 * Reads the entries of a file; one without a version dates from before pieces had timestamps. @throws if it is not a
 * layout
 */
function readLayoutEntries(file: unknown): LayoutEntries {
  if (!isPlainObject(file)) throw new Error('not an object');
  if (!('entries' in file))
    return Object.fromEntries(Object.entries(file).map(([key, value]) => [key, { value, at: 0 }]));
  const oldest = Date.now() - FORGOTTEN_AFTER_MS;
  const kept = Object.entries(LayoutEntries.parse(file.entries)).filter(
    ([, { value, at }]) => value !== undefined || at > oldest,
  );
  return Object.fromEntries(kept);
}

function refuseTooLarge(entries: LayoutEntries): void {
  const bytes = Buffer.byteLength(JSON.stringify(entries));
  if (bytes <= MAX_BYTES) return;
  throw new AppError('LIMIT_EXCEEDED', `The layout would have ${bytes} bytes; at most ${MAX_BYTES} are kept`);
}
