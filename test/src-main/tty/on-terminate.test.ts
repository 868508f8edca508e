import { expect, test } from 'vitest';
import { onTerminate } from '../../../src-main/tty/on-terminate.ts';

/** A console that notes what is done to it; `run` names what runs in it. */
function consoleOf() {
  const done: string[] = [];
  let running: (() => void) | undefined;
  const terminate = onTerminate(
    () => running,
    () => done.push('ended'),
  );
  const run = (name?: string) => {
    running = name === undefined ? undefined : () => done.push(`${name} cancelled`);
  };
  return { done, terminate, run };
}

test('a console in which nothing runs ends', () => {
  const { done, terminate } = consoleOf();
  terminate();
  expect(done).toEqual(['ended']);
});

test('what runs is cancelled, each time another one', () => {
  const { done, terminate, run } = consoleOf();
  run('one');
  terminate();
  run('two');
  terminate();
  expect(done).toEqual(['one cancelled', 'two cancelled']);
  run();
  terminate();
  expect(done.at(-1)).toBe('ended');
});

test('what does not end when it is cancelled does not keep the console the second time', () => {
  const { done, terminate, run } = consoleOf();
  run('one');
  terminate();
  terminate();
  expect(done).toEqual(['one cancelled', 'ended', 'one cancelled']);
});
