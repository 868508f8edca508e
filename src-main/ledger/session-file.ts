import { type FileHandle, open } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type AnyLedgerEvent,
  type LedgerEventData,
  type LedgerEventType,
  ledgerEvents,
  type RecordCut,
} from '#contract';
import { AppError, messageOf, systemCodeOf } from '#core/app-error';
import type { Logger } from '#core/logger';
import type { Redactor } from '#core/secrets/redact';
import type { HeadAnchors } from './anchors/head-anchors.ts';
import { EVENT_VERSION, parseEventLine, type UnchainedEvent } from './event-line.ts';
import type { AddedEvent, AnchorCheck, AppendOptions, RecordReadOptions, SessionLedger, SessionLine } from './ports.ts';
import { linesBackward, linesTogether, MAX_LINE_BYTES } from './raw-lines.ts';
import { SessionWriter } from './session-writer.ts';

export interface SessionFileOptions {
  readonly session: string;
  readonly path: string;
  readonly anchors: HeadAnchors;
  readonly redactor: Redactor;
  readonly log: Logger;
  readonly now: () => number;
  readonly newId: (at: number) => string;
  readonly onAppended: (event: AnyLedgerEvent) => void;
  readonly onWarning: (text: string) => void;
}

interface QueuedEvent {
  readonly event: UnchainedEvent;
  readonly resolve: (event: AnyLedgerEvent) => void;
  readonly reject: (error: unknown) => void;
}

/** Most events written at once; more wait for the next write. */
const MAX_BATCH = 1000;

/** One session's file. Appends that wait for the disk together go there in one write with one fdatasync. */
export class SessionFile implements SessionLedger, AsyncDisposable {
  readonly session: string;
  readonly #options: SessionFileOptions;
  readonly #writer: SessionWriter;
  #waiting: QueuedEvent[] = [];
  #flushing: Promise<void> | undefined;
  #closedBecause: string | undefined;
  #lastAt = 0;

  private constructor(options: SessionFileOptions) {
    this.session = options.session;
    this.#options = options;
    this.#writer = new SessionWriter({ ...options, cutEvent: (cut, at) => this.#cutEvent(cut, at) });
  }

  /** Repairs the end of the file first, if it is there. A file that cannot be repaired now can still be read. */
  static async open(options: SessionFileOptions): Promise<SessionFile> {
    const file = new SessionFile(options);
    await file.#writer.recover();
    return file;
  }

  async append<T extends LedgerEventType>(
    type: T,
    data: LedgerEventData<T>,
    options: AppendOptions = {},
  ): Promise<AnyLedgerEvent> {
    return await this.add(type, data, options).onDisk;
  }

  add<T extends LedgerEventType>(type: T, data: LedgerEventData<T>, options: AppendOptions = {}): AddedEvent {
    this.#failWhenClosed();
    const event = this.#prepare(type, data, options);
    const onDisk = new Promise<AnyLedgerEvent>((resolve, reject) => {
      this.#waiting.push({ event, resolve, reject });
      this.#flushing ??= this.#flush();
    });
    return { id: event.head.id, onDisk };
  }

  async *read({ onProblem, ...options }: RecordReadOptions = {}): AsyncGenerator<AnyLedgerEvent, void> {
    const problems: string[] = [];
    for await (const lines of this.#pieces(options)) {
      for (const line of lines) {
        if (line.event) yield line.event;
        else problems.push(`${this.#options.path}: ${lineLabel(line)} ${line.problem} and was left out`);
      }
    }
    for (const problem of problems) {
      onProblem?.(problem);
      this.#options.log.warn('ledger.line.unreadable', { session: this.session, problem });
    }
  }

  async *lines(options: Pick<RecordReadOptions, 'backward'> = {}): AsyncGenerator<SessionLine, void> {
    for await (const lines of this.#pieces(options)) yield* lines;
  }

  async checkAnchor(): Promise<AnchorCheck> {
    const handle = await this.#openToRead();
    try {
      return await this.#writer.check(handle);
    } finally {
      await handle?.close();
    }
  }

  /** Resolves when everything asked for before is on disk or has failed; later appends fail with `why`. */
  async close(why: string): Promise<void> {
    this.#closedBecause ??= why;
    await this.#flushing;
    await this.#writer[Symbol.asyncDispose]();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close('Sigma Shell is closing');
  }

  /** Prepares an event; errors in the data itself appear here, so that it fails alone. */
  #prepare<T extends LedgerEventType>(type: T, data: LedgerEventData<T>, options: AppendOptions): UnchainedEvent {
    // Never earlier than the event before, even when the clock is set back: the order by time is the order of the file.
    const at = Math.max(this.#options.now(), this.#lastAt, this.#writer.earliest);
    const event = this.#eventAt(at, type, data, options);
    this.#lastAt = at;
    return event;
  }

  #cutEvent(cut: RecordCut, at: number): UnchainedEvent {
    return this.#eventAt(at, 'record.cut', cut, {});
  }

  #eventAt<T extends LedgerEventType>(
    at: number,
    type: T,
    data: LedgerEventData<T>,
    options: AppendOptions,
  ): UnchainedEvent {
    const { parsed, dataJson } = this.#redacted(type, data);
    if (Buffer.byteLength(dataJson) > MAX_LINE_BYTES - 4096) {
      const limit = `${MAX_LINE_BYTES / 1024 / 1024} MB`;
      throw new AppError('LIMIT_EXCEEDED', `An event ${type} is larger than ${limit} and was not recorded`, {
        where: this.#options.path,
      });
    }
    const links = {
      ...(options.turn !== undefined && { turn: options.turn }),
      ...(options.cause !== undefined && { cause: options.cause }),
    };
    const head = { v: EVENT_VERSION, id: this.#options.newId(at), at, session: this.session, ...links, type } as const;
    return { head, data: parsed, dataJson };
  }

  #redacted<T extends LedgerEventType>(type: T, data: LedgerEventData<T>) {
    const { redactor } = this.#options;
    const parsed = ledgerEvents[type].parse(data);
    const dataJson = JSON.stringify(parsed);
    if (!redactor.mayHold(dataJson)) return { parsed, dataJson };
    const blanked = ledgerEvents[type].parse(redactor.value(data));
    return { parsed: blanked, dataJson: JSON.stringify(blanked) };
  }

  async #flush(): Promise<void> {
    // What is asked for in the same turn of the event loop goes to the disk with the first of it.
    await nextTurn();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, MAX_BATCH);
      this.#waiting = this.#waiting.slice(MAX_BATCH);
      try {
        const events = await this.#writer.write(batch.map((one) => one.event));
        const added = events.length - batch.length;
        for (const [index, event] of events.entries()) {
          batch[index - added]?.resolve(event);
          this.#options.onAppended(event);
        }
      } catch (error) {
        this.#options.log.error('ledger.append.failed', { session: this.session, error: messageOf(error) });
        for (const one of batch) one.reject(error);
      }
    }
    this.#flushing = undefined;
  }

  /** Lines that were read together; backwards one by one, since a reader may want no more than the last. */
  async *#pieces({
    backward = false,
  }: Pick<RecordReadOptions, 'backward'>): AsyncGenerator<readonly SessionLine[], void> {
    const handle = await this.#openToRead();
    if (!handle) return;
    try {
      const { size } = await handle.stat();
      const end = this.#writer.end ?? size;
      if (backward) {
        for await (const { bytes } of linesBackward(handle, end))
          yield [{ number: 0, bytes, ...parseEventLine(bytes) }];
        return;
      }
      let number = 0;
      for await (const lines of linesTogether(handle, end)) {
        yield lines.map(({ bytes }) => {
          number += 1;
          return { number, bytes, ...parseEventLine(bytes) };
        });
      }
    } finally {
      await handle.close();
    }
  }

  async #openToRead(): Promise<FileHandle | undefined> {
    try {
      return await open(this.#options.path, 'r');
    } catch (error) {
      if (systemCodeOf(error) === 'ENOENT') return undefined;
      throw new AppError('UNAVAILABLE', `The record of session ${this.session} cannot be read: ${messageOf(error)}`, {
        where: this.#options.path,
      });
    }
  }

  #failWhenClosed(): void {
    if (this.#closedBecause === undefined) return;
    throw new AppError(
      'UNAVAILABLE',
      `Nothing more can be recorded in session ${this.session}: ${this.#closedBecause}`,
    );
  }
}

function lineLabel(line: SessionLine): string {
  return line.number > 0 ? `line ${line.number}` : 'a line';
}
