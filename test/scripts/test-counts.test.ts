import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { script } from './script.ts';

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const counts = await script<{
  sum(all: readonly Counts[]): Counts;
  closingLine(total: Counts): string;
  countOfCheck(exitCode: number): Counts;
  countOfVitest(file: string, exitCode: number): Counts;
  countOfPlaywright(file: string, exitCode: number): Counts;
  countOfSkipped(file: string): Counts;
}>('test-counts');

async function countOf(runner: 'countOfVitest' | 'countOfPlaywright', report: unknown, exitCode: number) {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'report.json');
  if (report !== undefined) await writeFile(file, JSON.stringify(report));
  return counts[runner](file, exitCode);
}

const vitest = (report: object) => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...report,
});
const playwright = (stats: object, errors: readonly unknown[] = []) => ({
  stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats },
  errors,
});

test.each([
  [{ passed: 3, failed: 0, skipped: 0 }, '3 passed, 0 failed'],
  [{ passed: 3, failed: 1, skipped: 2 }, '3 passed, 1 failed, 2 skipped'],
])('%j closes with "%s"', (total, line) => {
  expect(counts.closingLine(total)).toBe(line);
});

test('the sum is over all runners', () => {
  const all = [counts.countOfCheck(0), counts.countOfCheck(2), { passed: 5, failed: 1, skipped: 4 }];

  expect(counts.sum(all)).toEqual({ passed: 6, failed: 2, skipped: 4 });
});

describe('a runner', () => {
  test.each([
    ['that passed', vitest({ numPassedTests: 7, numPendingTests: 1 }), 0, { passed: 7, failed: 0, skipped: 1 }],
    ['with a failed test', vitest({ numPassedTests: 7, numFailedTests: 2 }), 1, { passed: 7, failed: 2, skipped: 0 }],
    [
      'with a file that could not be loaded',
      vitest({ numPassedTests: 7, testResults: [{ status: 'failed', assertionResults: [] }] }),
      1,
      { passed: 7, failed: 1, skipped: 0 },
    ],
    ['with an error outside of tests', vitest({ numPassedTests: 7 }), 1, { passed: 7, failed: 1, skipped: 0 }],
    ['that ran nothing', vitest({}), 0, { passed: 0, failed: 1, skipped: 0 }],
    ['that left no report', undefined, 0, { passed: 0, failed: 1, skipped: 0 }],
  ])('of vitest %s', async (_, report, exitCode, expected) => {
    expect(await countOf('countOfVitest', report, exitCode)).toEqual(expected);
  });

  test.each([
    ['that passed', playwright({ expected: 4, skipped: 2 }), 0, { passed: 4, failed: 0, skipped: 2 }],
    [
      'with a test that passed at the second try',
      playwright({ expected: 4, flaky: 1 }),
      0,
      { passed: 5, failed: 0, skipped: 0 },
    ],
    ['with a broken file', playwright({ expected: 4 }, [{}]), 1, { passed: 4, failed: 1, skipped: 0 }],
    ['that skipped everything', playwright({ skipped: 4 }), 0, { passed: 0, failed: 1, skipped: 4 }],
    ['that crashed at the end', playwright({ expected: 4 }), 134, { passed: 4, failed: 1, skipped: 0 }],
  ])('of Playwright %s', async (_, report, exitCode, expected) => {
    expect(await countOf('countOfPlaywright', report, exitCode)).toEqual(expected);
  });
});

test.each([
  ['their list', playwright({ skipped: 42 }), { passed: 0, failed: 0, skipped: 42 }],
  ['a list with a broken file', playwright({ skipped: 42 }, [{}]), { passed: 0, failed: 1, skipped: 42 }],
  ['no list', undefined, { passed: 0, failed: 1, skipped: 0 }],
])('tests that cannot run here are counted from %s', async (_, report, expected) => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'report.json');
  if (report !== undefined) await writeFile(file, JSON.stringify(report));

  expect(counts.countOfSkipped(file)).toEqual(expected);
});
