import { describe, expect, test } from 'vitest';
import { feedProgram } from '#process/feed-program';

const never = new AbortController().signal;

/** Input that says whether it was let go. */
function input(pieces: number) {
  const state = { isClosed: false };
  async function* bytes() {
    try {
      for (let piece = 0; piece < pieces; piece += 1) yield Buffer.alloc(100_000);
    } finally {
      state.isClosed = true;
    }
  }
  return { state, bytes: bytes() };
}

describe('the input of a program', () => {
  test('is let go when the program has read all', async () => {
    const { state, bytes } = input(3);
    expect(await feedProgram({ file: 'wc', args: ['-c'] }, bytes, never)).toEqual({ exitCode: 0, stderr: '' });
    expect(state.isClosed).toBe(true);
  });

  test('is let go when the program ends before that, or cannot be started', async () => {
    const early = input(1000);
    expect((await feedProgram({ file: 'true', args: [] }, early.bytes, never)).exitCode).toBe(0);
    expect(early.state.isClosed).toBe(true);
    const absent = input(1000);
    expect((await feedProgram({ file: '/gone', args: [] }, absent.bytes, never)).exitCode).toBeUndefined();
    expect(absent.state.isClosed).toBe(true);
  });

  test('is let go when it is aborted', async () => {
    const { state, bytes } = input(1000);
    const stop = new AbortController();
    const fed = feedProgram({ file: 'sleep', args: ['60'] }, bytes, stop.signal);
    setTimeout(() => stop.abort(), 100);
    expect((await fed).exitCode).toBeUndefined();
    expect(state.isClosed).toBe(true);
  });
});
