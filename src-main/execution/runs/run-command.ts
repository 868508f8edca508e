import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { LiveUsage, StopReason } from '#contract';
import type { Redactor } from '#core/secrets/redact';
import type { Exit, ProcessGroup } from '#process/process-group';
import { reservationFilter } from '#process/sandbox/reservation-filter';
import type { Sandbox } from './box.ts';
import { type EnforcementOptions, enforceLimits } from './enforce-limits.ts';
import { type Limiter, type Peak, startLimited } from './limiter.ts';
import { OutputCollector } from './output-collector.ts';
import { StopOnce } from './stop-once.ts';

export interface CommandOptions extends EnforcementOptions {
  readonly command: string;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Limiter of resources; if absent, only time and output are limited. */
  readonly limiter?: Limiter | undefined;
  /** Absolute; by what it grows counts against the limit of the disk. */
  readonly workspace?: string | undefined;
  /** Absolute paths of folders whose growth counts as well. */
  readonly alsoCounted?: readonly string[] | undefined;
  /** File to which all of the output is written as it arrives, secrets blanked. */
  readonly spoolPath: string;
  /** Takes standard output alone, as it was printed. */
  readonly stdout?: Writable | undefined;
  /** Redactor of known secrets; if absent, only secrets of known formats are redacted. */
  readonly redactor?: Redactor | undefined;
  /** Puts bash into a sandbox, which ends with us and lets nothing survive the command. */
  readonly sandbox?: Sandbox | undefined;
  /** Its text proves what it does, as long as names and words mean what they meant then. */
  readonly isProven?: boolean | undefined;
  /** Reads what the command writes to descriptor 3, which it has then. */
  readonly onSide?: ((side: Readable) => void) | undefined;
  /** See `startGroup`. */
  readonly marker?: string;
  readonly onOutput: (text: string) => void;
  /** Several times a second, while it runs. */
  readonly onUsage?: ((usage: LiveUsage) => void) | undefined;
}

export interface CommandResult extends Exit {
  readonly stopReason: StopReason;
  /** Sentence about an exceeded limit of CPU, memory, disk or processes: usage and limit. */
  readonly stopText: string | undefined;
  readonly durationMs: number;
  /** Beginning and end of what was printed, stdout and stderr in the order they arrived. */
  readonly output: string;
  /** Text printed to stderr. */
  readonly errorText: string;
  /** All of standard output was written to `stdout`. */
  readonly hasAllOfStdout: boolean;
  /** Whether the spool holds the whole output, except for secrets. */
  readonly hasAllInSpool: boolean;
  /** Secrets that were blanked in the spool. */
  readonly redacted: number;
  /** Bytes printed in total, kept or not. */
  readonly outputBytes: number;
  readonly peak: Peak | undefined;
  /** Processes that outlived the shell and were ended with it. */
  readonly leftBehind: number;
}

/** Time that background processes may still hold the pipes after the shell has ended, in milliseconds. */
const LINGER_MS = 250;
/** Longest time for a slow disk to write down what an ended command has printed, in milliseconds. */
const MAX_WRITING_MS = 60_000;

/**
 * Line that fixes the search path and the word separators, so that a command proven to read finds no other program, and
 * its words are not split elsewhere.
 */
const FIXED_VARIABLES = 'readonly PATH IFS; ';

/** bash text as a program, in the sandbox where there is one. */
export function bashProgram(
  text: string,
  cwd: string,
  { sandbox, isProven }: Pick<CommandOptions, 'sandbox' | 'isProven'>,
  wantsFilter = false,
) {
  // Without it, a bash whose input is a socket takes itself for a remote login and runs ~/.bashrc; node's pipes are sockets.
  const bash = { file: 'bash', args: ['--norc', '-c', isProven ? `${FIXED_VARIABLES}${text}` : text] };
  return sandbox ? sandbox(bash, cwd, wantsFilter) : { ...bash, diesWithHost: false };
}

/**
 * Runs bash text in its own process group, with an empty standard input. A failing command is a result, not an error.
 * Whatever ends it, all of its tree is gone when this resolves, and what it printed until then is kept.
 *
 * @throws AppError UNAVAILABLE when bash cannot be started, as when `cwd` does not exist.
 */
export async function runCommand(options: CommandOptions): Promise<CommandResult> {
  const startedAt = performance.now();
  const { limits } = options;
  const isHeld = options.limiter?.fileLimits !== undefined && limits.diskBytes !== undefined;
  const program = bashProgram(options.command, options.cwd, options, isHeld);
  const files = await fileLimitOf(options);
  const start = {
    ...program,
    cwd: options.cwd,
    environment: options.environment,
    ...(limits.processes !== undefined && { processes: limits.processes }),
    ...(program.readsFilter && { filter: reservationFilter(files?.bytes) }),
    ...(options.onSide && { hasSide: true }),
    ...(options.marker !== undefined && { marker: options.marker }),
  };
  const held = await startLimited(options.limiter, start, files);
  await using group = held.group;
  const stop = new StopOnce(group);
  const output = collectorFor(options, () => stop.because('output'));
  const closed = Promise.all([output.collect(group.stdout, 'stdout'), output.collect(group.stderr, 'stderr')]);
  const side = group.side && sideEnd(group.side, options.onSide);
  const watch = held.watch({
    limits,
    workspace: options.workspace,
    alsoCounted: options.alsoCounted,
    outputBytes: () => output.bytes,
    onUsage: (usage) => options.onUsage?.(usage),
    onTrip: (reason, text) => stop.because(reason, text),
  });
  using _held = enforceLimits(options, { stop, output, watch });
  const exit = await group.exited;
  const ranOut = watch.ranOut();
  if (ranOut !== undefined) stop.because('memory', ranOut);
  const ranOutOfDisk = watch.ranOutOfDisk(exit);
  if (ranOutOfDisk !== undefined) stop.because('disk', ranOutOfDisk);
  const left = await outputEnd(group, closed, program.diesWithHost);
  const leftBehind = stop.reason === undefined ? left : 0;
  if (left === 0) group.forget();
  await group.end();
  await Promise.all([closed, side]);
  const text = await output.finish();
  return {
    ...exit,
    stopReason: stop.reason ?? 'exit',
    stopText: stop.text,
    durationMs: Math.round(performance.now() - startedAt),
    output: text,
    errorText: output.errorText,
    hasAllOfStdout: output.hasAllOfStdout,
    hasAllInSpool: output.hasAllInSpool,
    redacted: output.redacted,
    outputBytes: output.bytes,
    peak: watch.peak(),
    leftBehind,
  };
}

/** Finds the limit for the length of files. Outside a box there is none: files that do not count may be as long as they like. */
async function fileLimitOf({ limiter, sandbox, workspace, alsoCounted = [], limits }: CommandOptions) {
  if (sandbox === undefined || workspace === undefined) return undefined;
  return await limiter?.fileLimits?.of([workspace, ...alsoCounted], limits.diskBytes);
}

function collectorFor({ limits, spoolPath, stdout, redactor, onOutput }: CommandOptions, onTooMuch: () => void) {
  return new OutputCollector({ maxBytes: limits.maxOutputBytes, spoolPath, stdout, redactor, onOutput, onTooMuch });
}

async function sideEnd(side: Readable, read: CommandOptions['onSide']): Promise<void> {
  read?.(side);
  await finished(side, { writable: false }).catch(() => {});
}

/**
 * Waits for all of the output of a tree that is gone; for that of one that lives on, only a moment. Answers how many
 * processes live on: none if the kernel ends them with the first.
 */
async function outputEnd(group: ProcessGroup, closed: Promise<unknown>, isEnded: boolean): Promise<number> {
  const isShut = await Promise.race([closed.then(() => true), pause(LINGER_MS).then(() => false)]);
  const left = isEnded ? [] : await group.pids();
  if (left.length > 0) return left.length;
  // Somebody may hold the pipes who has left what held the tree.
  const strays = isEnded || isShut ? [] : await group.strays?.();
  if (strays && strays.length > 0) return strays.length;
  await Promise.race([closed, pause(MAX_WRITING_MS)]);
  return 0;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref());
