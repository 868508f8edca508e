import type { ChildProcess } from 'node:child_process';
import type { Duplex, Readable, Writable } from 'node:stream';
import type { Exit } from './process-group.ts';

/** Started child as its owner sees it. */
export interface ChildPipes {
  readonly pid: number;
  readonly stdin: Writable | undefined;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly side: Duplex | undefined;
  readonly exited: Promise<Exit>;
  readonly hasExited: () => boolean;
  /** A descendant that could not be found may still hold the other end of a pipe. */
  shut(): void;
}

export function pipesOf(child: ChildProcess): ChildPipes {
  const { pid, stdin, stdout, stderr } = child;
  if (pid === undefined || !stdout || !stderr) throw new Error('A child without pid or pipes');
  const side = (child.stdio[3] ?? undefined) as Duplex | undefined;
  // A child that closes its input early must not take the app down.
  stdin?.on('error', () => {});
  let hasExited = false;
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (exitCode, signal) => {
      hasExited = true;
      resolve({ exitCode: exitCode ?? undefined, signal: signal ?? undefined });
    });
  });
  return {
    pid,
    stdin: stdin ?? undefined,
    stdout,
    stderr,
    side,
    exited,
    hasExited: () => hasExited,
    shut() {
      for (const pipe of [stdin, stdout, stderr, side]) pipe?.destroy();
    },
  };
}
