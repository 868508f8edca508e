import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildIfStale } from '../support/build-if-stale.ts';
import { ROOT } from '../support/built-host.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const FILE = `adapter: { preset: desktop, workspace_directory: work, confirmation: { mode: off } }
socketio: { port: 0 }
`;

/** `sigma adapter` as it is built, in a process of its own, with everything that the app has around a command. */
export interface AdapterProgram extends AsyncDisposable {
  readonly url: string;
  readonly workspace: string;
}

/** @throws Error if it ends before it listens */
export async function adapterProgram(): Promise<AdapterProgram> {
  await buildIfStale();
  const folder = await temporaryFolder();
  const workspace = join(folder.path, 'work');
  await mkdir(workspace);
  const file = join(folder.path, 'adapter.yaml');
  await writeFile(file, FILE);
  const child = spawn(process.execPath, [join(ROOT, 'out', 'main', 'cli.js'), 'adapter', '--config', file], {
    cwd: folder.path,
    env: { PATH: process.env.PATH, HOME: folder.path, SIGMA_DATA: join(folder.path, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let url: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    url ??= /listens at (\S+)/.exec(line)?.[1];
    if (url !== undefined) break;
  }
  if (url === undefined) throw new Error('sigma adapter ended before it listened');
  child.stdout.resume();
  return {
    url,
    workspace,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
      await folder[Symbol.asyncDispose]();
    },
  };
}
