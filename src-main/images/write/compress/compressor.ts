import { availableParallelism } from 'node:os';
import { loadCompress, type PackingOptions } from './load-compress.ts';

/** A block as it is stored in an image. */
export interface PackedBlock {
  readonly bytes: Uint8Array;
  /** Packing did not make it smaller, so that it is stored as it was. */
  readonly isStored: boolean;
}

/** Packs blocks, several at once where it can. */
export interface Compressor {
  /** Number of blocks packed at a time. */
  readonly width: number;
  /** Packs a block, whose buffer must not be changed any more. */
  pack(block: Uint8Array): Promise<PackedBlock>;
}

/** Most blocks packed at once; more gain little, because Node's pool has four threads by default. */
const MAX_WIDTH = 8;

/** @throws AppError if this system has no such codec */
export async function compressorFor(packing: PackingOptions): Promise<Compressor> {
  const compress = await loadCompress(packing);
  return {
    width: Math.min(MAX_WIDTH, availableParallelism()),
    pack: async (block) => smaller(block, await compress(block)),
  };
}

/** Stores every block as it is: what is read in any codec. */
export const storing: Compressor = { width: 1, pack: async (bytes) => ({ bytes, isStored: true }) };

function smaller(block: Uint8Array, packed: Uint8Array): PackedBlock {
  return packed.length < block.length ? { bytes: packed, isStored: false } : { bytes: block, isStored: true };
}
