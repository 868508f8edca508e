import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { abortableDelay, onAbort, raceAbort } from '../../../../src-main/core/async/abort.ts';
import { Deferred } from '../../../../src-main/core/async/deferred.ts';

const listenersOf = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

test('a listener hears of the abort once, with its reason', () => {
  const controller = new AbortController();
  const heard: unknown[] = [];

  onAbort(controller.signal, (reason) => heard.push(reason));
  controller.abort('enough');
  controller.abort('again');

  expect(heard).toEqual(['enough']);
  expect(listenersOf(controller.signal)).toBe(0);
});

test('a listener hears at once of a signal that has aborted, and leaves none behind', () => {
  const signal = AbortSignal.abort('before');
  const heard: unknown[] = [];

  onAbort(signal, (reason) => heard.push(reason))[Symbol.dispose]();

  expect(heard).toEqual(['before']);
  expect(listenersOf(signal)).toBe(0);
});

test('a listener that was let go hears nothing', () => {
  const controller = new AbortController();
  const heard: unknown[] = [];

  {
    using _ = onAbort(controller.signal, (reason) => heard.push(reason));
    expect(listenersOf(controller.signal)).toBe(1);
  }
  controller.abort();

  expect(heard).toEqual([]);
  expect(listenersOf(controller.signal)).toBe(0);
});

test('without a signal there is nothing to hear', async () => {
  onAbort(undefined, () => expect.unreachable())[Symbol.dispose]();

  expect(await raceAbort(Promise.resolve(1), undefined)).toBe(1);
});

test('a race that the work wins leaves no listener, whether it succeeds or fails', async () => {
  const { signal } = new AbortController();

  expect(await raceAbort(Promise.resolve('done'), signal)).toBe('done');
  await expect(raceAbort(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken');

  expect(listenersOf(signal)).toBe(0);
});

test('a race that the abort wins rejects with the reason, and nothing hears of a later failure of the work', async () => {
  const controller = new AbortController();
  const work = new Deferred<never>();

  const race = raceAbort(work.promise, controller.signal);
  controller.abort(new Error('stopped'));

  await expect(race).rejects.toThrow('stopped');
  expect(listenersOf(controller.signal)).toBe(0);
  work.reject(new Error('too late'));
  await new Promise(setImmediate);
});

test('a race can answer in place of rejecting, with a value, a promise or an error', async () => {
  const signal = AbortSignal.abort('why');
  const endless = new Promise<never>(() => {});

  expect(await raceAbort(endless, signal, (reason) => `stopped: ${reason}`)).toBe('stopped: why');
  expect(await raceAbort(endless, signal, () => Promise.resolve('later'))).toBe('later');
  const broken = raceAbort(endless, signal, () => {
    throw new Error('cannot say');
  });
  await expect(broken).rejects.toThrow('cannot say');
});

test('work that has ended wins over a signal that aborted before', async () => {
  expect(await raceAbort(Promise.resolve('done'), AbortSignal.abort())).toBe('done');
});

test('a delay ends after its time, or with the reason as soon as the signal aborts', async () => {
  const controller = new AbortController();

  await abortableDelay(1, controller.signal);
  expect(listenersOf(controller.signal)).toBe(0);
  const long = abortableDelay(60_000, controller.signal);
  controller.abort(new Error('stopped'));

  await expect(long).rejects.toThrow('stopped');
  await expect(abortableDelay(60_000, controller.signal)).rejects.toThrow('stopped');
});
