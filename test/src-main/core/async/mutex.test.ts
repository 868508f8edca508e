import { expect, test } from 'vitest';
import { Deferred } from '../../../../src-main/core/async/deferred.ts';
import { KeyedMutex, Mutex } from '../../../../src-main/core/async/mutex.ts';

test('pieces run one at a time, in the order they were given', async () => {
  const mutex = new Mutex();
  const gate = new Deferred<void>();
  const seen: string[] = [];

  const first = mutex.run(async () => {
    seen.push('first begins');
    await gate.promise;
    seen.push('first ends');
  });
  const second = mutex.run(() => seen.push('second'));
  await new Promise(setImmediate);
  expect(seen).toEqual(['first begins']);
  gate.resolve();
  await Promise.all([first, second]);

  expect(seen).toEqual(['first begins', 'first ends', 'second']);
});

test('a piece that fails rejects for the one who gave it, and the next runs', async () => {
  const mutex = new Mutex();

  const broken = mutex.run(() => {
    throw new Error('broken');
  });
  const next = mutex.run(() => 'runs');

  await expect(broken).rejects.toThrow('broken');
  expect(await next).toBe('runs');
});

test('work never begins before the caller goes on', () => {
  const mutex = new Mutex();
  let hasBegun = false;

  void mutex.run(() => {
    hasBegun = true;
  });

  expect(hasBegun).toBe(false);
});

test('settled waits for what was given before it, and never rejects', async () => {
  const mutex = new Mutex();
  const gate = new Deferred<void>();
  let hasSettled = false;

  const failing = mutex.run(async () => {
    await gate.promise;
    throw new Error('broken');
  });
  const settled = mutex.settled().then(() => {
    hasSettled = true;
  });
  const endless = mutex.run(() => new Promise(() => {}));
  await new Promise(setImmediate);
  expect(hasSettled).toBe(false);
  gate.resolve();

  await expect(failing).rejects.toThrow('broken');
  await settled;
  void endless;
});

test('a piece may give the mutex more work, which runs after it', async () => {
  const mutex = new Mutex();
  const seen: string[] = [];
  let inner: Promise<unknown> | undefined;

  await mutex.run(() => {
    inner = mutex.run(() => seen.push('inner'));
    seen.push('outer');
  });
  await inner;

  expect(seen).toEqual(['outer', 'inner']);
});

test('different keys do not wait for each other, the same key does', async () => {
  const mutex = new KeyedMutex();
  const gate = new Deferred<void>();
  const seen: string[] = [];

  const first = mutex.run('a', async () => {
    await gate.promise;
    seen.push('a1');
  });
  const second = mutex.run('a', () => seen.push('a2'));
  await mutex.run('b', () => seen.push('b'));
  expect(seen).toEqual(['b']);
  gate.resolve();
  await Promise.all([first, second]);

  expect(seen).toEqual(['b', 'a1', 'a2']);
});

test('a failure of one key does not stop the next of that key', async () => {
  const mutex = new KeyedMutex();

  const broken = mutex.run('a', () => Promise.reject(new Error('broken')));
  const next = mutex.run('a', () => 'runs');

  await expect(broken).rejects.toThrow('broken');
  expect(await next).toBe('runs');
});

test('settled of all keys waits for what is given in the meantime, too', async () => {
  const mutex = new KeyedMutex();
  const seen: string[] = [];
  await mutex.settled();

  void mutex.run('a', async () => {
    await new Promise(setImmediate);
    void mutex.run('b', async () => {
      await new Promise(setImmediate);
      seen.push('b');
    });
  });
  await mutex.settled();

  expect(seen).toEqual(['b']);
});
