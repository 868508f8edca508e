import { mkdir, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Api } from '#contract';
import { buildIfStale } from '../../support/build-if-stale.ts';
import { type BuiltHost, startBuiltHost } from '../../support/built-host.ts';
import { hasStrace } from '../../support/strace.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { HOSTILE, makeHostile } from './support/hostile-folders.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: BuiltHost;
let api: Api;
const at = (...names: string[]) => join(folder.path, ...names);

/** Reads everything that can be read of a folder of which nothing may run. */
async function lookedAt(path: string) {
  const { workspaces } = api;
  await workspaces.looksLikeOne({ path });
  const summary = await workspaces.open({ path });
  for await (const detail of await workspaces.detail({ path })) {
    const review = await workspaces.review({ path });
    await workspaces.systemPrompt({ path });
    await workspaces.close({ path });
    return { summary, detail, review };
  }
  throw new Error('It has no detail');
}

/** Programs that the app itself needs to look at a folder: attributes of files are read by `getfattr`, many at once. */
const NEEDED = ['getfattr', 'head', 'node', 'sh', 'xargs'];

/** The names of programs that were started, and the places that were connected to. */
async function traced(): Promise<{ programs: readonly string[]; connections: readonly string[] }> {
  const lines = (await readFile(at('trace'), 'utf8')).split('\n');
  const started = lines.flatMap((line) => /execve(?:at)?\((?:\w+, )?"([^"]*)"/.exec(line)?.[1] ?? []);
  return { programs: [...new Set(started)].sort(), connections: lines.filter((line) => line.includes('connect(')) };
}

describe.skipIf(!hasStrace)(
  'a hostile folder that is restricted (skipped where strace is missing or forbidden)',
  () => {
    beforeAll(async () => {
      await buildIfStale();
      folder = await temporaryFolder();
      await mkdir(at('hostile'));
      await mkdir(at('canaries'));
      const strace = [
        'strace',
        '-D',
        '-f',
        '-qq',
        '-s',
        '4096',
        '-o',
        at('trace'),
        '-e',
        'trace=execve,execveat,connect',
      ];
      host = await startBuiltHost({ dataFolder: at('data'), under: strace });
      ({ api } = await host.connect());
    });

    afterAll(async () => {
      await host?.[Symbol.asyncDispose]();
      await folder?.[Symbol.asyncDispose]();
    });

    test.each(Object.entries(HOSTILE))('%s: is read and reviewed', async (name, what) => {
      const path = at('hostile', String(Object.keys(HOSTILE).indexOf(name)));
      await mkdir(path);
      await makeHostile(what, path, at('canaries', 'run'));

      const { summary, detail, review } = await lookedAt(path);

      expect(summary.state).toBe('restricted');
      expect(detail.pids).toEqual([]);
      expect(detail.toolList.filter(({ state }) => state === 'ready')).toEqual([]);
      expect(review.isTrusted).toBe(false);
      for (const { file, firstLines = '' } of review.files) expect(`${file} ${firstLines}`).not.toContain('root:x:');
    });

    test('nothing of them was run, nothing was connected to, and the app still answers', async () => {
      const { programs, connections } = await traced();
      expect(programs.length).toBeGreaterThan(0);
      // Each is looked for on the PATH of the app, which has no folder of theirs.
      for (const program of programs) expect(program).toMatch(/^\//);
      expect(programs.filter((program) => program.startsWith(folder.path))).toEqual([]);
      expect(NEEDED).toEqual(expect.arrayContaining([...new Set(programs.map((program) => basename(program)))]));
      expect(connections).toEqual([]);
      expect(await readdir(at('canaries'))).toEqual([]);
      expect((await lookedAt(at('hostile', '0'))).summary.state).toBe('restricted');
    });
  },
);
