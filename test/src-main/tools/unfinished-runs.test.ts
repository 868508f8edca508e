import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { AppError } from '#core/app-error';
import type { RunContext } from '#tools';
import { plainTool } from '../../support/plain-tool.ts';
import { runnerWorkbench } from './runner-workbench.ts';

const call = { callId: 'call-1', tool: 'slow', arguments: '{}' };
const MADE = { path: '/made', change: 'created', origin: 'command' } as const;

/** A tool that is stopped as soon as it runs, and goes on until `finish` is called, or `fail`. */
async function stoppedTool({ endingLimitMs = 5000 } = {}) {
  let finish = () => {};
  let fail = (_error: Error) => {};
  const gate = new Promise<void>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  const slow = plainTool('slow', {
    run: async (_, context: RunContext) => {
      bench.stop.abort(new AppError('CANCELLED', 'stop'));
      await gate;
      await context.record('file.changed', MADE);
      return { outcome: 'done', content: 'never told' };
    },
  });
  const bench = await runnerWorkbench({ tools: [slow], stopLimitMs: 20, endingLimitMs });
  return { bench, finish, fail, [Symbol.asyncDispose]: () => bench[Symbol.asyncDispose]() };
}

test('a stopped tool that does not end is answered without, and what it did is recorded before the runner has ended', async () => {
  await using it = await stoppedTool();
  const { bench } = it;

  const result = await bench.runner.run(call, await bench.context());
  expect(result).toMatchObject({ outcome: 'cancelled', content: expect.stringContaining('has not ended yet') });

  const ended = bench.runner[Symbol.asyncDispose]();
  expect(await Promise.race([ended.then(() => 'ended'), delay(50, 'waits')])).toBe('waits');
  it.finish();
  await ended;
  expect(await bench.types()).toEqual([
    'approval.asked',
    'approval.decided',
    'tool.called',
    'tool.returned',
    'file.changed',
  ]);
  expect(bench.logged).toEqual([]);
});

test('when it takes too long, the ledger and the log say what could not be recorded', async () => {
  await using it = await stoppedTool({ endingLimitMs: 30 });
  const { bench } = it;
  await bench.runner.run(call, await bench.context());

  await bench.runner[Symbol.asyncDispose]();

  const last = (await bench.events()).at(-1);
  expect(last).toMatchObject({
    type: 'error.raised',
    data: { message: expect.stringMatching(/^slow was stopped, and what it did was not recorded/), where: 'slow' },
  });
  expect(last?.cause).toBe((await bench.events()).find(({ type }) => type === 'tool.called')?.id);
  expect(bench.logged).toEqual(['tool.unfinished']);
  it.finish();
});

test('when it fails after its call was answered, the ledger says so at once', async () => {
  await using it = await stoppedTool();
  const { bench } = it;
  await bench.runner.run(call, await bench.context());

  it.fail(new AppError('UNAVAILABLE', 'disk full'));
  await bench.runner[Symbol.asyncDispose]();

  expect((await bench.events()).at(-1)).toMatchObject({
    type: 'error.raised',
    data: { message: 'slow was stopped, and what it did could not be recorded: disk full' },
  });
});

test('a runner with nothing left ends at once', async () => {
  await using bench = await runnerWorkbench({ tools: [plainTool('slow')] });
  await bench.runner.run(call, await bench.context());
  await bench.runner[Symbol.asyncDispose]();
  expect((await bench.types()).at(-1)).toBe('tool.returned');
});

test('a plan that a stopped tool makes anew, when its call has been answered already, is let go', async () => {
  let finish = () => {};
  const gate = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const anew = plainTool('anew');
  const slow = plainTool('slow', {
    run: async (_, context: RunContext) => {
      bench.stop.abort(new AppError('CANCELLED', 'stop'));
      await gate;
      return await anew.plan({}, context);
    },
  });
  await using bench = await runnerWorkbench({ tools: [slow], stopLimitMs: 20 });
  await bench.runner.run(call, await bench.context());

  finish();
  await bench.runner[Symbol.asyncDispose]();

  expect([anew.runs, anew.abandoned]).toEqual([[], ['cancelled']]);
});
