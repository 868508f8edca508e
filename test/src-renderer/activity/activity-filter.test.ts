import { expect, test } from 'vitest';
import type { AnyLedgerEvent } from '#contract';
import { everything, passesFilter } from '../../../src-renderer/activity/activity-filter.ts';

const eventOf = (type: string, data: AnyLedgerEvent['data']): AnyLedgerEvent => ({
  v: 1,
  id: '0001',
  at: 1,
  session: 'one',
  previous: '',
  type,
  data,
});

test.each([
  ['a word in quotes', 'say "hi"', 'say "hi" to them', true],
  ['a path of Windows', 'C:\\work', 'Look into C:\\work now', true],
  ['accents in another form', 'caf\u00e9', 'cafe\u0301', true],
  ['a field of every event', 'session', 'nothing of the kind', false],
  ['a word that is not there', 'absent', 'present', false],
])('an event that comes is searched as the record is: %s', (_what, text, said, isFound) => {
  expect(passesFilter(eventOf('message.user', { text: said }), { ...everything, text })).toBe(isFound);
});

test('a reply that comes and asks for a tool belongs to the events of that tool', () => {
  const reply = eventOf('llm.replied', { calls: [{ tool: 'edit_file', arguments: '{}' }] });
  expect(passesFilter(reply, { ...everything, tool: 'edit_file' })).toBe(true);
  expect(passesFilter(reply, { ...everything, tool: 'read_file' })).toBe(false);
});
