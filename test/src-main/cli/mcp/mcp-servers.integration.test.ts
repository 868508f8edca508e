import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mcpServersCommand } from '../../../../src-main/cli/mcp/mcp-servers.ts';
import { type PhiEngine, phiEngine } from '../../../support/phi-engine.ts';

const SERVER = resolve(import.meta.dirname, '../../../fixtures/mcp/server.mjs');

async function sigmaMcp({ api, home }: PhiEngine, ...words: string[]) {
  const said = { stdout: '', stderr: '' };
  const into = (name: 'stdout' | 'stderr') => ({ write: (text: string) => (said[name] += text) });
  const exitCode = await mcpServersCommand({
    words,
    workspace: home.workspace,
    environment: { DEMO_TOKEN: 'token-of-the-demo' },
    stdout: into('stdout'),
    stderr: into('stderr'),
    open: async () => ({ api, joined: undefined, [Symbol.asyncDispose]: async () => {} }),
  });
  return { exitCode, ...said };
}

describe('sigma mcp', () => {
  test('adds a server to those of the app, lists it without its keys, and removes it', async () => {
    await using phi = await phiEngine();
    const added = await sigmaMcp(phi, 'add', '-env', 'DEMO_TOKEN', 'notes', process.execPath, SERVER);
    expect(added).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^Added notes: .*\nIts tools: notes_/) });
    expect(await phi.providers()).toMatchObject([{ spec: { name: 'notes' }, isRemembered: true, state: 'running' }]);
    const file = await readFile(join(phi.home.dataFolder, 'providers.yaml'), 'utf8');
    expect(file).toContain('notes');
    expect(file).not.toContain('token-of-the-demo');
    const listed = await sigmaMcp(phi, 'list', '--json');
    expect(JSON.parse(listed.stdout)).toMatchObject([{ name: 'notes', state: 'running' }]);
    expect(listed.stdout).not.toContain('token-of-the-demo');
    expect(await sigmaMcp(phi, 'add', 'notes', 'true')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('already'),
    });
    expect(await sigmaMcp(phi, 'remove', 'notes')).toMatchObject({ exitCode: 0, stdout: 'Removed notes.\n' });
    expect(await sigmaMcp(phi, 'remove', 'notes')).toMatchObject({ exitCode: 1 });
    expect(await phi.providers()).toEqual([]);
  });

  test('says what is wrong: with the words, or with the server', async () => {
    await using phi = await phiEngine();
    expect(await sigmaMcp(phi, 'add', 'x')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('is missing'),
    });
    const failed = await sigmaMcp(phi, 'add', 'x', '/bin/false');
    expect(failed).toMatchObject({ exitCode: 1, stdout: '' });
    expect(failed.stderr).not.toBe('');
  });
});

test('attach mcp in Shell mode attaches one to the session; keys are given by -env alone, and are on no record', async () => {
  await using phi = await phiEngine();
  await phi.line('export MY_TOKEN=value-of-my-token');
  const shown = await phi.line(`attach mcp -env OTHER_KEY=key-of-the-other plain ${process.execPath} ${SERVER}`);
  expect(shown).toMatch(/^\[(\d+)\] plain: .* is attached: plain_/);
  const [, pid] = /^\[(\d+)\]/.exec(shown) ?? [];
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
  expect(environment).toContain('OTHER_KEY=key-of-the-other');
  expect(environment).not.toContain('MY_TOKEN');
  expect(JSON.stringify(await phi.events('console.started'))).not.toContain('key-of-the-other');
  expect(await phi.line('attach mcp plain')).toContain('An address or a program is missing');
});
