import { createWriteStream, type WriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { TrimmedOutput } from './trim-output.ts';

export interface CollectorOptions {
  readonly maxBytes: number;
  /** Where all of the output is written as it arrives. */
  readonly spoolPath: string;
  /** Where standard output alone is written, too. */
  readonly stdoutPath?: string | undefined;
  readonly onOutput: (text: string) => void;
  /** More than `maxBytes` came. */
  readonly onTooMuch: () => void;
}

/** Takes both streams of a command in the order they arrive: to disk, to the person's eyes, and shortened for the record. */
export class OutputCollector {
  bytes = 0;
  /** May be raised while it is taken in. */
  maxBytes: number;
  readonly #options: CollectorOptions;
  readonly #trimmed = new TrimmedOutput();
  readonly #errors = new TrimmedOutput();
  readonly #spool: WriteStream;
  readonly #stdout: WriteStream | undefined;

  constructor(options: CollectorOptions) {
    this.#options = options;
    this.maxBytes = options.maxBytes;
    this.#spool = openSpool(options.spoolPath);
    this.#stdout = options.stdoutPath === undefined ? undefined : openSpool(options.stdoutPath);
  }

  /** Whether all that was printed to standard output could be written to its file. */
  get hasAllOfStdout(): boolean {
    return this.#stdout?.errored === null;
  }

  /** What came on standard error, shortened. */
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
      if (room <= 0) return onTooMuch();
      const kept = chunk.subarray(0, room);
      this.#take(decoder.decode(kept, { stream: true }), stream);
      write(this.#spool, kept, pipe);
      if (this.#stdout && stream === 'stdout') write(this.#stdout, kept, pipe);
      if (chunk.length > room) onTooMuch();
    });
    await finished(pipe, { writable: false }).catch(() => {});
    this.#take(decoder.decode(), stream);
  }

  /** What is shown of it, when everything is on disk. */
  async finish(): Promise<string> {
    await Promise.all([this.#spool, this.#stdout].map((file) => file && closed(file)));
    return this.#trimmed.text();
  }

  #take(text: string, stream: 'stdout' | 'stderr'): void {
    if (text === '') return;
    this.#trimmed.add(text);
    if (stream === 'stderr') this.#errors.add(text);
    this.#options.onOutput(text);
  }
}

function openSpool(path: string): WriteStream {
  const file = createWriteStream(path, { mode: 0o600 });
  // A full disk costs the spool, not the command: the event then says that the spool is not complete.
  file.on('error', () => {});
  return file;
}

/** The pipe waits for a slow disk. */
function write(file: WriteStream, bytes: Buffer, pipe: Readable): void {
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

async function closed(file: WriteStream): Promise<void> {
  file.end();
  await finished(file).catch(() => {});
}
