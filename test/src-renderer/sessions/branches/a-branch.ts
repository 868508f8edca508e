import type { Branch } from '#contract';

/** A branch of /home/me/work that is done. */
export const branch = (overrides: Partial<Branch> = {}): Branch => ({
  id: 'b1',
  set: 's',
  workspace: '/home/me/work',
  folder: '/data/branches/b1/work',
  state: 'done',
  line: 'Done.',
  isDropped: false,
  isKept: false,
  method: 'copy',
  createdAt: 0,
  changedWhileCopied: [],
  remarks: [],
  taken: 0,
  session: 'sb1',
  profile: 'fast',
  ...overrides,
});
