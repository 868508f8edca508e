import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { expect, test } from 'vitest';
import { createRules, replayDecision } from '#approvals';
import { type Question, Settings, type Subject } from '#contract';
import { Emitter } from '#core/emitter';
import { arrayOf } from '../../support/array-of.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { temporaryLedger } from '../../support/temporary-ledger.ts';
import { command, REST } from './policy-bench.ts';

const limits = { timeoutMs: 1, maxOutputBytes: 1 };

async function rulesBench(text?: string) {
  const folder = await temporaryFolder();
  const ledger = await temporaryLedger();
  const workspace = join(folder.path, 'work');
  const file = join(folder.path, 'data', 'rules.yaml');
  await mkdir(workspace);
  if (text !== undefined) {
    await mkdir(join(folder.path, 'data'));
    await writeFile(file, text);
  }
  const session = await ledger.session('session-1');
  await session.append('session.created', { title: 't', workspace, app: '1' });
  const waiting: Question[] = [];
  const rules = await createRules({
    file,
    ledger,
    settings: { current: () => Settings.parse({}), onChanged: new Emitter<unknown>().subscribe },
    probeSandbox: async () => ({ works: true }),
    firstWorkspace: () => workspace,
    home: folder.path,
    own: () => [file],
    record: () => ledger.session('rules-1'),
    waiting: () => waiting,
    log: silentLogger,
  });
  const api = createRouterClient(rules.router, {
    context: {
      reportBug: (error) => {
        throw error;
      },
    },
  });
  const subjectOf = (line: string): Subject => ({ kind: 'command', command: line, cwd: workspace, limits });
  const decide = (subject: Subject) =>
    rules.policy({
      plan: { subject, isOutside: false, warnings: [] },
      tool: 'execute_command',
      session: 'session-1',
      workspace,
    });
  return {
    ...{ file, workspace, ledger, session, api, waiting, rules },
    line: (text: string) => decide(subjectOf(text)),
    decide,
    /** Records a decision as the runner does. */
    async past(line: string, verdict: 'allow' | 'refuse') {
      const { judged, judgement } = await decide(subjectOf(line));
      const by = judgement.verdict === 'ask' ? 'person' : 'rule';
      await session.append('approval.decided', { callId: line, by, verdict, ...(judged && { judged }) });
    },
    async ask(line: string): Promise<Question> {
      const { judgement } = await decide(subjectOf(line));
      const question: Question = {
        ...{ id: `q-${waiting.length}`, session: 'session-1', sessionTitle: 't', callId: 'c', tool: 'execute_command' },
        ...{
          at: 1,
          subject: subjectOf(line),
          why: judgement.why,
          workspace,
          isOutside: false,
          warnings: [],
          repairs: [],
        },
        ...{ sent: '', judgement },
      };
      waiting.push(question);
      return question;
    },
    state: async () => {
      for await (const state of await api.changed()) return state;
      throw new Error('no state');
    },
    [Symbol.asyncDispose]: async () => {
      await rules[Symbol.asyncDispose]();
      await ledger[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const boxed: typeof command = (program, words = [], more = {}) => command(program, words, { runs: 'box', ...more });
const NPM = { verdict: 'allow', subject: boxed('npm', ['test']) } as const;

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

const BROKEN = `user:
  - verdict: allow
    subject: {kind: command, program: make, arguments: [], runs: box}
  - verdict: deny
    subject: {kind: command, program: npm, arguments: [{any: rest}]}
  - verdict: allow
    subject: {kind: comand, program: ls, arguments: []}
`;

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
    ...{ looked: 5, wouldAllow: 2, refused: 1 },
    examples: [{ text: 'npm run x', decided: 'refuse' }, { text: 'npm test' }],
  });
});

test('proposals go from narrow to wide, and each would have kept the question from being asked', async () => {
  await using bench = await rulesBench();
  const { id } = await bench.ask('npm run build');
  const proposed = await bench.api.propose({ question: id });
  expect(wordsOf(proposed)).toEqual([
    ['npm run build, in the box'],
    ['npm run, with its safe options and names, in the box'],
  ]);
  const redirected = await bench.ask('make all > build.log');
  expect((await bench.api.propose({ question: redirected.id }))[0]?.rules[0]?.subject).toMatchObject({
    redirections: ['build.log'],
  });
  for (const line of ['rm -rf /', 'cat .env', 'npm run $X', 'echo $(make)', 'npm test; cat .env'].slice(1)) {
    const question = await bench.ask(line);
    expect(await bench.api.propose({ question: question.id }), line).toEqual([]);
  }
  await expect(bench.api.propose({ question: 'gone' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

const wordsOf = (proposals: Awaited<ReturnType<Awaited<ReturnType<typeof rulesBench>>['api']['propose']>>) =>
  proposals.map(({ rules }) => rules.map(({ words }) => words));

test('a wrapper with options has a rule of its own beside the rule of what it runs', async () => {
  await using bench = await rulesBench();
  const { id } = await bench.ask('timeout 5 npm test');

  const [narrowest] = await bench.api.propose({ question: id });

  expect(narrowest?.rules.map(({ words, part }) => [part, words])).toEqual([
    ['timeout 5 npm test', 'timeout 5 npm test, in the box'],
    ['npm test', 'npm test, also run by timeout, in the box'],
  ]);
  const rules = narrowest?.rules.map(({ subject }) => ({ verdict: 'allow', subject }) as const) ?? [];
  expect(await bench.api.saveAll({ scope: 'user', rules })).toHaveLength(2);
  expect((await bench.line('timeout 5 npm test')).judgement.verdict).toBe('allow');
  for (const line of ['timeout 5 make', 'timeout 9 npm test', 'timeout 5 npm test x']) {
    expect((await bench.line(line)).judgement.verdict, line).toBe('ask');
  }
  const events = await arrayOf((await bench.ledger.session('rules-1')).read());
  expect(events.map(({ type }) => type)).toEqual(['rule.saved', 'rule.saved']);
});

test('of a line, every part that asks gets its rule, and those only', async () => {
  await using bench = await rulesBench();
  const proposedFor = async (line: string) =>
    wordsOf(await bench.api.propose({ question: (await bench.ask(line)).id }));
  expect(await proposedFor('npm test && npm run build')).toEqual([
    ['npm test, in the box', 'npm run build, in the box'],
    ['npm test, with its safe options and names, in the box', 'npm run, with its safe options and names, in the box'],
  ]);
  expect((await proposedFor('npm test 2>&1 | tail -3'))[0]).toEqual(['npm test, in the box']);
  expect((await proposedFor('npm test; npm test'))[0]).toEqual(['npm test, in the box']);
  expect((await proposedFor('nice make'))[0]).toEqual(['make, also run by nice, in the box']);
  await bench.api.save({ scope: 'user', rule: NPM });
  expect((await proposedFor('npm test && make'))[0]).toEqual(['make, in the box']);
});

test('new rules are saved all or not at all', async () => {
  await using bench = await rulesBench();
  const banned = { verdict: 'allow', subject: command('rm', ['-rf', '/']) } as const;
  await expect(bench.api.saveAll({ scope: 'user', rules: [NPM, banned] })).rejects.toMatchObject({ code: 'DENIED' });
  expect((await bench.state()).user).toEqual([]);
});

test('rules are tried together, and it is known whether the question would go without being asked', async () => {
  await using bench = await rulesBench();
  await bench.past('npm test && make', 'allow');
  await bench.past('npm test', 'refuse');
  const question = (await bench.ask('npm test && make')).id;
  const subject = NPM.subject;
  expect(await bench.api.rehearse({ subject, question })).toMatchObject({ wouldAllow: 1, covers: false });
  const beside = [boxed('make')];
  expect(await bench.api.rehearse({ subject, beside, question })).toMatchObject({
    ...{ looked: 2, wouldAllow: 2, refused: 1, covers: true },
  });
});

test('every decision is made again from the record alone', async () => {
  await using bench = await rulesBench();
  const lines = [
    'npm test',
    'ls',
    'cat README.md | head -1',
    'rm -rf /',
    'cat .env',
    'touch x',
    'npm test; make',
    '$X',
    'cd .. && ls',
  ];
  await bench.api.save({ scope: 'user', rule: NPM });
  await writeFile(join(bench.workspace, 'README.md'), 'x');
  for (const mode of ['ask', 'edits', 'workspace', 'read-only'] as const) {
    await bench.api.setMode({ session: 'session-1', mode });
    for (const line of lines)
      await bench.past(line, (await bench.line(line)).judgement.verdict === 'deny' ? 'refuse' : 'allow');
  }
  await bench.api.save({ scope: 'user', rule: { verdict: 'deny', subject: command('ls', [REST]) } });
  let replayed = 0;
  for await (const event of bench.session.read()) {
    const made = await replayDecision(event, async (hash) => (await bench.ledger.content.read(hash)).toString());
    if (!made) continue;
    replayed += 1;
    expect([made.again.verdict, made.again.tier], JSON.stringify(event.data)).toEqual([made.verdict, made.tier]);
  }
  expect(replayed).toBe(36);
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

test('a rule for a script file is bound to what is in it, and decided again from the record', async () => {
  await using bench = await rulesBench();
  const file = join(bench.workspace, 'build.sh');
  await writeFile(file, 'echo built\n');
  for (const line of ['./build.sh', 'bash build.sh']) {
    const [exact] = await bench.api.propose({ question: (await bench.ask(line)).id });
    await bench.api.saveAll({
      scope: 'user',
      rules: exact?.rules.map(({ subject }) => ({ verdict: 'allow', subject })) ?? [],
    });
    await bench.past(line, 'allow');
  }
  await bench.api.save({
    scope: 'user',
    rule: { verdict: 'allow', subject: command('echo', ['x'], { redirections: ['build.sh'], runs: 'box' }) },
  });
  expect((await bench.line('./build.sh && bash build.sh')).judgement.verdict).toBe('allow');
  expect((await bench.line('echo x > build.sh; ./build.sh')).judgement.verdict).toBe('ask');
  await writeFile(file, 'echo other\n');
  for (const line of ['./build.sh', 'bash build.sh']) {
    expect((await bench.line(line)).judgement.why, line).toBe('build.sh has changed since you allowed it');
  }
  for await (const event of bench.session.read()) {
    const made = await replayDecision(event, async (hash) => (await bench.ledger.content.read(hash)).toString());
    if (made) expect(made.again.verdict).toBe('allow');
  }
});

test('loops, patterns, variables and here-documents are named part by part, and decided again from the record', async () => {
  await using bench = await rulesBench();
  await mkdir(join(bench.workspace, 'src'));
  await writeFile(join(bench.workspace, 'src', 'a.js'), 'a');
  const lines = [
    ['for f in src/*.js; do rm -f "$f"; done', 'rm -f src/*.js, in the box'],
    ['for d in one two; do mkdir -p "$d"; done', 'mkdir -p (one or two), in the box'],
    [
      'cat <<EOF > notes.md\nhello\nEOF',
      "cat, given the text 'hello\n', also redirected to or from notes.md, in the box",
    ],
  ] as const;
  for (const [line, words] of lines) {
    const [exact] = await bench.api.propose({ question: (await bench.ask(line)).id });
    expect(
      exact?.rules.map((rule) => rule.words),
      line,
    ).toEqual([words]);
    const rules = exact?.rules.map(({ subject }) => ({ verdict: 'allow', subject }) as const) ?? [];
    await bench.api.saveAll({ scope: 'user', rules });
    expect((await bench.line(line)).judgement.verdict, line).toBe('allow');
    await bench.past(line, 'allow');
  }
  for (const line of [
    'rm -f src/*',
    'rm -f "src/*.js"',
    'for f in src/*.js; do f=.env; rm -f "$f"; done',
    'for f in src/*.js .env; do rm -f "$f"; done',
    'for f in src/*.js; do read f; rm -f "$f"; done',
    'for PATH in src/*.js; do rm -f "$PATH"; done',
    'cat <<EOF > notes.md\nother\nEOF',
    'cat <<EOF > notes.md\n$(make)\nEOF',
  ]) {
    expect((await bench.line(line)).judgement.verdict, line).toBe('ask');
  }
  await writeFile(join(bench.workspace, 'src', 'secrets.json.js'), '');
  await symlink('/etc/hosts', join(bench.workspace, 'src', 'outside.js'));
  expect((await bench.line('rm -f src/*.js')).judgement.verdict).toBe('ask');
  for await (const event of bench.session.read()) {
    const made = await replayDecision(event, async (hash) => (await bench.ledger.content.read(hash)).toString());
    if (made) expect(made.again.verdict).toBe('allow');
  }
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
