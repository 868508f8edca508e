import { expect, test } from 'vitest';
import { MemoryStore, promptDraft, promptEngineBox, toolRecord } from '../../../support/prompt-engine-box.ts';

const STORE = new MemoryStore({ 'shenma:tools:look:up': toolRecord(), 'shenma:environs:v:a': 1 });

test('all that is wrong is told, message by message, where it is', async () => {
  await using box = await promptEngineBox(STORE);
  const contents = ['{{lok_up 1}} {{lne .v}}\n{{.v.b}}', 'fine {{.v.a}}', 'a\n{{if}}'];
  const messages = contents.map((content) => ({ role: 'user' as const, content }));
  const problems = box.engine.check({ ...promptDraft(''), messages }, {});
  expect(problems.map(({ in: index, line, column, message }) => `${index}:${line}:${column} ${message}`)).toEqual([
    '0:1:3 template: draft.messages.0:1: function "lok_up" not defined: did you mean look_up?',
    '0:1:16 template: draft.messages.0:1: function "lne" not defined: did you mean len?',
    expect.stringMatching(/^2:2:\d+ .*missing value for if/),
  ]);
});

test('what is not defined is a warning, but in a guard; args that a request must give are promised', async () => {
  await using box = await promptEngineBox(STORE);
  const parameters = { must: { required: true }, may: {}, has: { default: 1 } };
  const draft = promptDraft(
    '{{.args.must}}{{.args.may}}{{.args.has}}{{.args.given}}{{.v.b}}{{if .v.c}}{{.v.d}}{{end}}',
    parameters,
  );
  const problems = box.engine.check(draft, { given: 1 });
  expect(problems.map(({ severity, message }) => `${severity} ${message}`)).toEqual([
    'warning args.may may be missing: it is optional and has no default',
    'warning v.b is not defined',
    'warning v.d is not defined',
  ]);
});

test('what a condition around it asks about is no warning', async () => {
  await using box = await promptEngineBox(STORE);
  const draft = promptDraft(
    '{{if .args.focus}}At {{.args.focus}}{{end}}{{with .v.c}}{{.}}{{$.v.c.d}}{{end}}{{.args.focus}}',
  );
  const problems = box.engine.check(draft, {});
  expect(problems.map(({ message, column }) => [message, column])).toEqual([['args.focus is not defined', 82]]);
});

test('a text that is far too long is not checked at each key', async () => {
  await using box = await promptEngineBox(STORE);
  const from = performance.now();
  expect(box.engine.check(promptDraft('{{.v.a}}'.repeat(100_000)), {})).toMatchObject([{ severity: 'warning' }]);
  expect(performance.now() - from).toBeLessThan(500);
});

test('unknown functions are told the same way whether or not something else is wrong', async () => {
  await using box = await promptEngineBox(STORE);
  const text = '{{define "d"}}{{éclair 1 | two}}{{end}}\n{{two (one 1)}} {{len .v}} {{if (three)}}{{end}}{{one}}';
  const problems = box.engine.check(promptDraft(text), {});
  expect(problems.map(({ line, column, endColumn }) => [line, column, endColumn])).toEqual([
    [1, 17, 23],
    [1, 28, 31],
    [2, 8, 11],
    [2, 34, 39],
  ]);
  const broken = box.engine.check(promptDraft(`${text}{{if}}`), {});
  expect(broken.slice(0, 4)).toEqual(problems);
  expect(broken[4]?.message).toMatch(/missing value for if/);
});
