import { describe, expect, test } from 'vitest';
import type { LedgerEventData } from '#contract';
import * as toolItem from '../../../../src-main/chat/items/tool-item.ts';

const CALL = { callId: 'c', tool: 'execute_command', arguments: '{"command_line":"ls"}' };
const made = (call: Partial<typeof CALL> = {}) => toolItem.newToolItem('i', { ...CALL, ...call }, { at: 1 });
const allowed = (data: object = {}) =>
  ({ callId: 'c', verdict: 'allow', by: 'person', question: 'q', ...data }) as LedgerEventData<'approval.decided'>;
const call = (args: Record<string, unknown>) => ({ callId: 'c', tool: 'execute_command', arguments: args });

describe('a call', () => {
  test('has a question until that is answered, the call has a result, or nothing will come', () => {
    const asking = toolItem.askedItem(made(), {
      question: 'q',
      callId: 'c',
      tool: 't',
      subject: {},
      why: '',
      warnings: [],
    });
    expect(asking).toMatchObject({ state: 'waiting', question: 'q' });
    const returned = { id: 'r', data: { callId: 'c', tool: 't', content: 'ok', outcome: 'done' } } as const;
    expect(toolItem.applyDecision(asking, allowed())).not.toHaveProperty('question');
    expect(toolItem.applyToolReturned(asking, returned)).not.toHaveProperty('question');
    expect(toolItem.markInterrupted(asking)).not.toHaveProperty('question');
    expect(toolItem.markInterrupted(asking).state).toBe('interrupted');
  });

  test('shows what ran beside what was sent where a person or the guard made another thing of it', () => {
    const asSent = toolItem.applyToolCalled(toolItem.applyDecision(made(), allowed()), call({ command_line: 'ls' }));
    expect(asSent).not.toHaveProperty('ran');
    const edited = toolItem.applyToolCalled(
      toolItem.applyDecision(made(), allowed({ edited: 'ls' })),
      call({ command_line: 'ls -l' }),
    );
    expect(edited).toMatchObject({ sent: CALL.arguments, ran: 'ls -l', command: { command: 'ls -l' } });
    const repair = { arguments: '{"command_line":"ls -a"}', repairs: [{ kind: 'x' }] } as unknown;
    const repaired = toolItem.applyRepair(made(), repair as LedgerEventData<'call.repaired'>);
    expect(repaired).toMatchObject({ sent: CALL.arguments, ran: '{"command_line":"ls -a"}' });
    const twice = toolItem.applyRepair(repaired, repair as LedgerEventData<'call.repaired'>);
    expect(twice.repairs).toHaveLength(2);
  });

  test('whose sent arguments are no JSON is shown as it ran', () => {
    const broken = toolItem.applyDecision(made({ arguments: '{"command_line":' }), allowed());
    expect(toolItem.applyToolCalled(broken, call({ command_line: 'ls' }))).toMatchObject({
      sent: '{"command_line":',
      ran: 'ls',
    });
  });

  test('of no reply shows what runs as what was sent', () => {
    const started = toolItem.applyToolCalled(made({ arguments: '' }), call({ path: '/w/a' }));
    expect(started).toMatchObject({ sent: '{"path":"/w/a"}', state: 'running' });
  });
});

describe('its changes', () => {
  const change = (path: string) =>
    ({ path, change: 'modified', origin: 'command' }) as unknown as LedgerEventData<'file.changed'>;
  const changed = toolItem.changedItem(toolItem.changedItem(made(), 'e1', change('/w/a')), 'e2', change('/w/a'));

  test('are told each, also of one path', () => {
    expect(changed.changes.map(({ event }) => event)).toEqual(['e1', 'e2']);
  });

  test('are undone and done again one by one, and another event changes none', () => {
    const undone = toolItem.applyUndo(changed, { item: 'i', change: 'e2', isUndone: true, undo: 'u' });
    expect(undone.changes.map((one) => one.undone)).toEqual([undefined, { event: 'u' }]);
    expect(toolItem.applyUndo(undone, { item: 'i', change: 'e2', isUndone: false, undo: undefined })).toEqual(changed);
    expect(toolItem.applyUndo(changed, { item: 'i', change: 'x', isUndone: true, undo: 'u' })).toEqual(changed);
  });
});

test('a decision names who decided, and what a person made of it', () => {
  const text = (data: object) => toolItem.applyDecision(made(), allowed(data)).decision;
  expect(text({})).toBe('Allowed by you');
  expect(text({ by: 'rule', rule: 'mine' })).toBe('Allowed by the rule "mine"');
  expect(text({ by: 'rule' })).toBe('Allowed by the rule "unknown"');
  expect(text({ verdict: 'refuse', reason: 'No' })).toBe('Refused by you: No');
  expect(text({ verdict: 'withdrawn', reason: 'It ended' })).toBe('Withdrawn: It ended');
  expect(text({ edited: 'hunks 1, 3 of revision 2' })).toBe('Allowed by you (hunks 1, 3 of revision 2)');
  expect(text({ edited: 'rm -rf x' })).toBe('Allowed by you (edited)');
});
