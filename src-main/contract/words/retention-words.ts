import type { StorageKind } from '../retention.ts';

/** Names of the kinds for people, the same in the page and on a command line. */
export const STORAGE_WORDS: Readonly<Record<StorageKind, string>> = {
  record: 'Records of sessions',
  session: 'Records of deleted sessions',
  content: 'Kept contents, outputs and looks at workspaces',
  tree: 'Looks at workspaces',
  seen: 'Last looks at folders',
  base: 'What folders were opened from',
  reading: 'Layers of images laid out to be read',
  branch: 'Branches',
  temporary: 'What crashes left half written',
};
