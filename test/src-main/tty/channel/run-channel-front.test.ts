import { describe, expect, test } from 'vitest';
import type { TurnProgress } from '../../../../src-main/contract/index.ts';
import { AppError } from '../../../../src-main/core/app-error.ts';
import { Deferred } from '../../../../src-main/core/async/deferred.ts';
import { Emitter } from '../../../../src-main/core/async/emitter.ts';
import { runChannelFront } from '../../../../src-main/tty/index.ts';

const asked: TurnProgress = {
  kind: 'asked',
  question: 'q1',
  callId: 'c1',
  tool: 'execute_command',
  title: 'rm -r build',
  why: 'It deletes',
};

/** A person at a front whose session asks one thing, and says the errors against their answers, one after the other. */
function openedFront(errors: AppError[]) {
  const typed = new Emitter<Uint8Array>();
  const ended = new Emitter<void>();
  const answers: unknown[] = [];
  let written = '';
  const over = new Deferred<void>();
  const code = runChannelFront({
    io: {
      write: (text) => {
        written += text;
      },
      size: () => ({ columns: 80, rows: 24 }),
      setRaw: () => {},
      onData: typed.subscribe,
      onEnd: ended.subscribe,
      onResize: () => () => {},
    },
    session: {
      async *turn() {
        yield asked;
        await over.promise;
      },
      stop: () => Promise.resolve(),
      answer: (...answer) => {
        answers.push(answer);
        const error = errors.shift();
        return error ? Promise.reject(error) : Promise.resolve();
      },
    },
    banner: 'Agent',
    showsAll: true,
    mayAnswer: true,
    history: [],
    onLine: () => {},
    settleMs: 0,
  });
  const prompts = () => written.split('y allows it once').length - 1;
  return {
    answers,
    type: (text: string) => typed.emit(Buffer.from(text)),
    written: () => written,
    forget: () => {
      written = '';
    },
    prompts,
    leave: async () => {
      over.resolve();
      ended.emit();
      return await code;
    },
  };
}

describe('an answer that was not taken', () => {
  test('is asked again, with the reason that was typed', async () => {
    const front = openedFront([
      new AppError('INVALID_INPUT', 'Too long a reason'),
      new AppError('UNAVAILABLE', 'The session broke off'),
    ]);
    front.type('Clean up\r');
    await expect.poll(front.prompts).toBe(1);
    front.forget();
    front.type('Never\r');
    await expect.poll(front.written).toMatch(/Too long a reason.*y allows it once.*Never/s);
    front.forget();
    front.type('!\r');
    await expect.poll(front.written).toMatch(/The session broke off.*y allows it once/s);
    front.type('\u0015y\r');
    await expect.poll(() => front.answers).toHaveLength(3);
    expect(front.answers).toEqual([
      ['q1', 'refuse', 'Never'],
      ['q1', 'refuse', 'Never!'],
      ['q1', 'allow', undefined],
    ]);
    expect(await front.leave()).toBe(0);
  });

  test.each([
    ['NOT_FOUND', 'It was answered already'],
    ['DENIED', 'You may not answer'],
  ] as const)('is not asked again where no other would be: %s', async (code, message) => {
    const front = openedFront([new AppError(code, message)]);
    front.type('Clean up\r');
    await expect.poll(front.prompts).toBe(1);
    front.forget();
    front.type('no\r');
    await expect.poll(front.written).toContain(message);
    expect(front.written().split(message)[1]).not.toContain('y allows it once');
    expect(front.answers).toEqual([['q1', 'refuse', undefined]]);
    expect(await front.leave()).toBe(0);
  });
});
