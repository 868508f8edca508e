import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { StopReason } from '#contract';
import { messageOf } from '#core/app-error';
import { Redactor } from '#core/secrets/redact';
import type { RedactedStream } from '#core/secrets/redacted-stream';
import type { Exit } from '#process/process-group';
import { withoutStartupCode } from './command-environment.ts';
import { type EnforcementOptions, enforceLimits } from './enforce-limits.ts';
import { type Peak, startLimited } from './limiter.ts';
import type { EndSizes } from './output-ends.ts';
import { bashProgram, type CommandOptions } from './run-command.ts';
import { StopOnce } from './stop-once.ts';
import { TrimmedOutput } from './trim-output.ts';

export interface FilterOptions
  extends EnforcementOptions,
    Pick<
      CommandOptions,
      'cwd' | 'environment' | 'sandbox' | 'isProven' | 'marker' | 'limiter' | 'redactor' | 'onUsage'
    > {
  /** bash text. */
  readonly filter: string;
  /** Input of the filter, through a pipe as in bash: some programs write differently when they read a file. */
  readonly input: Readable;
}

export interface FilterResult extends Exit {
  readonly stopReason: StopReason;
  readonly stopText: string | undefined;
  readonly peak: Peak | undefined;
  /** Beginning and end of what it printed to standard output, secrets blanked. */
  readonly text: string;
  readonly errorText: string;
  readonly bytes: number;
  /** `text` is not all of it. */
  readonly isCut: boolean;
  readonly durationMs: number;
  /** Reason why not all of its input could be read: then what it printed is not of all of it. */
  readonly unread: string | undefined;
}

/** Most of a filter's error text that is shown, in code points. */
const ERROR_TEXT = { beginning: 2000, end: 2000 };
/** Most of it, in bytes; more ends the filter. */
const MAX_ERROR_BYTES = 1_000_000;

/**
 * Runs a filter on an output that is kept: the bytes are its standard input, and never part of a command line.
 *
 * @throws AppError UNAVAILABLE when bash cannot be started.
 */
export async function runFilter(options: FilterOptions): Promise<FilterResult> {
  const startedAt = performance.now();
  const { cwd, marker, input, limits, redactor = new Redactor() } = options;
  using _input = { [Symbol.dispose]: () => void input.destroy() };
  const held = await startLimited(options.limiter, {
    ...bashProgram(options.filter, cwd, options),
    cwd,
    environment: withoutStartupCode(options.environment),
    stdin: 'pipe',
    ...(limits.processes !== undefined && { processes: limits.processes }),
    ...(marker !== undefined && { marker }),
  });
  await using group = held.group;
  const stop = new StopOnce(group);
  const onTooMuch = () => stop.because('output');
  const printed = new FilterText(group.stdout, { redactor, maxBytes: limits.maxOutputBytes, onTooMuch });
  const said = new FilterText(group.stderr, { redactor, maxBytes: MAX_ERROR_BYTES, onTooMuch, kept: ERROR_TEXT });
  const watch = held.watch({
    limits,
    workspace: undefined,
    outputBytes: () => printed.bytes,
    onUsage: (usage) => options.onUsage?.(usage),
    onTrip: (reason, text) => stop.because(reason, text),
  });
  using _held = enforceLimits(options, { stop, output: printed, watch });
  const fed = feed(input, group.stdin);
  const exit = await group.exited;
  const ranOut = watch.ranOut();
  if (ranOut !== undefined) stop.because('memory', ranOut);
  await Promise.all([printed.ended, said.ended]);
  // Filter programs leave nothing behind, and bash has waited for them.
  if (stop.reason === undefined) group.forget();
  await group.end(0);
  const text = printed.text();
  return {
    ...exit,
    stopReason: stop.reason ?? 'exit',
    stopText: stop.text,
    peak: watch.peak(),
    text,
    errorText: said.text(),
    bytes: printed.bytes,
    isCut: printed.isCut || stop.reason === 'output',
    durationMs: Math.round(performance.now() - startedAt),
    unread: fed.problem,
  };
}

/** Gives a filter its input; `problem` is why not all of that could be read. */
function feed(input: Readable, stdin: Writable | undefined): { readonly problem: string | undefined } {
  const fed: { problem: string | undefined } = { problem: undefined };
  // An input that fails ends for the filter as one that was read to its end. After the filter has ended it is only given up.
  input.once('error', (error) => {
    if (stdin?.destroyed === false) fed.problem = messageOf(error);
  });
  // A filter may end before it has read everything.
  if (stdin) void pipeline(input, stdin).catch(() => {});
  return fed;
}

interface PrintedOptions {
  readonly redactor: Redactor;
  readonly maxBytes: number;
  readonly onTooMuch: () => void;
  /** Part of it that is shown. */
  readonly kept?: EndSizes;
}

class FilterText {
  bytes = 0;
  maxBytes: number;
  readonly ended: Promise<void>;
  readonly #trimmed: TrimmedOutput;
  readonly #decoder = new TextDecoder();
  readonly #redacted: RedactedStream;

  constructor(pipe: Readable, { redactor, maxBytes, onTooMuch, kept }: PrintedOptions) {
    this.#trimmed = new TrimmedOutput(kept);
    this.#redacted = redactor.textStream();
    this.maxBytes = maxBytes;
    pipe.on('data', (chunk: Buffer) => {
      const room = this.maxBytes - this.bytes;
      this.bytes += chunk.length;
      if (room > 0) this.#take(this.#decoder.decode(chunk.subarray(0, room), { stream: true }));
      if (chunk.length > room) onTooMuch();
    });
    this.ended = new Promise((resolve) => pipe.once('close', () => resolve()));
  }

  get isCut(): boolean {
    return this.#trimmed.isCut;
  }

  text(): string {
    this.#take(this.#decoder.decode());
    this.#trimmed.add(this.#redacted.end());
    return this.#trimmed.text();
  }

  #take(text: string): void {
    this.#trimmed.add(this.#redacted.push(text));
  }
}
