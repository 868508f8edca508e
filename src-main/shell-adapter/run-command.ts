import { createWriteStream, type WriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { StopReason } from '#contract';
import { type Exit, type ProcessGroup, startGroup } from '#process/group';
import { type PeakUsage, watchUsage } from '#process/usage';
import { TrimmedOutput } from './trim-output.ts';

export interface CommandLimits {
  /** Longest the command may run, in milliseconds. */
  readonly timeoutMs: number;
  /** Most it may print, in bytes, stdout and stderr together; printing more ends it. */
  readonly maxOutputBytes: number;
}

export interface CommandOptions {
  readonly command: string;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly limits: CommandLimits;
  readonly signal: AbortSignal;
  /** Where all of the output is written as it arrives. */
  readonly spoolPath: string;
  readonly onOutput: (text: string) => void;
}

export interface CommandResult extends Exit {
  readonly stopReason: StopReason;
  readonly durationMs: number;
  /** Beginning and end of what was printed, stdout and stderr in the order they arrived. */
  readonly output: string;
  /** Of all that was printed, kept or not. */
  readonly outputBytes: number;
  readonly peak: PeakUsage | undefined;
  /** Processes that outlived the shell and were ended with it. */
  readonly leftBehind: number;
}

/** After the shell has ended, how long what it started in the background may still hold its pipes, in milliseconds. */
const LINGER_MS = 250;
/** How long a slow disk may take to write down what a command that is gone has printed, in milliseconds. */
const MAX_WRITING_MS = 60_000;

/**
 * Runs bash text in its own process group, with an empty standard input. A failing command is a result, not an error.
 * Whatever ends it, all of its tree is gone when this resolves, and what it printed until then is kept.
 *
 * @throws AppError UNAVAILABLE when bash cannot be started, as when `cwd` does not exist.
 */
export async function runCommand(options: CommandOptions): Promise<CommandResult> {
  const startedAt = performance.now();
  await using group = await startGroup({
    file: 'bash',
    args: ['-c', options.command],
    cwd: options.cwd,
    environment: options.environment,
  });
  const usage = watchUsage(group);
  const stop = stopOnce(group);
  const output = new OutputCollector(options, () => stop.because('output'));
  const closed = Promise.all([output.collect(group.stdout), output.collect(group.stderr)]);

  const timer = setTimeout(() => stop.because('timeout'), options.limits.timeoutMs);
  const onAbort = () => stop.because('abort');
  options.signal.addEventListener('abort', onAbort, { once: true });
  if (options.signal.aborted) onAbort();
  try {
    const exit = await group.exited;
    await outputEnd(group, closed);
    const leftBehind = stop.reason === undefined ? (await group.pids()).length : 0;
    await group.end();
    await closed;
    const text = await output.finish();
    return {
      ...exit,
      stopReason: stop.reason ?? 'exit',
      durationMs: Math.round(performance.now() - startedAt),
      output: text,
      outputBytes: output.bytes,
      peak: usage.stop(),
      leftBehind,
    };
  } finally {
    usage.stop();
    clearTimeout(timer);
    options.signal.removeEventListener('abort', onAbort);
  }
}

/** Waits for all of the output of a tree that is gone; for that of one that lives on, only a moment. */
async function outputEnd(group: ProcessGroup, closed: Promise<unknown>): Promise<void> {
  await Promise.race([closed, pause(LINGER_MS)]);
  if ((await group.pids()).length === 0) await Promise.race([closed, pause(MAX_WRITING_MS)]);
}

/** Who stopped it is decided once, by the first. */
function stopOnce(group: ProcessGroup) {
  let reason: StopReason | undefined;
  return {
    get reason() {
      return reason;
    },
    because(why: StopReason) {
      reason ??= why;
      void group.end();
    },
  };
}

class OutputCollector {
  bytes = 0;
  readonly #options: CommandOptions;
  readonly #onTooMuch: () => void;
  readonly #trimmed = new TrimmedOutput();
  readonly #spool: WriteStream;

  constructor(options: CommandOptions, onTooMuch: () => void) {
    this.#options = options;
    this.#onTooMuch = onTooMuch;
    this.#spool = createWriteStream(options.spoolPath, { mode: 0o600 });
    // A full disk costs the spool, not the command: the event then says that the spool is not complete.
    this.#spool.on('error', () => {});
  }

  /** Resolves when the pipe is shut, by its writer or by us. */
  async collect(pipe: Readable): Promise<void> {
    const decoder = new TextDecoder();
    pipe.on('data', (chunk: Buffer) => {
      const room = this.#options.limits.maxOutputBytes - this.bytes;
      this.bytes += chunk.length;
      if (room <= 0) return this.#onTooMuch();
      const kept = chunk.subarray(0, room);
      this.#take(decoder.decode(kept, { stream: true }));
      if (this.#spool.writable && !this.#spool.write(kept)) {
        pipe.pause();
        this.#spool.once('drain', () => pipe.resume());
        this.#spool.once('close', () => pipe.resume());
      }
      if (chunk.length > room) this.#onTooMuch();
    });
    await finished(pipe, { writable: false }).catch(() => {});
    this.#take(decoder.decode());
  }

  async finish(): Promise<string> {
    this.#spool.end();
    await finished(this.#spool).catch(() => {});
    return this.#trimmed.text();
  }

  #take(text: string): void {
    if (text === '') return;
    this.#trimmed.add(text);
    this.#options.onOutput(text);
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref());
