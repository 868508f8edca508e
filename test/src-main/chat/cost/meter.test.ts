import { expect, test } from 'vitest';
import { addToMeter, costOf, EMPTY_METER, type ModelPrice, priceOf } from '../../../../src-main/chat/cost/meter.ts';
import { fails, says, scriptedClient } from '../../../support/scripted-client.ts';
import { cpuMsOf } from '../../../support/time-taken.ts';
import { chatWorkbench } from '../chat-workbench.ts';

const usage = (prompt: number, completion: number) => ({ prompt, completion, total: prompt + completion });
const PRICES: readonly ModelPrice[] = [
  { model: '*', input: 9, output: 9 },
  { model: 'gpt-4o*', input: 2.5, output: 10 },
  { model: 'gpt-4o-mini*', input: 0.15, output: 0.6 },
  { model: 'gpt-4o', input: 3, output: 12 },
];

test.each([
  ['gpt-4o', 3],
  ['gpt-4o-2024', 2.5],
  ['gpt-4o-mini-2024', 0.15],
  ['other', 9],
])('the price of %s is that of its own name, else of the longest pattern', (model, input) => {
  expect(priceOf(PRICES, model)?.input).toBe(input);
});

test.each([
  ['a*c', 'abc', true],
  ['a*c', 'ac', true],
  ['a*c', 'acd', false],
  ['*b*', 'abc', true],
  ['a*a', 'a', false],
  ['a*b*c', 'acb', false],
  ['a.c', 'abc', false],
  ['', 'abc', false],
])('the pattern %j fits %j: %j', (model, name, expected) => {
  expect(priceOf([{ model, input: 1, output: 1 }], name) !== undefined).toBe(expected);
});

test('a pattern of many stars takes no time', () => {
  const prices = [{ model: `${'*a'.repeat(5000)}b`, input: 1, output: 1 }];
  expect(cpuMsOf(() => expect(priceOf(prices, 'a'.repeat(50_000))).toBeUndefined())).toBeLessThan(500);
});

test('the second name is looked at where the first has no price', () => {
  expect(priceOf([{ model: 'b', input: 1, output: 1 }], 'a', 'b')?.model).toBe('b');
});

test('cost is by the million tokens, nothing where nothing was used, and unknown without price or usage', () => {
  expect(costOf(usage(1_000_000, 500_000), { model: 'm', input: 2, output: 10 })).toBe(7);
  expect(costOf(usage(0, 0), undefined)).toBe(0);
  expect(costOf(usage(1, 0), undefined)).toBeUndefined();
  expect(costOf(undefined, { model: 'm', input: 2, output: 10 })).toBeUndefined();
});

test('input of a cache costs what is said for it, else as other input, and is never more than the input', () => {
  const cachedOf = (cached: number) => ({ ...usage(1_000_000, 0), cached });
  const price = { model: 'm', input: 2, output: 10 };
  expect(costOf(cachedOf(500_000), { ...price, cached: 0.2 })).toBeCloseTo(1.1, 10);
  expect(costOf(cachedOf(500_000), { ...price, cached: 0 })).toBe(1);
  expect(costOf(cachedOf(500_000), price)).toBe(2);
  expect(costOf(cachedOf(5_000_000), { ...price, cached: 0.2 })).toBeCloseTo(0.2, 10);
});

test('a meter is not complete once a part of it is not known, but for what failed before anything came', () => {
  const known = addToMeter(EMPTY_METER, { finish: 'stop', usage: usage(1, 2), cost: 3 });
  expect(addToMeter(known, { finish: 'failed' })).toEqual(known);
  expect(addToMeter(known, { finish: 'stop', usage: usage(1, 2) })).toEqual({
    usage: usage(2, 4),
    isUsageComplete: true,
    cost: 3,
    isCostComplete: false,
  });
  expect(addToMeter(known, { finish: 'interrupted' })).toMatchObject({ isUsageComplete: false, isCostComplete: false });
});

test('usage and cost are told by session, turn, profile and reply, and a partial total says so', async () => {
  const dear = scriptedClient([says('a'), says('b', { usage: undefined })]);
  const replies = [[fails('server', 'down')], says('c', { model: 'unknown' })];
  const free = { ...scriptedClient(replies), model: 'unknown' };
  const profiles = [
    { name: 'dear', client: dear },
    { name: 'free', client: free },
  ];
  const prices = [{ model: 'script-*', input: 1000, output: 2000 }];
  await using bench = await chatWorkbench({ profiles, prices });
  const session = await bench.session();
  const summary = async () => {
    for await (const list of await bench.app.api.changed()) if (list[0]) return list[0];
    return undefined;
  };
  await bench.turn(session, 'one', 'dear');
  // 10 and 5 tokens a reply.
  await expect.poll(summary).toMatchObject({ cost: 0.02, isCostComplete: true, profile: 'dear' });
  await bench.turn(session, 'two', 'dear');
  await bench.turn(session, 'three', 'free');
  await bench.app.api.retry({ session });
  await bench.idle();

  const expected = {
    cost: 0.02,
    isCostComplete: false,
    isUsageComplete: false,
    usage: { total: 30 },
    meters: [
      { profile: 'dear', cost: 0.02, isCostComplete: false, isUsageComplete: false, usage: { total: 15 } },
      { profile: 'free', cost: 0, isCostComplete: false, isUsageComplete: true, usage: { total: 15 } },
    ],
  };
  await expect.poll(summary).toMatchObject(expected);
  const users = (await bench.items(session)).filter(({ kind }) => kind === 'user');
  expect(users).toMatchObject([
    { meter: { cost: 0.02, isCostComplete: true, usage: { total: 15 } } },
    { meter: { cost: 0, isCostComplete: false, isUsageComplete: false } },
    { meter: { isCostComplete: false, isUsageComplete: true, usage: { total: 15 } } },
  ]);
  expect((await bench.items(session))[1]).toMatchObject({ kind: 'assistant', cost: 0.02 });
  await bench.restart({ profiles: [] });
  await expect.poll(summary).toMatchObject(expected);
});
