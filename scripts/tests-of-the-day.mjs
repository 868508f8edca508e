import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { filesOfLastCommits } from './changed-files.mjs';

/** Days within which each file of a long suite has its turn; `test/support/cases-of-the-day.ts` counts in the same. */
export const DAYS = 5;
/** Commits whose files run on every day. */
const COMMITS = 20;
const DAY_MS = 86_400_000;

/** Suites of minutes: where their files lie, and how these are named. */
const SUITES = {
  slow: { folder: 'test', named: /\.slow\.test\.tsx?$/ },
  integration: { folder: 'test', named: /\.integration\.test\.ts$/ },
  e2e: { folder: 'e2e', named: /\.spec\.ts$/ },
};

/**
 * Divides the files of the long suites into those that run today and those whose turn is another day. A fifth of each suite
 * runs each day, so that all of it runs within five; besides, whatever the last commits changed, and the tests that stand
 * beside a source that they changed (`test/src-main/a/*` for `src-main/a/b.ts`).
 *
 * @param {string} root
 * @param {{ readonly day: number, readonly isWhole: boolean }} run with `isWhole`, all of them run today
 * @returns {Record<keyof typeof SUITES, { readonly today: readonly string[], readonly others: readonly string[] }>} paths from the root
 */
export function testsOfTheDay(root, { day, isWhole }) {
  const changed = isWhole ? [] : filesOfLastCommits(root, COMMITS);
  const besideChanged = new Set(changed.map((file) => folderOf(file.startsWith('src-') ? `test/${file}` : '')));
  const isChanged = (file) => changed.includes(file) || besideChanged.has(folderOf(file));
  return Object.fromEntries(
    Object.entries(SUITES).map(([name, suite]) => {
      const files = bySize(root, suite);
      const isOfToday = (file, index) => isWhole || index % DAYS === Math.abs(day) % DAYS || isChanged(file);
      const today = files.filter(isOfToday).sort();
      return [name, { today, others: files.filter((file) => !today.includes(file)).sort() }];
    }),
  );
}

/** Says how much of the long suites runs today, and how to run the rest. */
export function sayTurns(suites) {
  const counts = Object.entries(suites).map(
    ([name, { today, others }]) => `${today.length} of ${today.length + others.length} ${name}`,
  );
  return `Files of the long suites that run today: ${counts.join(', ')}; npm test -- --all runs all of them`;
}

/** Number of the day of a run: that of the calendar, or the seed that stands for it. */
export function dayOfRun({ SIGMA_TEST_SEED: seed }) {
  const today = Math.floor(Date.now() / DAY_MS);
  // The tests refuse a seed that is no number, and say so.
  return Number.isInteger(Number(seed || undefined)) ? Number(seed) : today;
}

/** Files of a suite, the largest first: dealt out in turns, each day has about as much to run. */
function bySize(root, { folder, named }) {
  if (!existsSync(join(root, folder))) return [];
  const files = readdirSync(join(root, folder), { recursive: true })
    .map((name) => `${folder}/${String(name).replaceAll('\\', '/')}`)
    .filter((name) => named.test(name));
  const sizes = new Map(files.map((file) => [file, statSync(join(root, file)).size]));
  return files.sort((a, b) => sizes.get(b) - sizes.get(a) || (a < b ? -1 : 1));
}

const folderOf = (file) => file.slice(0, Math.max(0, file.lastIndexOf('/')));
