import { existsSync } from 'node:fs';
import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startGroup } from '#process/group';
import { probeSandbox } from '#process/sandbox/probe';
import { programInSandbox } from '#process/sandbox/sandboxed-program';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const ENVIRONMENT = { PATH: process.env.PATH ?? '' };
const macTest = test.skipIf(process.platform !== 'darwin');
if (process.platform !== 'darwin') test.skip("macOS's own sandbox is there on macOS alone", () => {});

async function setUp(strength: 'read-only' | 'workspace') {
  const folder = await temporaryFolder();
  const path = await realpath(folder.path);
  const at = (name: string) => join(path, name);
  for (const name of ['work/.git/hooks', 'temp', 'secret']) await mkdir(at(name), { recursive: true });
  for (const name of ['work/.env', 'work/package.json', 'secret/key']) await writeFile(at(name), 'canary');
  const { works, why, program = '' } = await probeSandbox(ENVIRONMENT);
  expect(works, why).toBe(true);
  const options = {
    strength,
    program,
    cwd: at('work'),
    workspace: at('work'),
    temp: at('temp'),
    hide: [at('secret'), at('work/.env')],
    readOnly: [at('work/package.json'), at('work/.git/hooks')],
  };
  return {
    at,
    run: async (command: string) => {
      const what = programInSandbox({ file: '/bin/bash', args: ['-c', command] }, options);
      await using group = await startGroup({ ...what, cwd: at('work'), environment: ENVIRONMENT });
      const [stdout, , { exitCode }] = await Promise.all([text(group.stdout), text(group.stderr), group.exited]);
      return { stdout, exitCode };
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

macTest(
  'the workspace is written, what is protected and all outside is not, and credentials are not read',
  async () => {
    await using it = await setUp('workspace');
    expect(await it.run('echo hi > new && cat new')).toEqual({ stdout: 'hi\n', exitCode: 0 });
    for (const command of [
      'echo x > package.json',
      'echo x > .git/hooks/pre-commit',
      'mv .git other',
      `echo x > ${it.at('outside')}`,
      'cat .env',
      `cat ${it.at('secret/key')}`,
      `ln ${it.at('secret/key')} linked && cat linked`,
      'curl -sS --max-time 3 http://127.0.0.1:9',
      'open -a Calculator',
      'pbpaste | grep -q . ',
    ]) {
      const { stdout, exitCode } = await it.run(command);
      expect([command, exitCode !== 0, stdout.includes('canary')]).toEqual([command, true, false]);
    }
    expect(existsSync(it.at('outside'))).toBe(false);
    expect(await readFile(it.at('work/package.json'), 'utf8')).toBe('canary');
  },
);

macTest('reading only, nothing is written', async () => {
  await using it = await setUp('read-only');
  expect((await it.run('cat package.json')).stdout).toBe('canary');
  expect((await it.run('echo x > new')).exitCode).not.toBe(0);
});
