import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { arrayOf } from '../../support/array-of.ts';
import { replayDecision } from '../../support/replay-decision.ts';
import { command, REST } from './policy-bench.ts';
import { boxed, NPM, rulesBench } from './rules-bench.ts';

const BROKEN = `user:
  - verdict: allow
    subject: {kind: command, program: make, arguments: [], runs: box}
  - verdict: deny
    subject: {kind: command, program: npm, arguments: [{any: rest}]}
  - verdict: allow
    subject: {kind: comand, program: ls, arguments: []}
`;

test('a saved rule counts, is recorded with the rules it makes, and is gone when it is removed', async () => {
  await using bench = await rulesBench();
  expect((await bench.line('npm test')).judgement.verdict).toBe('ask');

  const saved = await bench.api.save({ scope: 'user', rule: NPM });

  expect((await bench.line('npm test')).judgement).toMatchObject({ verdict: 'allow', rule: saved.id });
  const [event] = await arrayOf((await bench.ledger.session('rules-1')).read());
  expect(event).toMatchObject({ type: 'rule.saved', data: { scope: 'user', rule: saved } });
  const kept = await bench.ledger.content.read(String(event?.data.rules));
  expect(JSON.parse(kept.toString()).user).toEqual([saved]);

  await bench.api.remove({ scope: 'user', id: saved.id });
  expect((await bench.line('npm test')).judgement.verdict).toBe('ask');
  await expect(bench.api.remove({ scope: 'user', id: saved.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('rules of a workspace stand under its real path, and comments stay', async () => {
  await using bench = await rulesBench('# mine\nuser: [] # none yet\n');
  await bench.api.save({ scope: 'workspace', rule: NPM });
  const text = await readFile(bench.file, 'utf8');
  expect(text).toContain('# mine');
  expect(text).toContain('# none yet');
  expect(text).toContain(`${bench.workspace}:`);
  const state = await bench.state();
  expect(state.workspace).toHaveLength(1);
  expect(state.user).toEqual([]);
});

test('a rule is replaced by one of the same id', async () => {
  await using bench = await rulesBench();
  const { id } = await bench.api.save({ scope: 'user', rule: NPM });
  await bench.api.save({ scope: 'user', rule: { id, verdict: 'deny', subject: command('npm', ['test']) } });
  expect((await bench.state()).user).toMatchObject([{ id, verdict: 'deny' }]);
  expect((await bench.line('npm test')).judgement.verdict).toBe('deny');
});

test('while the file is broken no rule that allows counts, those that deny do, and it is not written over', async () => {
  await using bench = await rulesBench(BROKEN);
  expect((await bench.line('make')).judgement.verdict).toBe('ask');
  expect((await bench.line('npm x')).judgement.verdict).toBe('deny');
  const state = await bench.state();
  expect(state.problems).toMatchObject([{ path: 'user.2', line: 6 }]);
  await expect(bench.api.save({ scope: 'user', rule: NPM })).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await readFile(bench.file, 'utf8')).toBe(BROKEN);
});

test.each([
  ['user: [', 'syntax'],
  ['rules: []\n', 'another key'],
  ['user: 7\n', 'no list'],
  [
    'user:\n  - {verdict: deny, subject: {kind: command, program: npm, arguments: [{any: rest}], wrappers: [sudo]}}\n',
    'a deny that is narrowed',
  ],
])('%j is a problem (%s)', async (text) => {
  await using bench = await rulesBench(text);
  expect((await bench.state()).problems.length).toBeGreaterThan(0);
});

test('a file that is mended outside counts again', async () => {
  await using bench = await rulesBench(BROKEN);
  await writeFile(bench.file, BROKEN.replace('comand', 'command'));
  await expect.poll(async () => (await bench.line('make')).judgement.verdict, { timeout: 5000 }).toBe('allow');
});

test.each([
  [command('npm test'), 'INVALID_INPUT'],
  [command('npm', [REST, 'x']), 'INVALID_INPUT'],
  [command('cat', ['.env']), 'INVALID_INPUT'],
  [command('cat', ['/etc/x/../../nowhere*']), undefined],
  [command('rm', ['-rf', '/']), 'DENIED'],
  [{ kind: 'file', access: 'write', path: '../x' } as const, 'INVALID_INPUT'],
  [{ kind: 'file', access: 'write', path: '.git/**' } as const, 'INVALID_INPUT'],
  [{ kind: 'file', access: 'write', path: '/etc/**' } as const, 'INVALID_INPUT'],
  [{ kind: 'file', access: 'write', path: '~/notes/*' } as const, 'INVALID_INPUT'],
  [{ kind: 'file', access: 'write', path: 'src/**' } as const, undefined],
])('%j is saved or refused: %s', async (subject, code) => {
  await using bench = await rulesBench();
  const saving = bench.api.save({ scope: 'user', rule: { verdict: 'allow', subject } });
  if (code === undefined) await saving;
  else await expect(saving).rejects.toMatchObject({ code });
});

test('the tester says what would be decided, and runs nothing', async () => {
  await using bench = await rulesBench();
  const tested = (trial: Parameters<typeof bench.api.test>[0]['trial']) => bench.api.test({ trial });
  expect(await tested({ kind: 'command', command: 'touch x' })).toMatchObject({ verdict: 'ask', canBeAllowed: true });
  expect((await tested({ kind: 'file', access: 'read', path: 'a' })).verdict).toBe('allow');
  expect((await tested({ kind: 'file', access: 'write', path: '/etc/passwd' })).tier).toBe('always-ask');
  expect((await tested({ kind: 'tool', provider: 'p', tool: 't', arguments: {} })).verdict).toBe('ask');
  expect((await bench.api.test({ trial: { kind: 'command', command: 'touch x' }, mode: 'read-only' })).verdict).toBe(
    'deny',
  );
});

test('a mode is its session’s, on the record, and survives a restart', async () => {
  await using bench = await rulesBench();
  expect(await bench.api.mode({ session: 'session-1' })).toBe('ask');
  await bench.api.setMode({ session: 'session-1', mode: 'read-only' });
  expect(await bench.api.mode({ session: 'session-1' })).toBe('read-only');
  expect((await bench.line('npm test')).judgement).toMatchObject({ verdict: 'deny', tier: 'mode' });
  const events = await arrayOf(bench.session.read());
  expect(events.at(-1)).toMatchObject({ type: 'session.permission', data: { mode: 'read-only' } });
  await expect(bench.api.setMode({ session: 'nowhere', mode: 'ask' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a rule is rehearsed on what was asked before', async () => {
  await using bench = await rulesBench();
  await bench.past('npm test', 'allow');
  await bench.past('npm run x', 'refuse');
  await bench.past('npm test > out.txt', 'allow');
  await bench.past('make', 'allow');
  await bench.past('ls', 'allow');
  expect(await bench.api.rehearse({ subject: boxed('npm', [REST]) })).toMatchObject({
    looked: 5,
    wouldAllow: 2,
    refused: 1,
    examples: [{ text: 'npm run x', decided: 'refuse' }, { text: 'npm test' }],
  });
});

test('rules are kept, shown and tried in the workspace that is named, and count in no other', async () => {
  await using bench = await rulesBench();
  const workspace = `${bench.workspace}-2`;
  const { id } = await bench.api.save({ scope: 'workspace', workspace, rule: NPM });

  expect((await bench.state()).workspace).toEqual([]);
  for await (const state of await bench.api.changed({ workspace })) {
    expect(state.workspace.map((rule) => rule.id)).toEqual([id]);
    break;
  }
  const trial = { kind: 'command', command: 'npm test' } as const;
  expect(await bench.api.test({ trial, workspace })).toMatchObject({ verdict: 'allow', tier: 'workspace-allow' });
  expect(await bench.api.test({ trial })).toMatchObject({ verdict: 'ask' });
  await expect(bench.api.remove({ scope: 'workspace', id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await bench.api.remove({ scope: 'workspace', workspace, id });
  expect(await bench.api.test({ trial, workspace })).toMatchObject({ verdict: 'ask' });
});

test('a rule that runs a script counts while that stays as it is, and says so when it changed', async () => {
  await using bench = await rulesBench();
  const write = (scripts: Readonly<Record<string, string>>) =>
    writeFile(join(bench.workspace, 'package.json'), JSON.stringify({ scripts }));
  await write({ test: 'vitest run', lint: 'biome check' });
  const [exact, open] = await bench.api.propose({ question: (await bench.ask('npm test')).id });
  expect(exact?.rules[0]?.words).toBe(
    'npm test, as long as the script test of package.json stays as it is, in the box',
  );
  expect(open?.rules[0]?.words).toMatch(/as long as what package.json says of scripts stays as it is, in the box$/);
  const subject = exact?.rules[0]?.subject ?? command('npm');
  await bench.api.save({ scope: 'user', rule: { verdict: 'allow', subject } });

  await write({ test: 'vitest run', lint: 'eslint' });
  expect((await bench.line('npm test')).judgement.verdict).toBe('allow');
  await write({ pretest: 'touch x', test: 'vitest run' });
  const why = 'the script test of package.json has changed since you allowed it';
  expect((await bench.line('npm test')).judgement).toMatchObject({ verdict: 'ask', why });
});

test('a rule for one session counts there alone, is on its record, and is not in the file', async () => {
  await using bench = await rulesBench();
  const rule = { verdict: 'allow', subject: command('npm', ['test'], { runs: 'box' }) } as const;
  const [saved] = await bench.api.saveForSession({ session: 'session-1', rules: [rule] });
  expect((await bench.line('npm test')).judgement).toMatchObject({ verdict: 'allow', rule: saved?.id });
  expect((await bench.api.test({ trial: { kind: 'command', command: 'npm test' } })).verdict).toBe('ask');
  expect((await bench.state()).user).toEqual([]);
  await bench.past('npm test', 'allow');
  for await (const event of bench.session.read()) {
    const made = await replayDecision(event, async (hash) => (await bench.ledger.content.read(hash)).toString());
    if (made) expect(made.again).toMatchObject({ verdict: 'allow', rule: saved?.id });
  }
  for await (const rules of await bench.api.ofSession({ session: 'session-1' })) {
    expect(rules).toEqual([saved]);
    break;
  }

  const banned = { verdict: 'allow', subject: command('rm', ['-rf', '/']) } as const;
  await expect(bench.api.saveForSession({ session: 'session-1', rules: [banned] })).rejects.toMatchObject({
    code: 'DENIED',
  });
  await expect(bench.api.saveForSession({ session: 'nowhere', rules: [rule] })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await bench.api.removeFromSession({ session: 'session-1', id: saved?.id ?? '' });
  expect((await bench.line('npm test')).judgement.verdict).toBe('ask');
  expect((await arrayOf(bench.session.read())).filter(({ type }) => type === 'session.rules')).toHaveLength(2);
});

test('of rules that are saved for one session at once, and removed meanwhile, none is lost', async () => {
  await using bench = await rulesBench();
  const { api } = bench;
  const [first] = await api.saveForSession({ session: 'session-1', rules: [denying('rm')] });
  await Promise.all([
    api.saveForSession({ session: 'session-1', rules: [denying('mv')] }),
    api.saveForSession({ session: 'session-1', rules: [denying('cp')] }),
    api.removeFromSession({ session: 'session-1', id: first?.id ?? '' }),
  ]);
  for await (const rules of await api.ofSession({ session: 'session-1' })) {
    expect(rules.map(({ subject }) => 'program' in subject && subject.program).toSorted()).toEqual(['cp', 'mv']);
    break;
  }
});

test('of two modes that are set one right after the other the last one counts', async () => {
  await using bench = await rulesBench();
  const modes = ['workspace', 'ask', 'edits', 'read-only'] as const;
  await Promise.all(modes.map((mode) => bench.api.setMode({ session: 'session-1', mode })));
  expect(await bench.api.mode({ session: 'session-1' })).toBe('read-only');
  await Promise.all([
    bench.api.setMode({ session: 'session-1', mode: 'workspace' }),
    bench.api.setMode({ session: 'session-1', mode: 'read-only' }),
  ]);
  expect(await bench.api.mode({ session: 'session-1' })).toBe('read-only');
});

const denying = (program: string) => ({ verdict: 'deny', subject: command(program) }) as const;
