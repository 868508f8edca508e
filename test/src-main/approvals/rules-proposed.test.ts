import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { arrayOf } from '../../support/array-of.ts';
import { replayDecision } from '../../support/replay-decision.ts';
import { command, REST } from './policy-bench.ts';
import { boxed, NPM, rulesBench } from './rules-bench.ts';

const wordsOf = (proposals: Awaited<ReturnType<Awaited<ReturnType<typeof rulesBench>>['api']['propose']>>) =>
  proposals.map(({ rules }) => rules.map(({ words }) => words));

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
    looked: 2,
    wouldAllow: 2,
    refused: 1,
    covers: true,
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
