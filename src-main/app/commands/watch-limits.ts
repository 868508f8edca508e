import type { Settings } from '#contract';
import { DEFAULT_WATCH_LIMITS, type WatchLimits } from '#ledger';

const LEFT_OUT = 'files that Settings leaves out';

/** Builds the limits for watching and keeping a workspace from the settings. */
export function treeWatchLimits({ record }: Pick<Settings, 'record'>): Partial<WatchLimits> {
  const known = new Map(Object.entries(DEFAULT_WATCH_LIMITS.unwatchedFolders));
  const names = record.unwatched_folders.map((name) => [name, known.get(name) ?? LEFT_OUT] as const);
  return { keepPercent: record.keep_percent, unwatchedFolders: Object.fromEntries(names) };
}
