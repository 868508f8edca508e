import { chmod, cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { boxedByMachine } from '#process/boxed-node';
import type { NodeProgram, StartNode, StartNodeOptions } from '#process/node-program';
import { startNodeUtility } from '../../../src-main/electron/utility-program.ts';
import { jsHostProgram } from '../../support/js-host-program.ts';
import { jsWorkspace } from '../../support/js-workspace.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { utilityFork } from '../../support/utility-fork.ts';

const TOOL = { 'tools/greet.mjs': 'export const tool = async ({ name }) => "hello " + name;' };

/** Creates a starter that refuses everything it is asked to start, since nothing must start outside a box. */
function refusing(): { readonly start: StartNode; readonly asked: StartNodeOptions[] } {
  const asked: StartNodeOptions[] = [];
  const start: StartNode = async (options): Promise<NodeProgram> => {
    asked.push(options);
    throw new Error('started by the app');
  };
  return { start, asked };
}

test('in Electron, what is to be in a box runs under a Node of the machine, out of a copy of what lies in the archive', async () => {
  await using folder = await temporaryFolder();
  const archive = join(folder.path, 'app.asar');
  await cp(dirname(await jsHostProgram()), archive, { recursive: true });
  const started: string[] = [];
  const startNode = boxedByMachine(startNodeUtility(utilityFork(folder.path)));
  await using it = await jsWorkspace(TOOL, {
    startNode,
    module: join(archive, 'js-host.js'),
    boxed: (what) => {
      started.push(...what.args);
      return what;
    },
  });
  await it.load();

  expect(await it.call('greet', { name: 'you' })).toBe('hello you');
  expect(it.host.isBoxed).toBe(true);
  expect(started[0]).toMatch(/sigma-shell-js-.*\/js-host\.js$/);
});

test('without a box, without a Node, or with one that is too old or of the folder itself, the app starts it', async () => {
  await using folder = await temporaryFolder();
  const [old, own] = [join(folder.path, 'old'), join(folder.path, 'workspace', 'bin')];
  for (const [at, text] of [
    [old, 'echo 18.20.0'],
    [own, 'echo 24.0.0'],
  ] as const) {
    await mkdir(at, { recursive: true });
    await writeFile(join(at, 'node'), `#!/bin/sh\n${text}\n`);
    await chmod(join(at, 'node'), 0o755);
  }
  const { start, asked } = refusing();
  const startNode = boxedByMachine(start);
  const options = { module: '/x.js', cwd: join(folder.path, 'workspace'), environment: { PATH: '/usr/bin:/bin' } };
  const boxed = (what: { file: string; args: readonly string[] }) => what;

  for (const one of [
    options,
    { ...options, boxed, environment: { PATH: '' } },
    { ...options, boxed, environment: { PATH: old } },
    { ...options, boxed, environment: { PATH: own } },
  ]) {
    await expect(startNode(one)).rejects.toThrow('started by the app');
  }
  expect(asked).toHaveLength(4);
});
