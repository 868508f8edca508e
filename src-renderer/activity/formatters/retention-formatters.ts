import type { LedgerEventType, RemovedKind } from '#contract';
import { formatBytes } from '../../ui/format.ts';
import type { EventFormatter } from './event-formatter.ts';

type RetentionEventType = Extract<LedgerEventType, `retention.${string}`>;

/** Descriptions of events about the removal of unreferenced data. */
export const retentionFormatters: { readonly [T in RetentionEventType]: EventFormatter<T> } = {
  'retention.swept': {
    name: 'Removal begun',
    icon: 'trash',
    words: ({ by, kinds, names }) => {
      const shown = names.slice(0, 3).map(({ name }) => name);
      const what = `${sumOf(kinds)}${shown.length > 0 ? `, including ${shown.join(', ')}` : ''}`;
      return by === 'person' ? `You removed ${what}` : `Removed automatically: ${what}`;
    },
  },
  'retention.ended': {
    name: 'Removal ended',
    icon: 'trash',
    words: ({ removed, failed, left, wasCancelled }) => {
      const rest = [
        ...(left > 0 ? [`${left} were used meanwhile and kept`] : []),
        ...(failed.length > 0 ? [`${failed.length} could not be removed`] : []),
      ];
      return `${wasCancelled ? 'Cancelled after removing' : 'Removed'} ${[sumOf(removed), ...rest].join('; ')}`;
    },
  },
};

function sumOf(kinds: readonly RemovedKind[]): string {
  const [count, bytes] = [
    kinds.reduce((sum, one) => sum + one.count, 0),
    kinds.reduce((sum, one) => sum + one.bytes, 0),
  ];
  return `${count} unreferenced ${count === 1 ? 'item' : 'items'} of ${formatBytes(bytes)}`;
}
