import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ROOT } from './built-host.ts';

/** `sigma adapter` or `sigma prompts` of the built app, with `folder` as its home and place. */
export function sigmaService(command: 'adapter' | 'prompts', folder: string, ...args: readonly string[]) {
  return serviceOf([process.execPath, join(ROOT, 'out', 'main', 'cli.js'), command, ...args], folder);
}

/** The same where it can have so many files and pipes open. */
export function sigmaAdapterWith(descriptors: number, folder: string, ...args: readonly string[]) {
  const line = ['-c', `ulimit -n ${descriptors}; exec "$@"`, 'sh'];
  return serviceOf(['sh', ...line, process.execPath, join(ROOT, 'out', 'main', 'cli.js'), 'adapter', ...args], folder);
}

/** Any `sigma …` of the built app. */
export function sigmaCommand(args: readonly string[], folder: string) {
  return serviceOf([process.execPath, join(ROOT, 'out', 'main', 'cli.js'), ...args], folder);
}

function serviceOf([file = '', ...words]: readonly string[], folder: string) {
  const child: ChildProcess = spawn(file, words, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, SIGMA_DATA: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  }
  const ended = once(child, 'close').then(([code]) => code as number);
  return {
    said,
    ended,
    signal: (name: NodeJS.Signals) => child.kill(name),
    /** Resolves when it serves. */
    serves: () => expect.poll(() => said.stdout + said.stderr, { timeout: 60_000 }).toMatch(/Ctrl\+C/),
    url: async () => {
      await expect.poll(() => said.stdout + said.stderr, { timeout: 30_000 }).toMatch(/Ctrl\+C/);
      return /listens at (\S+)/.exec(said.stdout)?.[1] ?? '';
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
