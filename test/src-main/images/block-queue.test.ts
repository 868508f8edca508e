import { expect, test } from 'vitest';
import { BlockQueue } from '../../../src-main/images/write/block-queue.ts';
import type { ImageSink } from '../../../src-main/images/write/image-sink.ts';

test('blocks that fail beside each other are told as the first of them, and none is left unheard', async () => {
  const unheard: unknown[] = [];
  const hear = (reason: unknown) => void unheard.push(reason);
  process.on('unhandledRejection', hear);
  try {
    const sink = { position: 0, write: async () => {} } as unknown as ImageSink;
    let count = 0;
    const pack = () => Promise.reject(new Error(`block ${++count} cannot be packed`));
    const queue = new BlockQueue(sink, { width: 2, pack }, 8);
    for (let at = 0; at < 3; at++) await queue.add(queue.take(), () => {});
    await expect(queue.drain()).rejects.toThrow('block 1 cannot be packed');
    await new Promise((resolve) => setImmediate(resolve));
    expect(unheard).toEqual([]);
  } finally {
    process.off('unhandledRejection', hear);
  }
});
