import { expect, test } from 'vitest';
import { treeWatchLimits } from '#app/commands/watch-limits';
import { Settings } from '#contract';
import { DEFAULT_WATCH_LIMITS } from '#ledger';

test('the settings of a new installation watch what is watched without settings', () => {
  const { keepPercent, unwatchedFolders } = DEFAULT_WATCH_LIMITS;
  expect(treeWatchLimits(Settings.parse({}))).toEqual({ keepPercent, unwatchedFolders });
});

test('folders that a person names are left out, and those they took away are watched', () => {
  const settings = Settings.parse({ record: { unwatched_folders: ['node_modules', 'vendor'], keep_percent: 25 } });
  expect(treeWatchLimits(settings)).toEqual({
    keepPercent: 25,
    unwatchedFolders: { node_modules: 'installed packages', vendor: 'files that Settings leaves out' },
  });
});
