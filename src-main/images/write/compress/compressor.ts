import { loadCompress, type Packing } from './load-compress.ts';

/** A block as it is stored in an image. */
export interface PackedBlock {
  readonly bytes: Uint8Array;
  /** Packing did not make it smaller, so that it is stored as it was. */
  readonly isStored: boolean;
}

/** Packs blocks, several at once where it can. */
export interface Compressor extends AsyncDisposable {
  /** How many blocks are packed at a time. */
  readonly width: number;
  /** Packs a block. Its buffer is given away: nobody else may use it any more. */
  pack(block: Uint8Array): Promise<PackedBlock>;
}

/** Packs in the calling thread, for what is small. */
export async function compressorHere(packing: Packing): Promise<Compressor> {
  const compress = await loadCompress(packing);
  return {
    width: 1,
    pack: async (block) => smaller(block, compress(block)),
    [Symbol.asyncDispose]: async () => {},
  };
}

/** Stores every block as it is: what is read in any codec. */
export const storing: Compressor = {
  width: 1,
  pack: async (bytes) => ({ bytes, isStored: true }),
  [Symbol.asyncDispose]: async () => {},
};

/** The packed block where it is smaller than the block itself. */
export function smaller(block: Uint8Array, packed: Uint8Array): PackedBlock {
  return packed.length < block.length ? { bytes: packed, isStored: false } : { bytes: block, isStored: true };
}
