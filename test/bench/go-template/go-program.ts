import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';

export interface Folders {
  /** Folder of the texts, their data and Go's program. */
  readonly texts: string;
  /** Folder of the build output. */
  readonly folder: string;
}

export interface Times {
  readonly parseNs: number;
  readonly executeNs: number;
}

export interface GoProgram extends AsyncDisposable {
  readonly version: string;
  measure(request: { name: string; data: string; ms: number }): Promise<Times & { readonly output: string }>;
}

/** Go's own engine in a process of its own; undefined if no Go is installed. */
export async function startGo({ texts, folder }: Folders): Promise<GoProgram | undefined> {
  const binary = join(folder, 'gotemplatebench');
  try {
    const env = { ...process.env, GOCACHE: join(folder, 'cache'), GOFLAGS: '-mod=mod' };
    await promisify(execFile)('go', ['build', '-o', binary, '.'], { cwd: texts, env });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const child = spawn(binary, { cwd: texts, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value as string);
  return {
    version: await next(),
    measure: (request) => {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      return next();
    },
    [Symbol.asyncDispose]: () => ended(child),
  };
}

async function ended(child: ChildProcess & { stdin: Writable; stdout: Readable }): Promise<void> {
  const exited = once(child, 'exit');
  child.stdin.end();
  await exited;
}
