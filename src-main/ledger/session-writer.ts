import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AnyLedgerEvent } from '#contract';
import { AppError, messageOf, systemCodeOf } from '#core/app-error';
import { syncDirectory } from '#core/atomic-file';
import type { Logger } from '#core/logger';
import { EVENT_VERSION, formatLine, hashOfLine, type UnchainedEvent } from './event-line.ts';
import { EMPTY_TAIL, recoverTail, type SessionTail } from './session-tail.ts';
import { writeAll } from './write-all.ts';

export interface SessionWriterOptions {
  readonly session: string;
  readonly path: string;
  readonly log: Logger;
  readonly now: () => number;
  readonly onWarning: (text: string) => void;
}

const ADVICE: Readonly<Record<string, string>> = {
  ENOSPC: 'Free some space on that disk, then try again; nothing recorded before is lost',
  EDQUOT: 'Free some of your quota, then try again; nothing recorded before is lost',
  EIO: 'The disk reports a fault: copy the data folder to another disk',
  EACCES: 'Give yourself the right to write this file',
  EROFS: 'The file system is mounted read-only; mount it writable',
};

/** The writing end of one session's file: what fails leaves nothing behind, and the next write starts where the last good one ended. */
export class SessionWriter implements AsyncDisposable {
  readonly #options: SessionWriterOptions;
  #handle: FileHandle | undefined;
  /** `undefined` until the file's end is known and mended. */
  #tail: SessionTail | undefined;
  /** There may be bytes behind the tail that could not be cut off. */
  #isDirty = false;
  #newerVersion: number | undefined;
  #earliest = 0;

  constructor(options: SessionWriterOptions) {
    this.#options = options;
  }

  /** Offset behind the last line that is good, where it is known. */
  get end(): number | undefined {
    return this.#tail?.offset;
  }

  /** No event may be earlier. Later than those of an earlier process, whose ids may not sort before ours. */
  get earliest(): number {
    return this.#earliest;
  }

  /** Looks at the file, if there is one. What cannot be mended now is tried again at the next write. */
  async recover(): Promise<void> {
    try {
      const handle = await open(this.#options.path, 'r+');
      try {
        await this.#recoverFrom(handle);
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (systemCodeOf(error) === 'ENOENT') return;
      this.#options.onWarning(this.#failure(error).message);
    }
  }

  /** On disk when it resolves; when it throws, nothing of it is in the file. */
  async write(events: readonly UnchainedEvent[]): Promise<readonly AnyLedgerEvent[]> {
    try {
      const handle = await this.#writable();
      const tail = this.#tail ?? EMPTY_TAIL;
      const { written, text, previous } = chain(events, tail.previous);
      const bytes = Buffer.from(text);
      await this.#put(handle, bytes, tail.offset);
      this.#tail = { offset: tail.offset + bytes.length, previous, at: written.at(-1)?.at ?? tail.at };
      return written;
    } catch (error) {
      throw error instanceof AppError ? error : this.#failure(error);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    await handle?.close();
  }

  async #put(handle: FileHandle, bytes: Buffer, offset: number): Promise<void> {
    try {
      await writeAll(handle, bytes, offset);
      await handle.datasync();
      // A file that was just made must be found again after a power cut.
      if (offset === 0) await syncDirectory(dirname(this.#options.path));
    } catch (error) {
      this.#isDirty = true;
      await this.#cutBack(handle).catch((failure: unknown) => {
        this.#options.log.error('ledger.cut.failed', { file: this.#options.path, error: messageOf(failure) });
      });
      throw error;
    }
  }

  async #cutBack(handle: FileHandle): Promise<void> {
    await handle.truncate(this.#tail?.offset ?? 0);
    await handle.datasync();
    this.#isDirty = false;
  }

  /** The open file, its end known and clean. */
  async #writable(): Promise<FileHandle> {
    this.#refuseNewer();
    await this.#letGoWhenReplaced();
    this.#handle ??= await openOrCreate(this.#options.path);
    if (this.#isDirty) await this.#cutBack(this.#handle);
    if (!this.#tail) await this.#recoverFrom(this.#handle);
    this.#refuseNewer();
    return this.#handle;
  }

  /** An editor that saved the file has put another in its place, or made it longer: its end is looked for anew. */
  async #letGoWhenReplaced(): Promise<void> {
    if (!this.#handle || this.#isDirty) return;
    const { nlink, size } = await this.#handle.stat();
    if (nlink > 0 && size === this.#tail?.offset) return;
    this.#options.log.warn('ledger.file.replaced', { file: this.#options.path });
    await this.#handle.close();
    this.#handle = undefined;
    this.#tail = undefined;
  }

  async #recoverFrom(handle: FileHandle): Promise<void> {
    const { path, session, onWarning } = this.#options;
    const { tornFile, newerVersion, ...tail } = await recoverTail(path, handle, this.#options.now());
    this.#tail = tail;
    this.#earliest = tail.at + 1;
    this.#newerVersion = newerVersion;
    if (tornFile !== undefined) {
      onWarning(
        `The last line of the record of session ${session} was incomplete, as after a crash. It was moved to ${tornFile}`,
      );
    }
    if (newerVersion !== undefined) onWarning(this.#newerMessage(newerVersion));
  }

  #refuseNewer(): void {
    if (this.#newerVersion === undefined) return;
    throw new AppError('UNAVAILABLE', this.#newerMessage(this.#newerVersion), {
      where: this.#options.path,
      advice: 'Update Sigma Shell to continue this session, or start a new one',
    });
  }

  #newerMessage(version: number): string {
    return `Session ${this.#options.session} was continued by a newer Sigma Shell (format ${version}, this one writes ${EVENT_VERSION}): it can be read but not continued here`;
  }

  #failure(error: unknown): AppError {
    const { session, path } = this.#options;
    const message = `The record of session ${session} cannot be written: ${messageOf(error)}`;
    const advice = ADVICE[systemCodeOf(error) ?? ''] ?? 'Check the disk and the rights of the data folder';
    return new AppError('UNAVAILABLE', message, { where: path, advice }, error);
  }
}

async function openOrCreate(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r+');
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT') throw error;
    return await open(path, 'wx+', 0o600);
  }
}

function chain(events: readonly UnchainedEvent[], last: string) {
  const written: AnyLedgerEvent[] = [];
  let text = '';
  let previous = last;
  for (const one of events) {
    const line = formatLine(one, previous);
    written.push(line.event);
    text += `${line.text}\n`;
    previous = hashOfLine(line.text);
  }
  return { written, text, previous };
}
