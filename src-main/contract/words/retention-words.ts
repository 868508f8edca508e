import type { StorageKind } from '../retention.ts';

/** Names of the kinds for people, the same in the page and on a command line. */
export const STORAGE_WORDS: Readonly<Record<StorageKind, string>> = {
  record: 'Records of sessions',
  session: 'Records of deleted sessions',
  content: 'Kept contents, outputs and snapshots of workspaces',
  tree: 'Snapshots of workspaces',
  seen: 'Last snapshots of folders',
  base: 'Sources of opened folders',
  reading: 'Layers of images laid out to be read',
  branch: 'Branches',
  temporary: 'Unfinished files left by crashes',
};
