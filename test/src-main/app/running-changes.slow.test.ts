import { expect, test } from 'vitest';
import { watchValue } from '../../../src-main/app/running-changes.ts';

test('what runs is told at once, then when it has changed', async () => {
  const looks = [['a: sleep'], ['a: sleep'], []];
  const ending = new AbortController();
  const told: (readonly string[])[] = [];
  for await (const running of watchValue(() => looks.shift() ?? ['end'], ending.signal)) {
    told.push(running);
    if (running[0] === 'end') ending.abort();
  }

  expect(told).toEqual([['a: sleep'], [], ['end']]);
});

test('a reader that leaves ends the looking', async () => {
  let looks = 0;
  const ending = new AbortController();
  const reading = (async () => {
    for await (const _ of watchValue(() => [String(looks++)], ending.signal)) ending.abort();
  })();
  await reading;
  await new Promise((resolve) => setTimeout(resolve, 1200));

  expect(looks).toBe(1);
});

test('a slow look is made less often', async () => {
  const startedAt = Date.now();
  let looks = 0;
  const slow = () => {
    const until = process.cpuUsage().user + 15_000;
    while (process.cpuUsage().user < until);
    return [String(looks++)];
  };
  for await (const [look] of watchValue(slow)) if (look === '1') break;

  expect(Date.now() - startedAt).toBeGreaterThan(2500);
});
