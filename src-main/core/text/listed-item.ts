import { createHash } from 'node:crypto';
import type { ListedItem, PendingItem } from '#contract';

/** Lists an item for a person, without its text. */
export function listedItem({ kind, label, text }: PendingItem): ListedItem {
  const digest = createHash('sha256').update(text).digest('hex');
  return { kind, label, bytes: Buffer.byteLength(text), digest };
}
