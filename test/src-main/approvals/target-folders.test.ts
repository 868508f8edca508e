import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { analyse } from '#shell-analysis';
import { lookAtCommand, lookedBefore } from '../../../src-main/approvals/look-at-command.ts';
import { ALLOW_ANYTHING, type PolicyWorkspace, policyWorkspace } from '../../support/policy-workspace.ts';

let workspace: PolicyWorkspace;

beforeAll(async () => {
  workspace = await policyWorkspace();
  await writeFile(join(workspace.home, 'mine.txt'), 'mine\n');
  await symlink('../../mine.txt', join(workspace.path, 'sub', 'away'));
});
afterAll(() => workspace[Symbol.asyncDispose]());

test.each([
  'cp package.json sub',
  'mv package.json sub',
  'ln package.json sub',
  'install package.json sub',
  'rsync package.json sub',
  'rsync x::y/package.json sub',
  'mkdir made && cp package.json made',
  'mkdir -p made/below; mv package.json made',
  'cp -r sub copy; cp package.json copy/inner',
])('%s puts a file that runs code in a folder, and is asked about', async (line) => {
  const { parts } = await workspace.judge(line, [ALLOW_ANYTHING]);
  expect(parts.map(({ rule }) => rule)).toContain('files that run code');
});

test('a copy into a folder that has a link of that name leads where the link does', async () => {
  const { parts } = await workspace.judge('cp x/away sub', [ALLOW_ANYTHING]);
  expect(parts.map(({ rule }) => rule)).toContain('outside the workspace');
});

test.each(['echo x > -', 'tee -', 'cp notes.txt -', 'truncate -s 0 -'])(
  '%s changes a file called -, wherever that leads',
  async (line) => {
    await symlink('../mine.txt', join(workspace.path, '-')).catch(() => {});
    const { parts } = await workspace.judge(line, [ALLOW_ANYTHING]);
    expect(parts.map(({ rule }) => rule)).toContain('outside the workspace');
  },
);

test('an archive that goes to the output is no file', async () => {
  const { effects } = await workspace.judge('tar -cf - notes.txt | cat -');
  expect(effects?.effects).toEqual([{ kind: 'read', target: 'notes.txt', isOutside: false }]);
});

test.each(['cp package.json copy', 'cp package.json notes.txt', 'ln -T package.json copy', 'cp notes.txt sub'])(
  '%s puts none there',
  async (line) => {
    const { parts } = await workspace.judge(line, [ALLOW_ANYTHING]);
    expect(parts.map(({ rule }) => rule)).not.toContain('files that run code');
  },
);

test('a decision is made again from what the disk said then', async () => {
  const analysis = analyse('cp package.json sub');
  const { path, home } = workspace;
  const place = { workspace: path, cwd: path, home, own: [] };
  const { facts, checks } = await lookAtCommand(analysis, place);
  const written = ['read package.json', 'write sub', 'write sub/package.json'];
  const seen = ({ effects }: typeof analysis) => effects.map(({ kind, target }) => `${kind} ${target}`);

  expect(seen(facts.analysis)).toEqual(written);
  const again = lookedBefore(analysis, place, facts.diskFacts);
  expect(again.checks).toEqual(checks);
  expect(seen(again.facts.analysis)).toEqual(written);
  expect(await lookAtCommand(analysis, place)).toMatchObject({ facts: { diskFacts: facts.diskFacts } });
});
