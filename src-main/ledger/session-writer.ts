import { fstatSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AnyLedgerEvent, RecordCut } from '#contract';
import { recordCutText } from '#contract/record-cut-text';
import { AppError, messageOf, systemCodeOf } from '#core/app-error';
import { syncDirectory } from '#core/files/atomic-file';
import type { Logger } from '#core/logger';
import { AnchoredRecord } from './anchors/anchored-record.ts';
import type { HeadAnchors } from './anchors/head-anchors.ts';
import { EMPTY_RECORD, type RecordEnd } from './anchors/record-head.ts';
import { EVENT_VERSION, formatLine, hashOfLine, type UnchainedEvent } from './event-line.ts';
import type { AnchorCheck } from './ports.ts';
import { recoverTail } from './session-tail.ts';
import { writeAll } from './write-all.ts';

export interface SessionWriterOptions {
  readonly session: string;
  readonly path: string;
  readonly log: Logger;
  readonly anchors: HeadAnchors;
  readonly now: () => number;
  /** Makes the event that says what the record had lost, for this moment. */
  readonly cutEvent: (cut: RecordCut, at: number) => UnchainedEvent;
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
  readonly #record: AnchoredRecord;
  #handle: FileHandle | undefined;
  /** End of the record; `undefined` until it is known and repaired. */
  #end: RecordEnd | undefined;
  /** Whether there may be bytes behind the end that could not be removed. */
  #isDirty = false;
  #newerVersion: number | undefined;
  #earliest = 0;

  constructor(options: SessionWriterOptions) {
    this.#options = options;
    this.#record = new AnchoredRecord({
      ...options,
      onCut: (cut) => this.#onCut(cut),
      onDamagedAnchor: (problem) => this.#onDamagedAnchor(problem),
    });
  }

  /** Offset behind the last line that is on disk, while the file is held open: what is behind it is being written. */
  get end(): number | undefined {
    return this.#handle && this.#end?.bytes;
  }

  /** No event may be earlier. Later than those of an earlier process, whose ids may not sort before ours. */
  get earliest(): number {
    return this.#earliest;
  }

  /** Looks at the file, if there is one. What cannot be repaired now is tried again at the next write. */
  async recover(): Promise<void> {
    try {
      const handle = await open(this.#options.path, 'r+');
      try {
        await this.#recoverFrom(handle, false);
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (systemCodeOf(error) === 'ENOENT') return await this.#record.lost();
      this.#options.onWarning(this.#failure(error).message);
    }
  }

  /** Compares the file as it is now with what it had at least. */
  check(file: FileHandle | undefined): Promise<AnchorCheck> {
    return this.#record.check(file);
  }

  /**
   * Writes the events; they are on disk when it resolves, and when it throws, none of them is in the file. If part of
   * the record had been lost, the event that says so is written first and returned first.
   */
  async write(events: readonly UnchainedEvent[]): Promise<readonly AnyLedgerEvent[]> {
    try {
      const handle = await this.#writable();
      const end = this.#end ?? EMPTY_RECORD;
      const { written, text, previous } = chain(this.#withCut(events), end.hash);
      const bytes = Buffer.from(text);
      await this.#put(handle, bytes, end.bytes);
      this.#end = { bytes: end.bytes + bytes.length, hash: previous, at: written.at(-1)?.at ?? end.at };
      this.#record.wrote(this.#end, written.length);
      return written;
    } catch (error) {
      throw error instanceof AppError ? error : this.#failure(error);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    await handle?.close();
    await this.#record.settle();
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
    await handle.truncate(this.#end?.bytes ?? 0);
    await handle.datasync();
    this.#isDirty = false;
  }

  /** The open file, its end known and clean. */
  async #writable(): Promise<FileHandle> {
    this.#refuseNewer();
    const handle = (await this.#held()) ?? (await this.#openAnew());
    if (this.#isDirty) await this.#cutBack(handle);
    this.#refuseNewer();
    return handle;
  }

  /** The file as it was left. An editor that saved it has put another in its place, or made it longer: then there is none. */
  async #held(): Promise<FileHandle | undefined> {
    const handle = this.#handle;
    if (!handle || this.#isDirty) return handle;
    // The kernel knows it: to ask by a thread would take a hundred times as long, before every write.
    const { nlink, size } = fstatSync(handle.fd);
    if (nlink > 0 && size === this.#end?.bytes) return handle;
    this.#options.log.warn('ledger.file.replaced', { file: this.#options.path });
    this.#handle = undefined;
    this.#end = undefined;
    await handle.close();
    return undefined;
  }

  /** Looks for its end if that is not known, and where something else has written to it since. */
  async #openAnew(): Promise<FileHandle> {
    const { handle, isNew } = await openOrCreate(this.#options.path);
    this.#handle = handle;
    if ((await handle.stat()).size !== this.#end?.bytes) await this.#recoverFrom(handle, isNew);
    return handle;
  }

  async #recoverFrom(handle: FileHandle, isNew: boolean): Promise<void> {
    const { path, session, onWarning } = this.#options;
    this.#end = undefined;
    const { tornFile, newerVersion, ...end } = await recoverTail(path, handle, this.#options.now());
    if (tornFile !== undefined) {
      onWarning(
        `The last line of the record of session ${session} was incomplete, as after a crash. It was moved to ${tornFile}`,
      );
    }
    await this.#record.locate(handle, end, isNew);
    this.#end = end;
    // Leaves a moment for the event that says what was lost.
    this.#earliest = end.at + (this.#record.cut ? 2 : 1);
    this.#newerVersion = newerVersion;
    if (newerVersion !== undefined) onWarning(this.#newerMessage(newerVersion));
  }

  #withCut(events: readonly UnchainedEvent[]): readonly UnchainedEvent[] {
    const { cut } = this.#record;
    const first = events[0]?.head.at;
    return cut && first !== undefined ? [this.#options.cutEvent(cut, first - 1), ...events] : events;
  }

  #onCut(cut: RecordCut): void {
    const { session, log, onWarning } = this.#options;
    log.warn('ledger.record.cut', { session, ...cut });
    onWarning(`Session ${session}: ${recordCutText(cut)}`);
  }

  #onDamagedAnchor(problem: string): void {
    const { session, log, onWarning } = this.#options;
    log.warn('ledger.anchor.damaged', { session, problem });
    onWarning(
      `The anchor of session ${session} ${problem}: whether its record was cut is not known. The next event gives it a new one.`,
    );
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

async function openOrCreate(path: string): Promise<{ readonly handle: FileHandle; readonly isNew: boolean }> {
  try {
    return { handle: await open(path, 'r+'), isNew: false };
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT') throw error;
    return { handle: await open(path, 'wx+', 0o600), isNew: true };
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
