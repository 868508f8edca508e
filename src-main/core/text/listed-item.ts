import type { ListedItem, PendingItem } from '#contract';
import { sha256 } from './sha256.ts';

/** Lists an item for a person, without its text. */
export function listedItem({ kind, label, text }: PendingItem): ListedItem {
  const digest = sha256(text);
  return { kind, label, bytes: Buffer.byteLength(text), digest };
}
