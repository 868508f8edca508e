import { realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { workspaceCommand } from '../../../src-main/cli/workspace.ts';
import { type PhiEngine, phiEngine } from '../../support/phi-engine.ts';

async function sigmaWorkspace({ api, home }: PhiEngine, words: readonly string[], answer?: boolean) {
  const said = { stdout: '', stderr: '' };
  const into = (name: 'stdout' | 'stderr') => ({ write: (text: string) => (said[name] += text) });
  const exitCode = await workspaceCommand({
    words,
    cwd: home.home,
    realPath: (folder: string) => realpath(folder),
    stdout: into('stdout'),
    stderr: into('stderr'),
    ...(answer !== undefined && { ask: async () => answer }),
    open: async () => ({ api, joined: undefined, [Symbol.asyncDispose]: async () => {} }),
  });
  return { exitCode, ...said };
}

test('sigma workspace makes, shows, trusts and forgets a workspace', async () => {
  await using phi = await phiEngine();
  const run = (words: string, answer?: boolean) => sigmaWorkspace(phi, words.split(' '), answer);
  expect(await run('list')).toMatchObject({ exitCode: 0, stdout: 'No agent workspace is known\n' });
  expect(await run('create agent --template bash-only')).toMatchObject({ exitCode: 0 });
  await writeFile(
    join(phi.home.home, 'agent/tools/odd.py'),
    'import socket\n# \u202e\x1b[2J\nasync def tool(): pass\n',
  );
  const review = await run('review agent');
  expect(review.stdout).toContain('tools/bash.py (Python, a tool)');
  expect(review.stdout).toContain('modules that use the network');
  expect(review.stdout).toContain('<U+202E>');
  expect(review.stdout).not.toContain('\x1b');
  expect(await run('trust agent')).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('add --yes') });
  expect(await run('trust agent', false)).toMatchObject({ exitCode: 1, stderr: 'Nothing was trusted\n' });
  expect(await run('trust agent --yes')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/is trusted without the network\n$/),
  });
  expect((await run('review agent')).stdout).toContain('It is trusted without the network.');
  expect(await run('restrict agent')).toMatchObject({ exitCode: 0 });
  expect(await run('forget agent')).toMatchObject({ exitCode: 0 });
  expect((await run('list')).stdout).toBe('No agent workspace is known\n');
});

test('sigma workspace says what is wrong with its words', async () => {
  await using phi = await phiEngine();
  for (const words of ['', 'trust', 'fly agent', 'create a --template none', 'open a b', 'open a --what'])
    expect(await sigmaWorkspace(phi, words.split(' ')), words).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('Usage:'),
    });
  expect(await sigmaWorkspace(phi, ['open', 'nowhere'])).toMatchObject({ exitCode: 1 });
});
