import type { LedgerEventType } from '#contract';
import { plural } from '../../ui/format.ts';
import type { EventFormatter } from './event-formatter.ts';

type BranchEventType = Extract<LedgerEventType, `branch.${string}`>;

const STATES = {
  done: 'is done',
  failed: 'failed',
  'over-budget': 'was ended at its budget',
  stopped: 'was stopped',
  interrupted: 'was interrupted by the end of the app',
} as const;

/** Descriptions of events about branches. */
export const branchFormatters: { readonly [T in BranchEventType]: EventFormatter<T> } = {
  'branch.created': { name: 'Branch begun', icon: 'folder', words: ({ folder }) => `A branch is copied to ${folder}` },
  'branch.ready': {
    name: 'Branch copied',
    icon: 'check',
    words: ({ entries, method }) =>
      `A branch of ${plural(entries, 'entry', 'entries')} was copied${method === 'reflink' ? ', sharing its blocks with the workspace' : ''}`,
  },
  'branch.started': {
    name: 'Session in a branch',
    icon: 'settings',
    words: ({ profile }) => (profile === undefined ? 'A session works in a branch' : `${profile} works in a branch`),
  },
  'branch.ended': {
    name: 'Work in a branch ended',
    icon: 'check',
    words: ({ state, line }) => `The work in a branch ${STATES[state]}${line === '' ? '' : `: ${line}`}`,
  },
  'branch.taken': {
    name: 'Taken from a branch',
    icon: 'check',
    words: ({ paths }) => `You chose to take ${plural(paths.length, 'path')} of a branch`,
  },
  'branch.kept': { name: 'Branch kept', icon: 'settings', words: () => 'You kept a branch' },
  'branch.dropped': {
    name: 'Branch dropped',
    icon: 'settings',
    words: ({ reason }) => `A branch was dropped: ${reason}`,
  },
  'branch.restored': { name: 'Branch restored', icon: 'undo', words: () => 'You restored a branch from the trash' },
  'branch.erased': {
    name: 'Branch erased',
    icon: 'warning',
    words: () => 'The files of a branch were removed for good',
  },
};
