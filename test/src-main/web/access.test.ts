import { expect, test, vi } from 'vitest';
import { Access, CODE_LIFETIME_MS } from '../../../src-main/web/access.ts';

test('a code is exchanged for a token once', () => {
  const access = new Access();
  const code = access.newCode();

  const token = access.redeem(code);

  expect(token).toMatch(/^[\w-]{43}$/);
  expect(access.isKnown(token ?? '')).toBe(true);
  expect(access.redeem(code)).toBeUndefined();
});

test('a code works until the last moment of its minute and not after', () => {
  let now = 1000;
  const access = new Access(() => now);
  const [early, late] = [access.newCode(), access.newCode()];

  now += CODE_LIFETIME_MS - 1;
  expect(access.redeem(early)).toBeDefined();
  now += 1;
  expect(access.redeem(late)).toBeUndefined();
});

test.each(['', 'x', '\0', 'ü'.repeat(1000)])('what is no code (%j) is refused and uses none up', (text) => {
  const access = new Access();
  const code = access.newCode();

  expect(access.redeem(text)).toBeUndefined();
  expect(access.isKnown(text)).toBe(false);
  expect(access.redeem(code)).toBeDefined();
});

test('a code is no token and a token no code', () => {
  const access = new Access();
  const code = access.newCode();
  expect(access.isKnown(code)).toBe(false);

  const token = access.redeem(code) ?? '';
  expect(access.redeem(token)).toBeUndefined();
});

test('codes and tokens are different each time, and only the newest are kept', () => {
  const access = new Access();
  const codes = Array.from({ length: 40 }, () => access.newCode());
  expect(new Set(codes).size).toBe(40);

  expect(access.redeem(codes[0] ?? '')).toBeUndefined();
  expect(access.redeem(codes[39] ?? '')).toBeDefined();
});

test('a code does not live longer when the clock is set back', () => {
  vi.useFakeTimers();
  const access = new Access();
  const code = access.newCode();

  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(CODE_LIFETIME_MS + 1);

  expect(access.redeem(code)).toBeUndefined();
  vi.useRealTimers();
});

test('whoever keeps a code is told once when it can no longer be used', () => {
  vi.useFakeTimers();
  const access = new Access();
  const spent: string[] = [];
  const code = access.newCode(() => spent.push('redeemed'));
  access.newCode(() => spent.push('expired'));

  access.redeem('another');
  expect(spent).toEqual([]);
  access.redeem(code);
  access.redeem(code);
  expect(spent).toEqual(['redeemed']);

  vi.advanceTimersByTime(CODE_LIFETIME_MS);
  expect(spent).toEqual(['redeemed', 'expired']);

  access.newCode(() => spent.push('displaced'));
  for (let more = 0; more < 40; more++) access.newCode();
  expect(spent).toEqual(['redeemed', 'expired', 'displaced']);
  vi.useRealTimers();
});

test('a code is spent when its timer ends, also where the clock is a moment behind', () => {
  vi.useFakeTimers();
  const access = new Access(() => 1000);
  const onSpent = vi.fn();
  access.newCode(onSpent);
  vi.advanceTimersByTime(CODE_LIFETIME_MS - 1);
  expect(onSpent).not.toHaveBeenCalled();

  vi.advanceTimersByTime(1);
  expect(onSpent).toHaveBeenCalledOnce();
  vi.useRealTimers();
});
