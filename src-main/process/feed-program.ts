import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { onAbort } from '#core/async/abort';
import type { Program } from './death-signal.ts';
import { SYSTEM_ENVIRONMENT, SYSTEM_PATH } from './system-program.ts';

/** End of a program. */
export interface FedProgram {
  /** Exit code; `undefined` if the program could not be started, or was ended. */
  readonly exitCode: number | undefined;
  /** The last that it said on stderr, or why it could not be started. */
  readonly stderr: string;
}

const ENVIRONMENT = { ...SYSTEM_ENVIRONMENT, PATH: SYSTEM_PATH };
const MAX_TEXT = 10_000;

/**
 * Runs a program of the system's with bytes as its input, no faster than it reads them; it is ended when the signal aborts.
 *
 * @throws what the input throws, after the program has ended
 */
export async function feedProgram(
  { file, args }: Program,
  input: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<FedProgram> {
  // Ctrl+C is for whoever runs the command, who ends this one in order.
  const child = spawn(file, [...args], { env: ENVIRONMENT, detached: true, stdio: ['pipe', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-MAX_TEXT);
  });
  const ended = new Promise<number | undefined>((resolve) => {
    child.once('error', (error) => {
      stderr += error.message;
      resolve(undefined);
    });
    child.once('close', (code) => resolve(code ?? undefined));
  });
  const end = () => void child.kill('SIGKILL');
  using _ = onAbort(signal, end);
  let problem: unknown;
  const iterator = input[Symbol.asyncIterator]();
  // What the pipe throws at it is no problem of the input.
  async function* pieces() {
    const next = () =>
      iterator.next().catch((error: unknown) => {
        problem = error;
        end();
        return undefined;
      });
    for (let step = await next(); step && !step.done; step = await next()) yield step.value;
  }
  // It may end before it has read all, and says why itself.
  await pipeline(Readable.from(pieces()), child.stdin).catch(() => {});
  // Files that it holds open are closed; what it still waits for is not waited for.
  void iterator.return?.().catch(() => {});
  const exitCode = await ended;
  if (problem !== undefined) throw problem;
  return { exitCode, stderr };
}
