import type { ListedMount } from '#mounts';
import { printableText } from '../printable-text.ts';

const STATES = {
  open: 'open',
  working: 'being opened or closed',
  left: 'left by a crash or a restart',
  lost: 'mounted by the helper, and not in the app’s books',
} as const;

/** The open images, a line each. */
export function mountListText(mounts: readonly ListedMount[]): string {
  if (mounts.length === 0) return 'No image is open\n';
  return mounts.map(mountLine).join('');
}

function mountLine({ id, state, record, place, hasChanges }: ListedMount): string {
  const where = record?.output ?? place ?? '(place unknown)';
  const of = record ? `  ${record.tag ?? record.layer} of ${record.image}  ${record.backend}` : '';
  return `${id}  ${printableText(`${where}${of}`)}  ${STATES[state]}${hasChanges ? ', with changes' : ''}\n`;
}
