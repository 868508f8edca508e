import { execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { phiHome } from '../../../support/phi-app.ts';
import { startPhi } from '../../../support/phi-program.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
const KEY = 'phi-0123456789abcdef';
const run = promisify(execFile);

/** A program that takes the keys as the app does. */
const TAKER = [
  '--import',
  join(ROOT, 'node_modules/tsx/dist/loader.mjs'),
  join(import.meta.dirname, '../../../fixtures/app/take-keys.ts'),
];

describe.runIf(process.platform === 'linux')('keys in variables', () => {
  test('are taken and overwritten in what /proc shows, whatever stands beside them', async () => {
    const env = {
      SIGMA_API_KEY: `api-${KEY}`,
      PATH: process.env.PATH,
      NOT_PHISHELL_KEY: 'x',
      PHISHELL_KEY: KEY,
      Z: 'last',
    };
    const { stdout } = await run(process.execPath, TAKER, { env, cwd: ROOT });
    const { taken, seen, names } = JSON.parse(stdout);
    expect(taken).toEqual({ keys: { PHISHELL_KEY: KEY, SIGMA_API_KEY: `api-${KEY}` }, readable: [] });
    expect(seen).not.toContain(KEY);
    expect(seen).toContain('NOT_PHISHELL_KEY=x');
    expect(seen).toContain('Z=last');
    expect([names.includes('PATH'), names.includes('PHISHELL_KEY')]).toEqual([true, false]);
  });

  test('are taken from the descriptor on which a launcher hands them over', async () => {
    const env = { PATH: process.env.PATH, SIGMA_KEYS_FD: '3' };
    const child = spawn(process.execPath, TAKER, { env, cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit', 'pipe'] });
    (child.stdio[3] as Writable).end(`PHISHELL_KEY=${KEY}\nOTHER=no\n`);
    const { taken, names } = JSON.parse(await text(child.stdio[1] as Readable));
    expect(taken.keys).toEqual({ PHISHELL_KEY: KEY });
    expect(names).not.toContain('SIGMA_KEYS_FD');
  });

  test('the installed launcher starts the app without them, and hands them over', async () => {
    await using home = await phiHome();
    const folder = join(home.workspace, 'app', 'resources', 'bin');
    await mkdir(folder, { recursive: true });
    await copyFile(join(ROOT, 'resources/bin/sigma'), join(folder, 'sigma'));
    const app = '#!/bin/sh\ntr "\\0" "\\n" < /proc/$$/environ | grep -c KEY=\ncat <&$SIGMA_KEYS_FD\necho "$@"\n';
    await writeFile(join(home.workspace, 'app', 'sigma-shell'), app, { mode: 0o755 });
    const env = { PATH: process.env.PATH, PHISHELL_KEY: 'a$b `c` "d"' };
    const { stdout } = await run('/bin/sh', [join(folder, 'sigma'), 'console'], { env });
    expect(stdout.split('\n').slice(0, 3)).toEqual(['0', 'PHISHELL_KEY=a$b `c` "d"', 'SIGMA_API_KEY=']);
    expect(stdout).toContain('--cli console');
  });

  test('a command typed into a real console finds them in no environment of the app', async () => {
    await using home = await phiHome();
    await using phi = await startPhi({
      args: ['console'],
      cwd: home.workspace,
      environment: { ...home.environment, SIGMA_BASE_URL: 'http://127.0.0.1:9/v1', PHISHELL_KEY: KEY },
    });
    await phi.shows(/[$>φ]/);
    phi.type("tr '\\0' '\\n' < /proc/$PPID/environ | grep -c 0123456789abcdef; echo seen-$?\n");
    await phi.shows(/seen-1/);
    const shown = environmentsOf(phi.pid);
    expect(shown.map(({ comm }) => comm)).toContain('node');
    expect(shown.filter(({ block }) => block.includes(KEY)).map(({ comm }) => comm)).toEqual([]);
  });
});

/**
 * Reads the environments of a process and its descendants from `/proc`, except for esbuild, which translates the
 * sources of this test.
 */
function environmentsOf(root: number): { comm: string; block: string }[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = new Map<number, number>();
  for (const pid of all) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      parents.set(Number(pid), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // It has ended.
    }
  }
  const isOurs = (pid: number | undefined): boolean => pid !== undefined && (pid === root || isOurs(parents.get(pid)));
  return [...parents.keys()].filter(isOurs).flatMap((pid) => {
    try {
      const comm = readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
      return comm === 'esbuild' ? [] : [{ comm, block: readFileSync(`/proc/${pid}/environ`, 'latin1') }];
    } catch {
      return [];
    }
  });
}
