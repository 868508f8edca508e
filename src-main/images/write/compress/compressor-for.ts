import { type Compressor, compressorHere } from './compressor.ts';
import { compressorPool } from './compressor-pool.ts';
import type { Packing } from './load-compress.ts';

/** Less than that is packed in the calling thread: threads take longer to start. */
const SMALL = 4 * 1024 * 1024;

/** Threads where there is enough for them to do. `bytes`: how much is to be packed. */
export async function compressorFor(packing: Packing, bytes: number): Promise<Compressor> {
  return bytes < SMALL ? await compressorHere(packing) : compressorPool(packing);
}
