import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { DAYS_OF_A_TURN } from '../support/cases-of-the-day.ts';
import { writeFiles } from '../support/js-package.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { script } from './script.ts';

interface Turns {
  readonly today: readonly string[];
  readonly others: readonly string[];
}

const { DAYS, testsOfTheDay, dayOfRun } = await script<{
  readonly DAYS: number;
  readonly testsOfTheDay: (
    root: string,
    run: { readonly day: number; readonly isWhole: boolean },
  ) => Readonly<Record<'slow' | 'integration' | 'e2e', Turns>>;
  readonly dayOfRun: (environment: NodeJS.ProcessEnv) => number;
}>('tests-of-the-day');

const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

/** A project of seven files in each suite, `a` the largest. */
async function project() {
  const folder = await temporaryFolder();
  for (const [index, letter] of LETTERS.entries()) {
    const text = '/'.repeat(70 - 10 * index);
    await writeFiles(folder.path, {
      [`test/src-main/${letter}/it.slow.test.ts`]: text,
      [`test/src-main/${letter}/it.integration.test.ts`]: text,
      [`e2e/${letter}.spec.ts`]: text,
    });
  }
  await writeFiles(folder.path, { 'test/src-main/a/it.test.ts': '', 'e2e/support/host.ts': '' });
  return folder;
}

test('each file has its turn within five days, the large ones on different ones', async () => {
  await using folder = await project();
  const days = [20_001, 20_002, 20_003, 20_004, 20_005].map((day) =>
    testsOfTheDay(folder.path, { day, isWhole: false }),
  );

  for (const suite of ['slow', 'integration', 'e2e'] as const) {
    const ran = days.flatMap((day) => day[suite].today);
    expect(ran).toHaveLength(7);
    expect(new Set(ran).size).toBe(7);
    for (const day of days) expect([...day[suite].today, ...day[suite].others].sort()).toEqual(ran.toSorted());
  }
  expect(days.map(({ e2e }) => e2e.today)).toEqual([
    ['e2e/b.spec.ts', 'e2e/g.spec.ts'],
    ['e2e/c.spec.ts'],
    ['e2e/d.spec.ts'],
    ['e2e/e.spec.ts'],
    ['e2e/a.spec.ts', 'e2e/f.spec.ts'],
  ]);
});

test('cases within a file are counted in the same turns as files', () => {
  expect(DAYS_OF_A_TURN).toBe(DAYS);
});

test('what was changed of late runs each day, with the tests beside it', async () => {
  await using folder = await project();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder.path });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '-m', 'first');
  for (let more = 0; more < 20; more += 1) git('commit', '--quiet', '--allow-empty', '-m', 'more');
  await writeFiles(folder.path, { 'src-main/b/changed.ts': '', 'e2e/c.spec.ts': '-'.repeat(50) });
  git('add', '.');
  git('commit', '--quiet', '-m', 'changed');
  await writeFiles(folder.path, { 'test/src-main/e/it.slow.test.ts': '-'.repeat(30) });
  const { slow, integration, e2e } = testsOfTheDay(folder.path, { day: 20_001, isWhole: false });

  const inFolders = (suite: Turns) => suite.today.map((file) => file.split('/')[2]);
  expect(inFolders(slow)).toEqual(['b', 'e', 'g']);
  expect(inFolders(integration)).toEqual(['b', 'g']);
  expect(e2e.today).toEqual(['e2e/b.spec.ts', 'e2e/c.spec.ts', 'e2e/g.spec.ts']);
});

test('a whole run leaves nothing to another day', async () => {
  await using folder = await project();
  const suites = testsOfTheDay(folder.path, { day: 20_001, isWhole: true });

  expect(Object.values(suites).map(({ today, others }) => [today.length, others.length])).toEqual([
    [7, 0],
    [7, 0],
    [7, 0],
  ]);
});

test('the seed stands for the day; one that is no number leaves it to the calendar', () => {
  const today = Math.floor(Date.now() / 86_400_000);

  expect(dayOfRun({ SIGMA_TEST_SEED: '-4' })).toBe(-4);
  for (const seed of [undefined, '', 'monday'])
    expect(dayOfRun({ SIGMA_TEST_SEED: seed })).toBeGreaterThanOrEqual(today);
});
