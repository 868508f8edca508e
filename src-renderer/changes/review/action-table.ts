import type { ActionTable } from '../../state/action-table.ts';

const group = 'Changes';

/** Actions on the visible change. */
export const changeActions = {
  'changes.find': { title: 'Find in the diff', group, keys: 'Mod+F' },
  'changes.next-hunk': { title: 'Next hunk', group, keys: 'F7' },
  'changes.previous-hunk': { title: 'Previous hunk', group, keys: 'Shift+F7' },
  'changes.lines': { title: 'Decide line by line', group },
  'changes.accept-every-hunk': { title: 'Accept every hunk', group },
  'changes.reject-every-hunk': { title: 'Reject every hunk, to accept some', group },
  'changes.apply': { title: 'Apply accepted hunks', group },
  'changes.refuse': { title: 'Reject all of the change', group },
  'changes.undo': { title: 'Undo the turn or file', group, keys: 'U' },
  'changes.redo': { title: 'Redo the turn or file', group, keys: 'R' },
  'changes.side-by-side': { title: 'Show the diff side by side', group },
  'changes.inline': { title: 'Show the diff inline', group },
  'changes.accessible': { title: 'Show the diff as an accessible list', group },
} as const satisfies ActionTable;
