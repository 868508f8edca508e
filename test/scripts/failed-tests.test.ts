import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { script } from './script.ts';

const { failedTests } = await script<{ failedTests(file: string, root: string): string[] }>('failed-tests');

async function namesIn(report: unknown): Promise<string[]> {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'report.json');
  await writeFile(file, JSON.stringify(report));
  return failedTests(file, '/project');
}

test('failed tests of vitest are named with their file and the first line of why', async () => {
  const testResults = [
    {
      name: '/project/test/a.test.ts',
      status: 'failed',
      assertionResults: [
        { status: 'passed', fullName: 'goes well' },
        { status: 'failed', fullName: 'goes wrong', failureMessages: ['expected 1 to be 2\n  at a.test.ts:3'] },
      ],
    },
    { name: '/project/test/b.test.ts', status: 'failed', assertionResults: [], message: 'It cannot be loaded\nat b' },
    { name: '/project/test/c.test.ts', status: 'passed', assertionResults: [] },
  ];

  expect(await namesIn({ testResults })).toEqual([
    'test/a.test.ts > goes wrong: expected 1 to be 2',
    'test/b.test.ts: It cannot be loaded',
  ]);
});

test('failed tests of Playwright are named with all that they stand in', async () => {
  const specs = [
    { title: 'goes well', tests: [{ status: 'expected' }] },
    { title: 'at its second try', tests: [{ status: 'flaky' }] },
    { title: 'goes wrong', tests: [{ status: 'unexpected' }] },
  ];

  expect(await namesIn({ suites: [{ title: 'a.spec.ts', suites: [{ title: 'a view', specs }] }] })).toEqual([
    'a.spec.ts > a view > goes wrong',
  ]);
});

test('a runner that left no report names nothing', () => {
  expect(failedTests('/nowhere/report.json', '/project')).toEqual([]);
});
