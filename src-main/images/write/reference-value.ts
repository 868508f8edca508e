import type { InodeReference } from '../squashfs/superblock.ts';

/** A place in a table as the one number that images state. */
export function referenceValue({ block, offset }: InodeReference): bigint {
  return (BigInt(block) << 16n) | BigInt(offset);
}
