import { expect, test } from 'vitest';
import { type OutputEvent, OutputEvents } from '../../../../src-main/shell-adapter/server/output-events.ts';

const MOST = 1_000_000;

function eventsOf(...texts: readonly string[]): OutputEvent[] {
  const told: OutputEvent[] = [];
  using events = new OutputEvents((event) => told.push(event));
  for (const text of texts) events.take('stdout', text);
  return told;
}

function told(...texts: readonly string[]): OutputEvent | undefined {
  const all = eventsOf(...texts);
  expect(all).toHaveLength(1);
  return all[0];
}

test('a character is not cut in two where the most that is reported ends', () => {
  const start = 'a'.repeat(MOST - 1);
  expect(told(`${start}\u{1f600} and more`)).toEqual({ stream: 'stdout', text: start, is_cut: true });
  expect(told(start, '\u{1f600}')).toEqual({ stream: 'stdout', text: start, is_cut: true });
  expect(told(`${start.slice(1)}\u{1f600}`)?.text.isWellFormed()).toBe(true);
});

test('what is printed after exactly as much as is reported makes it cut', () => {
  const whole = 'a'.repeat(MOST);
  expect(told(whole)).toEqual({ stream: 'stdout', text: whole });
  expect(told(whole, '')).toEqual({ stream: 'stdout', text: whole });
  expect(told(whole, 'b', 'c')).toEqual({ stream: 'stdout', text: whole, is_cut: true });
});
