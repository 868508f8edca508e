import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { goTemplate, type TemplateCase, whatIsWrong } from './go-template.ts';

const CASES = JSON.parse(
  readFileSync(join(import.meta.dirname, '../fixtures/go-template/cases.json'), 'utf8'),
) as readonly TemplateCase[];

/** The types of our functions do not say that they may fail, and only this message shows it. */
const WORDED_OTHERWISE = 'func/name-with-underscore-and-digits';

test('templates come to what Go made of them, each error with its place and all its words', async () => {
  const problems: string[] = [];
  for (const one of CASES) {
    const problem = await whatIsWrong(one, one.name === WORDED_OTHERWISE ? 'line' : 'message');
    if (problem !== undefined) problems.push(problem);
  }
  expect(CASES.length).toBe(708);
  expect(problems).toEqual([]);
});

test.each([
  ['output', { output: 'x' }, 1],
  ['output', { error: { class: 'parse', line: 7, message: 'other' } }, 0],
  ['line', { error: { class: 'parse', line: 7, message: 'other' } }, 1],
  ['line', { error: { class: 'parse', line: 1, message: 'other' } }, 0],
  ['message', { error: { class: 'parse', line: 1, message: 'other' } }, 1],
  ['line', { error: { class: 'exec', line: 1, message: 'other' } }, 1],
])('a wrong template compared by its %s with %o fails %i times', async (level, wanted, count) => {
  const cases = [{ name: 'wrong', templates: '{{if}}', expect: wanted }];
  const { failures } = await goTemplate(cases, () => {}, new Map([['level', level]]));
  expect(failures).toHaveLength(count);
});

test('what newer Go gives will do, too', async () => {
  const one = {
    name: 'newer',
    templates: '{{range 2}}x{{end}}',
    expect: { output: 'old' },
    expectNewer: { output: 'xx' },
  };
  expect(await goTemplate([one], () => {})).toEqual({ passed: 1, skipped: 0, failures: [] });
});

test('an unknown level is said', async () => {
  await expect(goTemplate([], () => {}, new Map([['level', 'word']]))).rejects.toThrow(
    /--level is output, line or message/,
  );
});
