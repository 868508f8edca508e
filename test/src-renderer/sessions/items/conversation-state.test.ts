import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ConversationItem, ConversationUpdate } from '#contract';
import {
  emptyConversation,
  MAX_LIVE_OUTPUT,
  reduceConversation,
} from '../../../../src-renderer/sessions/items/conversation-state.ts';

const reply = (id: string, text: string): ConversationItem => ({
  kind: 'assistant',
  id,
  at: 0,
  text,
  model: 'm',
  state: 'streaming',
  canRetry: false,
});
const call = (id: string, output: string): ConversationItem => ({
  kind: 'tool',
  id,
  at: 0,
  callId: id,
  tool: 'execute_command',
  state: 'running',
  sent: '{}',
  repairs: [],
  changes: [],
  command: { command: 'x', cwd: '/', output, outputBytes: output.length },
});
const said = (id: string, text: string): ConversationItem => ({ kind: 'user', id, at: 0, text });

/**
 * Generators of updates as a host would send them: an item before any text of it, deltas only to kinds that take them.
 */
const id = fc.constantFrom('a', 'b', 'c', 'd');
const item = fc.oneof(
  fc.tuple(id, fc.string()).map(([name, text]) => reply(`r${name}`, text)),
  fc.tuple(id, fc.string()).map(([name, text]) => call(`t${name}`, text)),
  fc.tuple(id, fc.string()).map(([name, text]) => said(`u${name}`, text)),
);
const update: fc.Arbitrary<ConversationUpdate> = fc.oneof(
  item.map((value) => ({ kind: 'item' as const, item: value })),
  fc.tuple(id, fc.string()).map(([name, text]) => ({ kind: 'text' as const, id: `r${name}`, text })),
  fc.tuple(id, fc.string()).map(([name, text]) => ({ kind: 'output' as const, id: `t${name}`, text })),
);

/** The same, the slow and plain way: a map that keeps the order of first insertion. */
function snapshotAfter(updates: readonly ConversationUpdate[]): ConversationItem[] {
  const items = new Map<string, ConversationItem>();
  for (const one of updates) {
    if (one.kind === 'item') items.set(one.item.id, one.item);
    if (one.kind === 'text') {
      const known = items.get(one.id);
      if (known?.kind === 'assistant') items.set(one.id, { ...known, text: known.text + one.text });
    }
    if (one.kind === 'output') {
      const known = items.get(one.id);
      if (known?.kind === 'tool' && known.command) {
        items.set(one.id, { ...known, command: { ...known.command, output: known.command.output + one.text } });
      }
    }
  }
  return [...items.values()];
}

describe('a conversation', () => {
  test('folded from updates is the snapshot that a late reader gets', () => {
    fc.assert(
      fc.property(fc.array(update, { maxLength: 40 }), (updates) => {
        const folded = updates.reduce(reduceConversation, emptyConversation);
        const late = reduceConversation(emptyConversation, { kind: 'snapshot', items: snapshotAfter(updates) });
        expect(folded).toEqual(late);
      }),
    );
  });

  test('starts anew with a snapshot, whatever was there', () => {
    fc.assert(
      fc.property(fc.array(update), fc.array(item), (updates, items) => {
        const before = updates.reduce(reduceConversation, emptyConversation);
        expect(reduceConversation(before, { kind: 'snapshot', items })).toEqual(items);
      }),
    );
  });

  test('keeps the identity of items that did not change, so that they are not drawn again', () => {
    const before = [said('u1', 'hi'), reply('r1', 'Hel'), said('u2', 'more')];
    const after = reduceConversation(before, { kind: 'text', id: 'r1', text: 'lo' });
    expect(after[0]).toBe(before[0]);
    expect(after[2]).toBe(before[2]);
    expect(after[1]).toMatchObject({ text: 'Hello' });
  });

  test('drops text for an item it does not have', () => {
    expect(reduceConversation(emptyConversation, { kind: 'text', id: 'r9', text: 'x' })).toBe(emptyConversation);
  });

  test('keeps the end of a running command whose output never stops', () => {
    const after = reduceConversation([call('t1', 'x'.repeat(MAX_LIVE_OUTPUT))], {
      kind: 'output',
      id: 't1',
      text: 'THE END',
    });
    const output = after[0]?.kind === 'tool' ? (after[0].command?.output ?? '') : '';
    expect(output).toHaveLength(MAX_LIVE_OUTPUT);
    expect(output.endsWith('THE END')).toBe(true);
  });
});
