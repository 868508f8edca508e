import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { onAbort } from '#core/async/abort';
import type { Program } from './death-signal.ts';

export interface ToolRun {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Open files that it gets as descriptors 3, 4 and so on. */
  readonly descriptors?: readonly number[];
  /** Ends it when it aborts. */
  readonly signal?: AbortSignal | undefined;
  /** Longest that it may run, in milliseconds. */
  readonly timeoutMs: number;
}

export interface ProgramResult {
  /** Exit code; `undefined` if the tool could not be started, or was ended. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
  /** Text on stderr, or why it could not be started. */
  readonly stderr: string;
}

const MAX_TEXT = 100_000;
/** Longest wait for the rest in a program's pipes, in milliseconds: a server that it started may hold them for ever. */
const PIPES_MS = 500;

/** Runs a short program of the system's in a group of its own; what it leaves running in the background goes on. */
export function runTool({ file, args }: Program, options: ToolRun): Promise<ProgramResult> {
  const { cwd, environment, descriptors = [], signal, timeoutMs } = options;
  const child = spawn(file, [...args], {
    cwd,
    env: { ...environment },
    // Ctrl+C is for whoever runs the command, who ends this one in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', ...descriptors],
  });
  const said = { stdout: '', stderr: '' };
  collect(child.stdout, said, 'stdout');
  collect(child.stderr, said, 'stderr');
  const end = () => void child.kill('SIGKILL');
  const timer = setTimeout(end, timeoutMs);
  const stopped = onAbort(signal, end);
  return new Promise((resolve) => {
    const done = (exitCode: number | undefined, reason = '') => {
      clearTimeout(timer);
      stopped[Symbol.dispose]();
      for (const pipe of [child.stdout, child.stderr]) pipe?.destroy();
      resolve({ exitCode, stdout: said.stdout.slice(0, MAX_TEXT), stderr: (said.stderr + reason).slice(0, MAX_TEXT) });
    };
    child.once('error', (error) => done(undefined, error.message));
    const closed = new Promise<void>((isClosed) => child.once('close', () => isClosed()));
    child.once('exit', async (code) => {
      await Promise.race([closed, delay(PIPES_MS, undefined, { ref: false })]);
      done(code ?? undefined);
    });
  });
}

/** Keeps no more than is answered with: a program may print until its time is over. */
function collect(pipe: Readable | null, said: Record<'stdout' | 'stderr', string>, name: 'stdout' | 'stderr'): void {
  pipe?.setEncoding('utf8').on('data', (text: string) => {
    if (said[name].length < MAX_TEXT) said[name] += text;
  });
}
