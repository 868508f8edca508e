import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Emitter } from '../../../../src-main/core/async/emitter.ts';
import { LiveValue, latestOf, streamOf } from '../../../../src-main/core/async/streams.ts';

async function collect<T>(stream: AsyncGenerator<T>, into: T[]): Promise<void> {
  for await (const value of stream) into.push(value);
}

test('a stream gives every value in order, to a slow reader too', async () => {
  const source = new Emitter<number>();
  const abort = new AbortController();
  const heard: number[] = [];
  const reading = (async () => {
    for await (const value of streamOf(source.subscribe, abort.signal)) {
      heard.push(value);
      await pause(1);
    }
  })();

  for (let value = 0; value < 20; value++) source.emit(value);
  await pause(60);
  abort.abort();
  await reading;

  expect(heard).toEqual(Array.from({ length: 20 }, (_, index) => index));
});

test('falsy values are values', async () => {
  const source = new Emitter<unknown>();
  const stream = streamOf(source.subscribe);
  const first = stream.next();
  for (const value of [0, '', false]) source.emit(value);

  expect([(await first).value, (await stream.next()).value, (await stream.next()).value]).toEqual([0, '', false]);
  await stream.return();
});

test('a reader that is behind gets only the newest snapshot', async () => {
  const source = new Emitter<number>();
  const stream = latestOf(source.subscribe);
  const first = stream.next();
  source.emit(1);
  await first;
  for (const value of [2, 3, 4]) source.emit(value);

  expect((await stream.next()).value).toBe(4);
  await stream.return();
});

test('a live value is streamed from its present state on', async () => {
  const value = new LiveValue('old');
  const abort = new AbortController();
  const heard: string[] = [];
  const reading = collect(value.stream(abort.signal), heard);
  await pause(0);
  value.set('new');
  await pause(0);
  abort.abort();
  await reading;

  expect(heard).toEqual(['old', 'new']);
});

test('a reader that leaves is forgotten by the source', async () => {
  const source = new Emitter<number>();
  const stream = streamOf(source.subscribe);
  const first = stream.next();
  expect(source.hasListeners).toBe(true);
  source.emit(1);
  await first;
  await stream.return();

  expect(source.hasListeners).toBe(false);
});

test('an abort ends a stream that waits', async () => {
  const source = new Emitter<number>();
  const abort = new AbortController();
  const next = streamOf(source.subscribe, abort.signal).next();
  abort.abort();

  expect(await next).toEqual({ done: true, value: undefined });
  expect(source.hasListeners).toBe(false);
});
