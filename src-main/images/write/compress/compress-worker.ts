/** Packs blocks in a thread of its own; see `compressor-pool.ts`. */
import { parentPort } from 'node:worker_threads';
import type { PackedBlock } from './compressor.ts';
import { smaller } from './compressor.ts';
import { type Compress, loadCompress, type Packing } from './load-compress.ts';

/** A block to be packed, by its number; the first message names the packing. */
export type CompressQuestion =
  | { readonly packing: Packing }
  | { readonly number: number; readonly block: Uint8Array<ArrayBuffer> };

export interface CompressAnswer {
  readonly number: number;
  readonly packed: PackedBlock;
}

let loading: Promise<Compress> | undefined;

async function answer(question: CompressQuestion): Promise<void> {
  if ('packing' in question) {
    loading = loadCompress(question.packing);
    return;
  }
  const compress = await loading;
  if (!compress) throw new Error('A block came before the packing');
  const packed = smaller(question.block, alone(compress(question.block)));
  parentPort?.postMessage({ number: question.number, packed } satisfies CompressAnswer, [
    packed.bytes.buffer as ArrayBuffer,
  ]);
}

/** The bytes in memory of their own, which can be handed over. */
function alone(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}

parentPort?.on('message', (question: CompressQuestion) => void answer(question));
