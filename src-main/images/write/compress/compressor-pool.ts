import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { Deferred } from '#core/deferred';
import { openThread } from '#core/worker-thread';
import type { CompressAnswer, CompressQuestion } from './compress-worker.ts';
import type { Compressor, PackedBlock } from './compressor.ts';
import type { Packing } from './load-compress.ts';

/** More threads than that gain little and need memory each. */
const MAX_THREADS = 8;
const SCRIPT = { bundle: 'compress-worker', source: 'images/write/compress/compress-worker.ts' };

/** Packs in threads, one for each processor. */
export function compressorPool(packing: Packing): Compressor {
  const threads = Array.from({ length: Math.min(MAX_THREADS, availableParallelism()) }, () => new Thread(packing));
  return {
    width: threads.length,
    pack: (block) => threads.reduce((least, one) => (one.waiting < least.waiting ? one : least)).pack(block),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(threads.map((thread) => thread.end()));
    },
  };
}

class Thread {
  readonly #worker: Worker;
  readonly #asked = new Map<number, Deferred<PackedBlock>>();
  #failure: Error | undefined;
  #count = 0;

  constructor(packing: Packing) {
    this.#worker = openThread(SCRIPT);
    this.#worker
      .on('message', ({ number, packed }: CompressAnswer) => {
        this.#asked.get(number)?.resolve(packed);
        this.#asked.delete(number);
      })
      .on('error', (error) => this.#fail(error))
      .on('exit', () => this.#fail(new Error('The thread that packs blocks has ended')));
    this.#worker.postMessage({ packing } satisfies CompressQuestion);
  }

  get waiting(): number {
    return this.#asked.size;
  }

  pack(block: Uint8Array): Promise<PackedBlock> {
    if (this.#failure) return Promise.reject(this.#failure);
    const number = this.#count++;
    const answer = new Deferred<PackedBlock>();
    // Whoever asked may have given up by then.
    answer.promise.catch(() => {});
    this.#asked.set(number, answer);
    const given = ownBytes(block);
    this.#worker.postMessage({ number, block: given } satisfies CompressQuestion, [given.buffer]);
    return answer.promise;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const answer of this.#asked.values()) answer.reject(this.#failure);
    this.#asked.clear();
  }
}

/** The bytes with their whole memory, which can be handed to a thread; a copy where others share it. */
function ownBytes(block: Uint8Array): Uint8Array<ArrayBuffer> {
  const isWhole = block.buffer instanceof ArrayBuffer && block.byteLength === block.buffer.byteLength;
  return isWhole ? new Uint8Array(block.buffer as ArrayBuffer) : new Uint8Array(block);
}
