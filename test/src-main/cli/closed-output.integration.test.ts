import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { SOURCES_ENVIRONMENT, sigmaWords } from '../../support/sigma-words.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test.each([
  ['help', []],
  ['workspace', ['help']],
  ['mcp', ['help']],
  ['ai', ['help']],
  ['storage', ['help']],
])('sigma %s into a pipe that nobody reads ends without a stack', async (command, args) => {
  await using folder = await temporaryFolder();
  const child = spawn(process.execPath, [...(await sigmaWords()), command, ...args], {
    cwd: folder.path,
    env: { PATH: process.env.PATH, HOME: folder.path, ...SOURCES_ENVIRONMENT },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  const [said, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect({ said, exitCode }).toEqual({ said: '', exitCode: 0 });
});

test.runIf(process.platform === 'linux')('what cannot be written because a disk is full is an error', async () => {
  await using folder = await temporaryFolder();
  await using full = await open('/dev/full', 'w');
  const child = spawn(process.execPath, [...(await sigmaWords()), 'help'], {
    cwd: folder.path,
    env: { PATH: process.env.PATH, HOME: folder.path, ...SOURCES_ENVIRONMENT },
    stdio: ['ignore', full.fd, 'pipe'],
  });
  const [said, [exitCode]] = await Promise.all([child.stderr ? text(child.stderr) : '', once(child, 'close')]);
  expect({ said, exitCode }).toEqual({ said: expect.stringMatching(/^sigma: .*no space left/i), exitCode: 1 });
  expect(said.trim().split('\n')).toHaveLength(1);
});
