import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { onAbort } from '#core/async/abort';
import { CAPTURE_BYTES, CapturedOutput } from '#core/text/captured-output';
import { startGroup } from '#process/group';
import type { ProcessGroup } from '#process/process-group';

export interface QuietOptions {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface QuietResult {
  /** stdout and stderr as they arrived. */
  readonly text: string;
  readonly isTail: boolean;
  /** Reason why it failed. */
  readonly problem: string | undefined;
}

/** Variables for programs that run without a person to turn a page or answer. */
const NON_INTERACTIVE = { TERM: 'dumb', PAGER: 'cat', GIT_PAGER: 'cat', GIT_TERMINAL_PROMPT: '0' };
/** Time for which leftover processes may hold the program's output open, in milliseconds. */
const LINGER_MS = 250;

/**
 * Runs a program with an empty standard input and out of sight. @throws AppError UNAVAILABLE if it cannot be started
 */
export async function runQuiet({ timeoutMs, signal, environment, ...program }: QuietOptions): Promise<QuietResult> {
  await using group = await startGroup({ ...program, environment: { ...environment, ...NON_INTERACTIVE } });
  let stopped: string | undefined;
  const stop = (why: string) => {
    stopped ??= why;
    void group.end();
  };
  const timer = setTimeout(() => stop(`was ended after ${timeoutMs / 1000} s`), timeoutMs);
  using _ = onAbort(signal, () => stop('was cancelled'));
  try {
    const output = new CapturedOutput(CAPTURE_BYTES, true);
    const closed = Promise.all([collectOutput(group.stdout, output), collectOutput(group.stderr, output)]);
    const { exitCode, signal: killedBy } = await group.exited;
    await outputEnd(group, closed);
    const { text, isTail } = output.result();
    const ended = exitCode === undefined ? `was ended by ${killedBy}` : `failed with exit code ${exitCode}`;
    return { text, isTail, problem: stopped ?? (exitCode === 0 ? undefined : ended) };
  } finally {
    clearTimeout(timer);
  }
}

/** All of the output of a tree that is gone; of one that lives on, what comes within a moment. */
async function outputEnd(group: ProcessGroup, closed: Promise<unknown>): Promise<void> {
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, LINGER_MS).unref())]);
  if ((await group.pids()).length === 0) await closed;
}

async function collectOutput(pipe: Readable, output: CapturedOutput): Promise<void> {
  const decoder = new TextDecoder();
  pipe.on('data', (chunk: Buffer) => output.add(decoder.decode(chunk, { stream: true })));
  await finished(pipe, { writable: false }).catch(() => {});
  output.add(decoder.decode());
}
