import { createWriteStream, type WriteStream } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type RedactedBytes, Redactor } from '#core/secrets/redact';
import type { RedactedStream } from '#core/secrets/redacted-stream';
import { TrimmedOutput } from './trim-output.ts';

export interface CollectorOptions {
  readonly maxBytes: number;
  /** File to which all of the output is written as it arrives, secrets blanked. */
  readonly spoolPath: string;
  /** Takes standard output alone, as it was printed. */
  readonly stdout?: Writable | undefined;
  /** Redactor of known secrets; if absent, only secrets of known formats are redacted. */
  readonly redactor?: Redactor | undefined;
  /** Called with output as it was printed. */
  readonly onOutput: (text: string) => void;
  /** Called when more than `maxBytes` arrived. */
  readonly onTooMuch: () => void;
}

/** Takes both streams of a command in the order they arrive: shown to the person, and with secrets blanked to disk and, shortened, for the record. */
export class OutputCollector {
  bytes = 0;
  /** May be raised while it is taken in. */
  maxBytes: number;
  readonly #options: CollectorOptions;
  readonly #trimmed = new TrimmedOutput();
  readonly #errors = new TrimmedOutput();
  readonly #spool: WriteStream;
  readonly #stdout: Writable | undefined;
  /** Searches for secrets, one a stream: what the other one prints between the pieces of a secret does not hide it. */
  readonly #redacted: Readonly<
    Record<'stdout' | 'stderr', { readonly spool: RedactedBytes; readonly text: RedactedStream }>
  >;
  /** Whether something came beyond the limit, which may have been raised since. */
  #hasDropped = false;

  constructor(options: CollectorOptions) {
    this.#options = options;
    this.maxBytes = options.maxBytes;
    this.#spool = openSpool(options.spoolPath);
    this.#stdout = options.stdout;
    this.#stdout?.on('error', () => {});
    const { redactor = new Redactor() } = options;
    const blanked = () => ({ spool: redactor.byteStream(), text: redactor.textStream() });
    this.#redacted = { stdout: blanked(), stderr: blanked() };
  }

  /** Whether all that was printed to standard output could be written to `stdout`. */
  get hasAllOfStdout(): boolean {
    return this.#stdout?.errored === null;
  }

  /** Whether all that was printed could be written to the spool, secrets apart. */
  get hasAllInSpool(): boolean {
    return this.#spool.errored === null && !this.#hasDropped;
  }

  /** Secrets that were blanked in the spool. */
  get redacted(): number {
    return this.#redacted.stdout.spool.blanked + this.#redacted.stderr.spool.blanked;
  }

  /** Text from standard error, shortened. */
  get errorText(): string {
    return this.#errors.text();
  }

  /** Resolves when the pipe is shut, by its writer or by us. */
  async collect(pipe: Readable, stream: 'stdout' | 'stderr'): Promise<void> {
    const decoder = new TextDecoder();
    const { onTooMuch } = this.#options;
    pipe.on('data', (chunk: Buffer) => {
      const room = this.maxBytes - this.bytes;
      this.bytes += chunk.length;
      this.#hasDropped ||= chunk.length > room;
      if (room <= 0) return onTooMuch();
      const kept = chunk.subarray(0, room);
      this.#take(decoder.decode(kept, { stream: true }), stream);
      writeWithPause(this.#spool, this.#redacted[stream].spool.push(kept), pipe);
      if (this.#stdout && stream === 'stdout') writeWithPause(this.#stdout, kept, pipe);
      if (chunk.length > room) onTooMuch();
    });
    await finished(pipe, { writable: false }).catch(() => {});
    this.#take(decoder.decode(), stream);
  }

  /** Returns the part of the output to show, once everything is on disk. */
  async finish(): Promise<string> {
    for (const stream of ['stdout', 'stderr'] as const) {
      const { spool, text } = this.#redacted[stream];
      if (this.#spool.writable) this.#spool.write(spool.end());
      this.#show(text.end(), stream);
    }
    await Promise.all([this.#spool, this.#stdout].map((file) => file && endFile(file)));
    return this.#trimmed.text();
  }

  #take(text: string, stream: 'stdout' | 'stderr'): void {
    if (text === '') return;
    this.#show(this.#redacted[stream].text.push(text), stream);
    this.#options.onOutput(text);
  }

  #show(text: string, stream: 'stdout' | 'stderr'): void {
    this.#trimmed.add(text);
    if (stream === 'stderr') this.#errors.add(text);
  }
}

function openSpool(path: string): WriteStream {
  const file = createWriteStream(path, { mode: 0o600 });
  // A full disk costs the spool, not the command: the event then says that the spool is not complete.
  file.on('error', () => {});
  return file;
}

/** The pipe waits for a slow disk. */
function writeWithPause(file: Writable, bytes: Buffer, pipe: Readable): void {
  if (!file.writable || file.write(bytes)) return;
  pipe.pause();
  const goOn = () => {
    file.off('drain', goOn);
    file.off('close', goOn);
    pipe.resume();
  };
  file.on('drain', goOn);
  file.on('close', goOn);
}

async function endFile(file: Writable): Promise<void> {
  file.end();
  await finished(file).catch(() => {});
}
