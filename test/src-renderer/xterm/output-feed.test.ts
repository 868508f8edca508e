import { expect, test } from 'vitest';
import type { Api, TerminalOutput } from '#contract';
import { OutputFeed } from '../../../src-renderer/xterm/output-feed.ts';

/** A host whose outputs the test pushes, and a screen that draws when told. */
function setUp() {
  const acknowledged: { attachment: string; characters: number }[] = [];
  const drawn: string[] = [];
  const callbacks: (() => void)[] = [];
  const pushes: ((output: TerminalOutput) => void)[] = [];
  let isHidden = false;
  const attach = async (_: unknown, { signal }: { signal: AbortSignal }) => streamOf(pushes, signal);
  const acknowledge = async (input: { attachment: string; characters: number }) => void acknowledged.push(input);
  const feed = new OutputFeed({
    terminals: { attach, acknowledge } as unknown as Api['terminals'],
    id: 't',
    isHidden: () => isHidden,
    target: {
      replay: (data, _, done) => {
        drawn.splice(0, drawn.length, data);
        callbacks.push(() => done(data.length));
      },
      write: (data, done) => {
        drawn.push(data);
        callbacks.push(() => done(data.length));
      },
    },
  });
  const push = async (output: TerminalOutput) => {
    pushes.at(-1)?.(output);
    await settled();
  };
  const replay = (attachment: string) =>
    push({ kind: 'replay', data: `replay ${attachment}`, attachment, columns: 80, rows: 24 });
  const hide = (value: boolean) => {
    isHidden = value;
  };
  return { feed, acknowledged, drawn, callbacks, pushes, push, replay, hide };
}

async function* streamOf(pushes: ((output: TerminalOutput) => void)[], signal: AbortSignal) {
  const queue: TerminalOutput[] = [];
  let wake = () => {};
  pushes.push((output) => {
    queue.push(output);
    wake();
  });
  signal.addEventListener('abort', () => wake());
  while (!signal.aborted) {
    const next = queue.shift();
    if (next) yield next;
    else
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
const block = (size: number): TerminalOutput => ({ kind: 'data', data: 'x'.repeat(size) });

test('what is drawn, and only that, is acknowledged in portions', async () => {
  const { feed, acknowledged, callbacks, push, replay } = setUp();
  feed.start();
  await settled();
  await replay('one');
  await push(block(40_000));
  await push(block(40_000));
  expect(acknowledged).toEqual([]);
  callbacks[0]?.();
  callbacks[1]?.();
  expect(acknowledged).toEqual([{ id: 't', attachment: 'one', characters: 40_000 + 'replay one'.length }]);
  callbacks[2]?.();
  expect(acknowledged).toHaveLength(2);
});

test('drawing from before a replay is not acknowledged after it', async () => {
  const { feed, acknowledged, callbacks, push, replay } = setUp();
  feed.start();
  await settled();
  await replay('one');
  await push(block(100_000));
  await replay('two');
  callbacks[1]?.();
  expect(acknowledged).toEqual([]);
});

test('a hidden page acknowledges at once, and when it falls far behind starts anew once it is seen', async () => {
  const { feed, acknowledged, drawn, pushes, push, replay, hide } = setUp();
  feed.start();
  await settled();
  await replay('one');
  hide(true);
  for (let at = 0; at < 6; at++) await push(block(200_000));
  expect(acknowledged.reduce((sum, { characters }) => sum + characters, 0)).toBe(1_200_000);
  await push(block(200_000));
  expect(drawn.length).toBe(7);

  hide(false);
  feed.shown();
  await settled();
  expect(pushes).toHaveLength(2);
  await replay('two');
  expect(drawn).toEqual(['replay two']);
});
