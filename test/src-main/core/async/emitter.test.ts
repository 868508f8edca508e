import { expect, test } from 'vitest';
import { Emitter } from '../../../../src-main/core/async/emitter.ts';

test('listeners hear values in order until they unsubscribe', () => {
  const emitter = new Emitter<number>();
  const heard: number[] = [];
  const unsubscribe = emitter.subscribe((value) => heard.push(value));

  emitter.emit(1);
  emitter.emit(2);
  unsubscribe();
  emitter.emit(3);

  expect(heard).toEqual([1, 2]);
});

test('the same function subscribed twice is two listeners', () => {
  const emitter = new Emitter<number>();
  const heard: number[] = [];
  const listener = (value: number) => heard.push(value);
  const unsubscribe = emitter.subscribe(listener);
  emitter.subscribe(listener);

  emitter.emit(1);
  unsubscribe();
  emitter.emit(2);

  expect(heard).toEqual([1, 1, 2]);
});

test('a listener that throws is reported, and the others still hear', () => {
  const errors: unknown[] = [];
  const emitter = new Emitter<number>((error) => errors.push(error));
  const heard: number[] = [];
  emitter.subscribe(() => {
    throw new Error('first');
  });
  emitter.subscribe((value) => heard.push(value));

  emitter.emit(1);

  expect(heard).toEqual([1]);
  expect(errors).toMatchObject([{ message: 'first' }]);
});

test('a listener may unsubscribe another while it is called', () => {
  const emitter = new Emitter<number>();
  const heard: string[] = [];
  emitter.subscribe(() => unsubscribe());
  const unsubscribe = emitter.subscribe(() => heard.push('second'));

  emitter.emit(1);
  emitter.emit(2);

  expect(heard).toEqual(['second']);
});
