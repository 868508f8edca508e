import { expect, test } from 'vitest';
import { CleanupStack } from '../../../../src-main/core/async/cleanup-stack.ts';

test('what was started last is ended first, once', async () => {
  const order: string[] = [];
  const cleanup = new CleanupStack();
  cleanup.add(() => order.push('first'));
  cleanup.use({ [Symbol.asyncDispose]: async () => void order.push('second') });

  await cleanup[Symbol.asyncDispose]();
  await cleanup[Symbol.asyncDispose]();

  expect(order).toEqual(['second', 'first']);
});

test('a failing step does not keep the others from ending, and every failure is told', async () => {
  const order: string[] = [];
  const cleanup = new CleanupStack();
  cleanup.add(() => order.push('ended'));
  cleanup.add(() => Promise.reject(new Error('one')));
  cleanup.add(() => {
    throw new Error('two');
  });

  await expect(cleanup[Symbol.asyncDispose]()).rejects.toMatchObject({
    errors: [{ message: 'two' }, { message: 'one' }],
  });
  expect(order).toEqual(['ended']);
});

test('nothing can be started once the end has begun', async () => {
  const cleanup = new CleanupStack();
  await cleanup[Symbol.asyncDispose]();

  expect(() => cleanup.add(() => {})).toThrow('while the app was ending');
});

test('after an error that is what is thrown, also where not everything could be ended', async () => {
  const ended: string[] = [];
  const stack = new CleanupStack();
  stack.add(() => ended.push('first'));
  stack.add(() => {
    throw new Error('the disk is full');
  });
  const error = new Error('Port 8080 is taken');

  await expect(stack.endAfter(error)).rejects.toBe(error);

  expect(ended).toEqual(['first']);
  expect(error.cause).toMatchObject({ errors: [{ message: 'the disk is full' }] });
});
