import { spawn } from 'node:child_process';
import { coveringPrivate } from './private-descriptors.ts';

export interface StartOnTerminalOptions {
  /** An absolute path; checked by the caller, since a missing program shows only as exit code 127. */
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Name of the terminal's slave, such as `/dev/pts/3`, and an open descriptor of it. */
  readonly terminal: string;
  readonly descriptor: number;
  readonly onExit: (exitCode: number | undefined, signal: string | undefined) => void;
}

/**
 * Starts a program as the leader of a session of its own whose controlling terminal is `terminal`: a session leader that
 * opens a terminal makes it its own (credentials(7), tty_ioctl(4)), so /bin/sh opens it and becomes the program. Linux only.
 *
 * @throws what `spawn` says at once, such as `EAGAIN` when there are too many processes.
 */
export function startOnTerminal(options: StartOnTerminalOptions): Promise<{ readonly pid: number }> {
  const { file, args, cwd, environment, terminal, descriptor, onExit } = options;
  const covered = coveringPrivate([descriptor, descriptor, descriptor]);
  try {
    const child = spawn('/bin/sh', ['-c', BECOME, 'sh', terminal, file, ...args], {
      cwd,
      env: environment,
      detached: true,
      stdio: covered.stdio,
    });
    child.once('exit', (exitCode, signal) => onExit(exitCode ?? undefined, signal ?? undefined));
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('spawn', () => resolve({ pid: child.pid ?? 0 }));
    });
  } finally {
    covered.release();
  }
}

const BECOME = 't=$1; shift; exec "$@" <>"$t" >&0 2>&0';
