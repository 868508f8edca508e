import type { LedgerEventType } from '#contract';
import { rewoundWords } from '#contract/undo-words';
import type { EventFormatter } from './event-formatter.ts';

type RewindEventType = 'point.taken' | 'session.rewound' | 'event.copied';

/** Descriptions of events about points, rewinds, and the beginnings of forks. */
export const rewindFormatters = {
  'point.taken': {
    name: 'Point',
    icon: 'clock',
    words: ({ at, root }) => `The state of ${root} ${at === 'before' ? 'before' : 'after'} the turn was recorded`,
  },
  'session.rewound': { name: 'Rewind', icon: 'undo', words: rewoundWords },
  'event.copied': {
    name: 'From before the fork',
    icon: 'copy',
    words: ({ type }) => `The session began with this of another one: ${type}`,
  },
} as const satisfies { readonly [T in Extract<LedgerEventType, RewindEventType>]: EventFormatter<T> };
