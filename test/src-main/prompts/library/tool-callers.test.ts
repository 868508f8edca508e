import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { EMPTY, type TemplateValue } from '#template';
import {
  type PromptToolCaller,
  RecentCalls,
  recordingCaller,
  replayingCaller,
} from '../../../../src-main/prompts/library/tool-callers.ts';
import type { LoadedTool, ToolCallOutcome } from '../../../../src-main/prompts/ports.ts';

const tool = (callable: string) =>
  ({ id: callable, callable, key: `shenma:tools:${callable}`, record: {} }) as LoadedTool;
const signal = new AbortController().signal;
const options = { signal, limitMs: 1000 };

/** Gives the number of the call. */
function counting(answer: (count: number) => TemplateValue = (count) => count): PromptToolCaller & { count: number } {
  const caller = {
    count: 0,
    call: async (_: LoadedTool, args: readonly TemplateValue[]): Promise<ToolCallOutcome> => {
      const value = answer(++caller.count);
      const isEmpty = value === EMPTY;
      const outcome = isEmpty ? ('empty' as const) : ('value' as const);
      return { outcome, value, arguments: { q: args[0] }, ...(isEmpty && { error: 'down' }) };
    },
  };
  return caller;
}

describe('calls of a short while ago', () => {
  const recent = (caller: PromptToolCaller, now: () => number) => new RecentCalls({ caller, closing: signal, now });

  test('are used again for the same tool and arguments, for 30 s', async () => {
    let now = 0;
    const caller = counting();
    const preview = recent(caller, () => now).caller(true);
    for (const arg of ['a', 'a', 'b']) await preview.call(tool('t'), [arg], options);
    await preview.call(tool('u'), ['a'], options);
    expect(caller.count).toBe(3);
    now = 30_000;
    expect(await preview.call(tool('t'), ['a'], options)).toMatchObject({ value: 4 });
  });

  test('are not kept longer by a clock that is set back', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const caller = counting();
    const preview = new RecentCalls({ caller, closing: signal }).caller(true);
    await preview.call(tool('t'), ['a'], options);
    vi.advanceTimersByTime(31_000);
    vi.setSystemTime(Date.now() - 3_600_000);
    expect(await preview.call(tool('t'), ['a'], options)).toMatchObject({ value: 2 });
  });

  test('that failed are tried again sooner', async () => {
    let now = 0;
    const caller = counting(() => EMPTY);
    const preview = recent(caller, () => now).caller(true);
    await preview.call(tool('t'), ['a'], options);
    await preview.call(tool('t'), ['a'], options);
    expect(caller.count).toBe(1);
    now = 5000;
    await preview.call(tool('t'), ['a'], options);
    expect(caller.count).toBe(2);
  });

  test('are all there is where nothing may be called', async () => {
    const caller = counting();
    const calls = recent(caller, () => 0);
    expect(await calls.caller(false).call(tool('t'), ['a'], options)).toMatchObject({ outcome: 'empty', value: EMPTY });
    await calls.caller(true).call(tool('t'), ['a'], options);
    expect(await calls.caller(false).call(tool('t'), ['a'], options)).toMatchObject({ value: 1 });
  });

  test('go on when the rendering that asked for them is over, for the next', async () => {
    let answer: (value: number) => void = () => {};
    const slow: PromptToolCaller = {
      call: async () => ({
        outcome: 'value',
        value: await new Promise<number>((resolve) => {
          answer = resolve;
        }),
        arguments: {},
      }),
    };
    const preview = recent(slow, () => 0).caller(true);
    const over = new AbortController();
    const first = preview.call(tool('t'), [], { signal: over.signal, limitMs: 1 });
    over.abort();
    expect(await first).toMatchObject({ outcome: 'empty' });
    const second = preview.call(tool('t'), [], options);
    answer(7);
    expect(await second).toMatchObject({ value: 7 });
  });
});

describe('recorded calls', () => {
  test('are given again by their arguments, then in order; what was not recorded is empty', async () => {
    const recorder = recordingCaller(counting());
    for (const arg of ['a', 'b', 'c']) await recorder.call(tool('t'), [arg], options);
    const replay = replayingCaller(recorder.calls());
    expect(await replay.call(tool('t'), ['b'], options)).toMatchObject({ value: 2 });
    expect(await replay.call(tool('t'), ['x'], options)).toMatchObject({ value: 1 });
    expect(await replay.call(tool('t'), ['y'], options)).toMatchObject({ value: 3 });
    expect(await replay.call(tool('t'), ['z'], options)).toMatchObject({ value: EMPTY, outcome: 'empty' });
    expect(await replay.call(tool('other'), ['a'], options)).toMatchObject({ value: EMPTY });
  });

  test('that gave nothing give nothing again, as JSON keeps them', async () => {
    const recorder = recordingCaller(counting((count) => (count === 1 ? EMPTY : null)));
    for (const arg of ['a', 'b']) await recorder.call(tool('t'), [arg], options);
    const replay = replayingCaller(JSON.parse(JSON.stringify(recorder.calls())));
    expect(await replay.call(tool('t'), ['a'], options)).toMatchObject({ value: EMPTY });
    expect((await replay.call(tool('t'), ['b'], options)).value).toBe(null);
  });
});

test('a call is answered with the result of the same arguments, before one that had more', async () => {
  const parameters = { type: 'object', properties: { x: {}, y: {}, z: { default: 'c' } } };
  const known = { ...tool('t'), record: { parameters } } as unknown as LoadedTool;
  const recorded = [
    { name: 't', arguments: { x: 'a', y: 'b', z: 'c' }, result: 'both' },
    { name: 't', arguments: { x: 'a', z: 'c' }, result: 'one' },
    { name: 't', arguments: { x: 'b', y: 'a', z: 'c' }, result: 'turned' },
  ];
  const asked = async (...lists: readonly (readonly TemplateValue[])[]) => {
    const replay = replayingCaller(recorded);
    const values = [];
    for (const args of lists) values.push((await replay.call(known, args, options)).value);
    return values;
  };
  expect(await asked(['a'], ['b', 'a'], ['a', 'b'])).toEqual(['one', 'turned', 'both']);
  expect(await asked([{ y: 'a', x: 'b' }], [{ x: 'a' }])).toEqual(['turned', 'one']);
});

test('a recorded zero keeps its sign', async () => {
  const recorder = recordingCaller(counting(() => [-0, 0, { low: -0 }]));
  await recorder.call(tool('t'), ['a'], options);
  const recorded = JSON.parse(JSON.stringify(recorder.calls()));
  const { value } = await replayingCaller(recorded).call(tool('t'), ['a'], options);
  expect(value).toEqual([-0, 0, { low: -0 }]);
});
