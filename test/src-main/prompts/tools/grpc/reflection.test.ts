import { Duplex } from 'node:stream';
import type { Client } from '@grpc/grpc-js';
import { expect, test } from 'vitest';
import { reflectedSet } from '../../../../../src-main/prompts/tools/grpc/reflection.ts';

const field = (number: number, text: string) => Buffer.from([(number << 3) | 2, text.length, ...Buffer.from(text)]);

/** A server whose file imports another, and that one the next, so many times. */
function chainOf(files: number, endsAfter: number) {
  const most = { listeners: 0 };
  let asked = 0;
  const stream = new Duplex({
    objectMode: true,
    read: () => {},
    write(_, __, done) {
      most.listeners = Math.max(most.listeners, ...['data', 'end', 'error'].map((name) => stream.listenerCount(name)));
      const name = field(1, `f${asked}.proto`);
      asked += 1;
      const file = asked < files ? Buffer.concat([name, field(3, `f${asked}.proto`)]) : name;
      stream.push({ file_descriptor_response: { file_descriptor_proto: [file] } });
      if (asked === endsAfter) stream.push(null);
      done();
    },
  });
  const client = { makeBidiStreamRequest: () => stream } as unknown as Client;
  return { client, most, asked: () => asked };
}

test('a long chain of files is asked for without gathering listeners', async () => {
  const { client, most, asked } = chainOf(40, 0);
  await reflectedSet(client, 'x.S', new AbortController().signal);
  expect(asked()).toBe(40);
  expect(most.listeners).toBeLessThan(5);
});

test('a server that ends before all is described is told of at once', async () => {
  const { client } = chainOf(40, 1);
  await expect(reflectedSet(client, 'x.S', new AbortController().signal)).rejects.toThrow('ended its description');
});
