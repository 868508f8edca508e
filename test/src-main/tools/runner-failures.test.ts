import { expect, test } from 'vitest';
import { AppError } from '#core/app-error';
import type { CallPlan, CallWatch, Tool } from '#tools';
import { commandSubject, plainTool } from '../../support/plain-tool.ts';
import { call } from '../../support/scripted-client.ts';
import { runnerWorkbench } from './runner-workbench.ts';

test('a policy that fails lets nothing run', async () => {
  const tool = plainTool('look');
  const policy = () => Promise.reject(new Error('the rules are gone'));
  await using bench = await runnerWorkbench({ tools: [tool], policy });

  const result = await bench.runner.run(call('look'), await bench.context());

  expect(result.outcome).toBe('failed');
  expect(tool.runs).toEqual([]);
});

test('when the plan no longer fits, the question is asked anew, with a warning', async () => {
  const moved: CallPlan = {
    subject: commandSubject('second'),
    isOutside: false,
    warnings: [{ level: 'note', text: 'its own' }],
    arguments: {},
    run: async () => ({ outcome: 'done', content: 'the second' }),
  };
  const tool = plainTool('edit', { run: async () => moved });
  await using bench = await runnerWorkbench({ tools: [tool] });

  const result = await bench.runner.run(call('edit'), await bench.context());

  expect(result).toMatchObject({ outcome: 'done', content: 'the second' });
  expect(bench.questions[1]?.warnings).toEqual([
    { level: 'caution', text: expect.stringContaining('no longer what it was') },
    { level: 'note', text: 'its own' },
  ]);
  const once = ['approval.asked', 'approval.decided', 'tool.called'];
  expect(await bench.types()).toEqual([...once, ...once, 'tool.returned']);
});

test('a call before which nothing could be looked at is let go', async () => {
  const tool = plainTool('edit');
  const beforeWriting = () => Promise.reject(new AppError('CANCELLED', 'The person stopped the turn'));
  await using bench = await runnerWorkbench({ tools: [tool], beforeWriting });

  const result = await bench.runner.run(call('edit'), await bench.context({ turn: 'turn-1' }));

  expect(result.outcome).not.toBe('done');
  expect([tool.runs, tool.abandoned]).toEqual([[], ['cancelled']]);
});

test('a call whose file never stands still is given up and let go', async () => {
  const abandoned: string[] = [];
  const restless: CallPlan = {
    subject: commandSubject('again'),
    isOutside: false,
    warnings: [],
    arguments: {},
    run: async () => restless,
    abandon: (why) => void abandoned.push(why),
  };
  const tool = plainTool('edit', { run: async () => restless });
  await using bench = await runnerWorkbench({ tools: [tool] });

  const result = await bench.runner.run(call('edit'), await bench.context());

  expect(result.outcome).toBe('failed');
  expect(abandoned).toEqual(['cancelled']);
});

test('a fault inside a tool is a failed result, and is logged', async () => {
  const tool = plainTool('look', {
    run: async () => {
      throw new TypeError('x is undefined');
    },
  });
  await using bench = await runnerWorkbench({ tools: [tool] });

  const result = await bench.runner.run(call('look'), await bench.context());

  expect(result.outcome).toBe('failed');
  expect(result.content).toContain('x is undefined');
  expect(bench.logged).toEqual(['tool.bug']);
});

test('an expected failure of a tool is told with its advice, and is not logged as a fault', async () => {
  const tool = plainTool('look', {
    run: async () => {
      throw new AppError('UNAVAILABLE', 'bash could not be started', { advice: 'Install bash' });
    },
  });
  await using bench = await runnerWorkbench({ tools: [tool] });

  const result = await bench.runner.run(call('look'), await bench.context());

  expect(result).toMatchObject({ outcome: 'failed', content: 'bash could not be started. Install bash' });
  expect(bench.logged).toEqual([]);
});

test('a stop withdraws the question: nothing runs, and the record says why', async () => {
  const tool = plainTool('look');
  await using bench = await runnerWorkbench({
    tools: [tool],
    ask: (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        bench.stop.abort(new AppError('CANCELLED', 'The person stopped the turn'));
      }),
  });

  const result = await bench.runner.run(call('look'), await bench.context());

  expect(result.outcome).toBe('cancelled');
  expect([tool.runs, tool.abandoned]).toEqual([[], ['cancelled']]);
  const decided = (await bench.events()).find((event) => event.type === 'approval.decided');
  expect(decided?.data).toMatchObject({ verdict: 'withdrawn', reason: 'The person stopped the turn' });
});

test('a stop does not wait for a plan in the making, and lets go of it when it comes', async () => {
  const tool = plainTool('look');
  let finishPlan = () => {};
  const slow = {
    ...tool,
    plan: async (...args: Parameters<typeof tool.plan>) => {
      const gate = new Promise<void>((resolve) => {
        finishPlan = resolve;
      });
      bench.stop.abort(new AppError('CANCELLED', 'The person stopped the turn'));
      await gate;
      return await tool.plan(...args);
    },
  };
  await using bench = await runnerWorkbench({ tools: [slow] });

  const result = await bench.runner.run(call('look'), await bench.context());
  finishPlan();
  await new Promise(setImmediate);

  expect(result.outcome).toBe('cancelled');
  expect([tool.runs, tool.abandoned]).toEqual([[], ['cancelled']]);
});

test('a tool that fails because of the stop was cancelled; one that was done is done', async () => {
  const stopping = (outcome: 'done' | 'failed') =>
    plainTool(outcome, {
      run: async () => {
        bench.stop.abort(new AppError('CANCELLED', 'stop'));
        return { outcome, content: 'partial output' };
      },
    });
  await using bench = await runnerWorkbench({ tools: [stopping('failed')] });
  const cancelled = await bench.runner.run(call('failed'), await bench.context());
  await using other = await runnerWorkbench({ tools: [stopping('done')] });
  const done = await other.runner.run(call('done'), await other.context());

  expect(cancelled).toMatchObject({ outcome: 'cancelled', content: 'partial output' });
  expect(done).toMatchObject({ outcome: 'done' });
});

test.each(['approval.asked', 'approval.decided', 'tool.called'])(
  'nothing runs when %s cannot be recorded, and the model is told',
  async (unwritable) => {
    const tool = plainTool('look');
    await using bench = await runnerWorkbench({ tools: [tool] });
    const context = await bench.context();
    const ledger = {
      append: ((type, ...rest) =>
        type === unwritable
          ? Promise.reject(new AppError('UNAVAILABLE', 'disk full'))
          : context.ledger.append(type, ...rest)) as typeof context.ledger.append,
    };

    const result = await bench.runner.run(call('look'), { ...context, ledger });

    expect(result.outcome).toBe('failed');
    expect(result.content).toContain('disk full');
    expect([tool.runs, tool.abandoned]).toEqual([[], ['cancelled']]);
  },
);

test('a ledger that fails while the tool runs is told as such, and a lost result is logged', async () => {
  const tool = plainTool('look', {
    run: async (_, { record }) => {
      await record('error.raised', { message: 'x' });
      return { outcome: 'done', content: 'never told' };
    },
  });
  await using bench = await runnerWorkbench({ tools: [tool] });
  const context = await bench.context();
  const broken = new Set(['error.raised', 'tool.returned']);
  const ledger = {
    append: ((type, ...rest) =>
      broken.has(type)
        ? Promise.reject(new AppError('UNAVAILABLE', 'disk full'))
        : context.ledger.append(type, ...rest)) as typeof context.ledger.append,
  };

  const result = await bench.runner.run(call('look'), { ...context, ledger });

  expect(result.outcome).toBe('failed');
  expect(result.content).toContain('what it did could not be recorded: disk full');
  expect(bench.logged).toEqual(['tool.result.unrecorded']);
});

test('what a call changed is decided about, also where its arguments could not be checked', async () => {
  const tool: Tool = {
    ...plainTool('build'),
    parameters: { type: 'object', properties: { target: { type: 'nonsense' } } },
    plan: async () => ({
      subject: commandSubject('build'),
      isOutside: false,
      warnings: [],
      arguments: {},
      run: async () => ({ outcome: 'done', content: 'built' }),
      settle: async ({ outcome, content }, { changes }) => ({
        outcome,
        content: `${content}; ${changes[0]?.path} held`,
      }),
    }),
  };
  const watch: CallWatch = {
    foresee: async () => [],
    begin: async () => ({
      look: async () => ({ changes: [{ path: '/w/.envrc', change: 'created' }], notWatched: [], alongside: [] }),
      finish: async () => ['event-1'],
      cancel: async () => {},
      [Symbol.asyncDispose]: async () => {},
    }),
  };
  await using bench = await runnerWorkbench({ tools: [tool], watch });

  const result = await bench.runner.run(call('build'), await bench.context());

  expect(bench.questions[0]?.warnings[0]?.text).toMatch(/^The arguments were not checked/);
  expect(result.content).toBe('built; /w/.envrc held');
});

test('what the person said of one change is told although one before it failed', async () => {
  const change = (name: string) => ({
    ...plainTool(name, { run: () => Promise.reject(new Error('no')) }),
    isReviewedTogether: true as const,
  });
  await using bench = await runnerWorkbench({
    tools: [change('a'), change('b')],
    answer: ({ tool }) => (tool === 'a' ? { verdict: 'allow' } : { verdict: 'refuse', reason: 'Not that file' }),
  });
  const context = await bench.context();
  const group = bench.runner.freeze({ workspace: '/home/me' }).runGroup;

  const { results, stop } = await group(
    [call('a', {}, 'c1'), call('b', {}, 'c2')].map((one) => ({ call: one, context })),
  );

  expect(results.map(({ outcome }) => outcome)).toEqual(['failed', 'refused']);
  expect(results[1]?.content).toContain('Their reason: Not that file');
  expect(stop?.outcome).toBe('skipped');
});

test('what was planned is let go of where the first look at the workspace fails', async () => {
  const abandoned: unknown[] = [];
  const tool: Tool = {
    ...plainTool('build'),
    plan: async () => ({
      subject: commandSubject('build'),
      isOutside: false,
      warnings: [],
      arguments: {},
      run: async () => ({ outcome: 'done', content: 'built' }),
      abandon: (why) => abandoned.push(why),
    }),
  };
  const watch: CallWatch = { foresee: async () => [], begin: () => Promise.reject(new Error('no room to look')) };
  await using bench = await runnerWorkbench({ tools: [tool], watch });

  const result = await bench.runner.run(call('build'), await bench.context());

  expect(result.outcome).toBe('failed');
  expect(abandoned).toEqual(['cancelled']);
});
