/** A line that was decided before is not decided anew, unless something that its decision rests on has changed. */
import { createHash } from 'node:crypto';
import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allow, command, deny, policyBench, REST } from './policy-bench.ts';

test('the same line in the same context has the same judgement', async () => {
  await using bench = await policyBench();
  const rules = [deny(command('touch', ['b']))];

  const first = await bench.line('touch a; cat README.md', { user: rules });
  expect(await bench.line('touch a; cat README.md', { user: rules })).toBe(first);
});

test('a file that became a link is seen', async () => {
  await using bench = await policyBench();
  const line = 'cat README.md';
  expect(await bench.line(line)).toMatchObject({ verdict: 'allow' });

  await rm(join(bench.workspace, 'README.md'));
  await symlink('/etc/passwd', join(bench.workspace, 'README.md'));
  expect(await bench.line(line)).toMatchObject({ verdict: 'ask' });
});

test('a link to nothing that has come into being is seen', async () => {
  await using bench = await policyBench();
  const rules = { user: [allow(command('touch', [REST]))] };
  const line = 'touch made';
  expect(await bench.line(line, rules)).toMatchObject({ verdict: 'allow' });

  await symlink(join(bench.home, 'elsewhere'), join(bench.workspace, 'made'));
  expect(await bench.line(line, rules)).toMatchObject({ verdict: 'ask', rule: 'outside the workspace' });
});

test('a new file that a pattern stands for is seen', async () => {
  await using bench = await policyBench();
  const line = 'cat *.txt';
  await writeFile(join(bench.workspace, 'notes.txt'), '');
  expect(await bench.line(line)).toMatchObject({ verdict: 'allow' });

  await writeFile(join(bench.workspace, 'secrets.txt'), '');
  expect(await bench.line(line)).toMatchObject({ verdict: 'ask' });
});

test('a file that appears below a folder that is read is seen', async () => {
  await using bench = await policyBench();
  const line = 'grep -rn foo src';
  expect(await bench.line(line)).toMatchObject({ verdict: 'allow' });

  await writeFile(join(bench.workspace, 'src', '.env'), '');
  expect(await bench.line(line)).toMatchObject({ verdict: 'ask' });
});

test('a script whose text changed is seen', async () => {
  await using bench = await policyBench();
  const makefile = join(bench.workspace, 'Makefile');
  await writeFile(makefile, 'all:\n\ttrue\n');
  const hash = createHash('sha256').update('all:\n\ttrue\n').digest('hex');
  const user = [allow(command('make', [REST], { script: { of: 'Makefile', hash } }))];
  expect(await bench.line('make', { user })).toMatchObject({ verdict: 'allow' });

  await writeFile(makefile, 'all:\n\tfalse\n');
  expect(await bench.line('make', { user })).toMatchObject({ verdict: 'ask' });
});

test('other rules, another mode and a box are seen', async () => {
  await using bench = await policyBench();
  const line = 'touch a';
  const verdictOf = async (given: Parameters<typeof bench.line>[1]) => (await bench.line(line, given)).verdict;

  expect(await verdictOf({ user: [allow(command('touch', [REST]))] })).toBe('allow');
  expect(await verdictOf({ user: [deny(command('touch', [REST]))] })).toBe('deny');
  expect(await verdictOf({ here: [deny(command('touch', [REST]))] })).toBe('deny');
  expect(await verdictOf({})).toBe('ask');
  expect(await verdictOf({ mode: 'read-only' })).toBe('deny');
  expect(await verdictOf({ mode: 'workspace', hasBox: true })).toBe('allow');
  expect(await verdictOf({ mode: 'workspace' })).toBe('ask');
});
