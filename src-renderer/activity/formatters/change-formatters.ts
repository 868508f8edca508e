import type { LedgerEventData } from '#contract';
import { plural } from '../../ui/format.ts';
import type { EventFormatter } from './event-formatter.ts';

const VERBS = { created: 'Created', modified: 'Changed', deleted: 'Deleted' } as const;

/** Descriptions of events about changes of files, whatever made them, and about how they were watched. */
export const changeFormatters: {
  readonly [T in
    | 'file.changed'
    | 'call.watched'
    | 'changes.found'
    | 'change.undone'
    | 'change.redone']: EventFormatter<T>;
} = {
  'file.changed': {
    name: 'File change',
    icon: 'changes',
    words: (data) =>
      `${VERBS[data.change]} ${data.path}${lineCounts(data.addedLines, data.removedLines)}${changedByText(data)}`,
  },
  'call.watched': {
    name: 'Effects of a call',
    icon: 'changes',
    words: ({ tool, by, changes, notWatched, alongside = [], interrupted }) =>
      [
        `${tool}${by === undefined ? '' : ` of ${by}`} changed ${plural(changes, 'file or folder', 'files and folders')}`,
        interrupted === undefined ? '' : 'it was interrupted',
        alongside.length === 0 ? '' : 'other calls ran at the same time',
        notWatched.length === 0 ? '' : 'not everything was watched',
      ]
        .filter(Boolean)
        .join(', '),
  },
  'changes.found': {
    name: 'Changes found',
    icon: 'changes',
    words: ({ changes, alive }) =>
      `${plural(changes, 'file or folder was', 'files and folders were')} found changed while no call ran; running then: ${alive.join(', ')}`,
  },
  'change.undone': {
    name: 'Undo',
    icon: 'undo',
    words: ({ path, forced, byBox, hasFailed }) => {
      if (hasFailed) return `The change of ${path} did not come to be`;
      return byBox === undefined
        ? `Undid the change of ${path}${forced ? ', over later changes' : ''}`
        : `The box took the change of ${path} back: ${byBox}`;
    },
  },
  'change.redone': {
    name: 'Redo',
    icon: 'refresh',
    words: ({ path, forced }) => `Redid the change of ${path}${forced ? ', over later changes' : ''}`,
  },
};

function changedByText({ origin, by = [], shared, byBox }: LedgerEventData<'file.changed'>): string {
  const others = shared === undefined ? '' : ' or another';
  switch (origin) {
    case 'tool':
      return others;
    case 'command':
      return `, by a command${others}`;
    case 'program':
      return `, by ${by.join(', ') || 'a program'}${others}`;
    case 'client':
      return `, by ${by.join(', ') || 'a client of the Shell Adapter'}${others}`;
    case 'unknown':
      return `, cause unknown; running then: ${by.join(', ')}`;
    case 'undo':
      return byBox === undefined ? ', by an undo' : ', taken back by the box';
    case 'redo':
      return ', by a redo';
  }
}

function lineCounts(added: number | undefined, removed: number | undefined): string {
  return added === undefined && removed === undefined ? '' : ` (+${added ?? 0} −${removed ?? 0})`;
}
