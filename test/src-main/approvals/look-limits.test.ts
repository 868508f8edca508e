import { afterAll, beforeAll, expect, test } from 'vitest';
import { analyseSafely } from '#shell-analysis';
import { workingFolders } from '../../../src-main/approvals/decide/folders.ts';
import { allow, command, type PolicyBench, policyBench, REST } from './policy-bench.ts';

let bench: PolicyBench;
beforeAll(async () => {
  bench = await policyBench();
});
afterAll(() => bench[Symbol.asyncDispose]());

const after = (folders: number) =>
  `${['a', 'b', 'c', 'd']
    .slice(0, folders)
    .map((name) => `cd ${name}; `)
    .join('')}pwd`;
/** Builds a line with names so short that no worker, with its time limit, has to read it. */
const touching = (files: number) =>
  `touch ${Array.from({ length: files }, (_, index) => index.toString(36)).join(' ')}`;

test('every "cd" may fail, so that a part may run in twice as many folders; with more than 8 it is not known where', async () => {
  const last = async (line: string) => workingFolders(await analyseSafely(line), '/w').at(-1);
  expect(await last(after(1))).toEqual(['/w', '/w/a']);
  expect(new Set(await last(after(3)))).toEqual(
    new Set(['/w', '/w/a', '/w/b', '/w/c', '/w/a/b', '/w/a/c', '/w/b/c', '/w/a/b/c']),
  );
  expect(await last(after(4))).toBeUndefined();
});

test('a rule for files of the workspace covers no part of which it is not known where it runs', async () => {
  const given = { user: [allow(command('touch', [REST]))] };
  expect(await bench.line(after(3).replace('pwd', 'touch x'), given)).toMatchObject({ verdict: 'allow' });
  expect(await bench.line(after(4).replace('pwd', 'touch x'), given)).toMatchObject({ verdict: 'ask' });
});

test('a line with more than 1000 paths is asked about, whatever allows it', async () => {
  const given = { user: [allow(command('touch', [REST]))] };
  expect(await bench.line(touching(1000), given)).toMatchObject({ verdict: 'allow', tier: 'user-allow' });
  expect(await bench.line(touching(1001), given)).toMatchObject({ verdict: 'ask', rule: 'too many paths' });
});
