import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runSuite, type SuiteResult, type Suites } from './run-suite.ts';

function listener() {
  const said = { out: [] as string[], error: [] as string[] };
  return { said, log: (line: string) => void said.out.push(line), error: (line: string) => void said.error.push(line) };
}

const suites: Suites = {
  numbers: async () => async (cases, say) => {
    const numbers = cases as readonly number[];
    for (const number of numbers) say(`case ${number}`);
    return {
      passed: numbers.filter((number) => number > 0).length,
      skipped: numbers.filter((number) => number === 0).length,
      failures: numbers.filter((number) => number < 0).map((number) => `${number} is negative`),
    } satisfies SuiteResult;
  },
};

async function run(text: string | undefined, ...args: readonly string[]) {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'cases.json');
  if (text !== undefined) await writeFile(file, text);
  const given = args.map((arg) => (arg === 'FILE' ? file : arg));
  const { said, ...output } = listener();
  return { exitCode: await runSuite(given, { suites, coming: { later: 'the next issue' } }, output), ...said };
}

test.each([
  ['[1, 2]', 0, ['2 passed, 0 failed']],
  ['[1, 0]', 0, ['1 passed, 0 failed, 1 skipped']],
  ['[1, -3]', 1, ['-3 is negative', '1 passed, 1 failed']],
])('the cases %s end with exit code %i and the count', async (text, exitCode, lines) => {
  expect(await run(text, 'numbers', 'FILE')).toEqual({ exitCode, out: lines, error: [] });
});

test('-v prints each case', async () => {
  expect((await run('[5]', 'numbers', 'FILE', '-v')).out).toEqual(['case 5', '1 passed, 0 failed']);
});

test('options are pairs of a name and a value, and no words', async () => {
  const heard: unknown[] = [];
  const optionsHeard: Suites = {
    ...suites,
    options: async () => async (_cases, _say, options) => {
      heard.push(...(options ?? []));
      return { passed: 1, skipped: 0, failures: [] };
    },
  };
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'cases.json');
  await writeFile(file, '[]');

  const { said, ...output } = listener();
  await runSuite(['--level', 'line', 'options', file, '-v'], { suites: optionsHeard, coming: {} }, output);

  expect(said.out).toEqual(['1 passed, 0 failed']);
  expect(heard).toEqual([['level', 'line']]);
});

test.each([
  ['no suite', undefined, [], /No suite is named[\s\S]*Usage/],
  ['an unknown suite', '[]', ['other', 'FILE'], /There is no suite 'other'. There are: numbers; to come: later/],
  ['a name that every object has', '[]', ['toString', 'FILE'], /There is no suite 'toString'/],
  ['a suite to come', '[]', ['later', 'FILE'], /comes with the next issue/],
  ['no file', '[]', ['numbers'], /No file of cases/],
  ['a file that is not there', undefined, ['numbers', 'FILE'], /cases.json cannot be read: .*ENOENT/],
  ['a file that is not JSON', '[1,', ['numbers', 'FILE'], /cases.json cannot be read: SyntaxError/],
  ['cases of another form', '{}', ['numbers', 'FILE'], /'numbers' cannot run .*cases.json: TypeError/],
])('%s is one failure, with a reason', async (_, text, args, reason) => {
  const problem = expect.stringMatching(reason);
  expect(await run(text, ...args)).toEqual({ exitCode: 1, out: ['0 passed, 1 failed'], error: [problem] });
});
