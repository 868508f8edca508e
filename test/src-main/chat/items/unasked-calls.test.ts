import { expect, test } from 'vitest';
import { ConversationItem, type LedgerEventData } from '#contract';
import { Conversation } from '../../../../src-main/chat/conversation/conversation.ts';
import { commandRan, reply, requested, setUp } from '../conversation-workbench.ts';

const asked = (callId: string): LedgerEventData<'approval.asked'> => ({
  question: `q-${callId}`,
  callId,
  tool: 'read_file',
  subject: { kind: 'read', path: '/w/a' },
  why: 'Everything is asked',
  warnings: [],
});
const decided = (callId: string, verdict: 'allow' | 'refuse') =>
  ({ by: 'person', callId, question: `q-${callId}`, verdict }) as const;
const returned = (callId: string, outcome: 'done' | 'refused' | 'failed', content: string) =>
  ({ callId, tool: 'read_file', outcome, content }) as const;

test('a call that another program made is a card from its question to its result', async () => {
  const { ledger, append, open } = await setUp();
  await using _ = ledger;
  using conversation = await open();
  const last = () => conversation.items.at(-1);
  await append('approval.asked', asked('c1'));
  expect(last()).toMatchObject({ kind: 'tool', callId: 'c1', tool: 'read_file', state: 'waiting', question: 'q-c1' });
  await append('approval.decided', decided('c1', 'allow'));
  await append('tool.called', { callId: 'c1', tool: 'read_file', arguments: { path: '/w/a' } });
  expect(last()).toMatchObject({ state: 'running', sent: '{"path":"/w/a"}' });
  await append('tool.returned', returned('c1', 'done', 'text'));
  expect(conversation.items).toHaveLength(1);
  expect(last()).toMatchObject({ state: 'done', result: 'text', sent: '{"path":"/w/a"}' });
  expect(ConversationItem.parse(last())).toEqual(last());
});

test('a command of another program that a rule refused, or that is asked about, says what it was', async () => {
  const { ledger, append, open } = await setUp();
  await using _ = ledger;
  using conversation = await open();
  const command = { command: 'rm -rf /', cwd: '/w' };
  await append('approval.decided', { by: 'rule', rule: 'ban', callId: 'c1', verdict: 'refuse', command });
  await append('tool.returned', { callId: 'c1', tool: 'execute_command', outcome: 'refused', content: 'no' });
  const limits = { timeoutMs: 1000, maxOutputBytes: 1000 };
  const subject = { kind: 'command', command: 'rm x', cwd: '/w', limits };
  await append('approval.asked', { ...asked('c2'), tool: 'execute_command', subject });
  expect(conversation.items).toMatchObject([
    { callId: 'c1', state: 'refused', command },
    { callId: 'c2', state: 'waiting', command: { command: 'rm x', cwd: '/w' } },
  ]);
});

test('two that run beside each other are two cards, each with what came of it', async () => {
  const { ledger, append, open } = await setUp();
  await using _ = ledger;
  using conversation = await open();
  await append('approval.asked', asked('c1'));
  await append('approval.asked', asked('c2'));
  await append('approval.decided', decided('c2', 'refuse'));
  await append('tool.returned', returned('c2', 'refused', 'no'));
  await append('approval.decided', decided('c1', 'allow'));
  const started = await append('tool.called', {
    callId: 'c1',
    tool: 'execute_command',
    arguments: { command_line: 'ls' },
  });
  await append('command.ran', { ...commandRan, notWatched: [] }, started);
  await append('tool.returned', returned('c1', 'done', 'yes'));
  expect(conversation.items).toMatchObject([
    { callId: 'c1', state: 'done', result: 'yes', command: { output: 'whole output' } },
    { callId: 'c2', state: 'refused', result: 'no' },
  ]);
});

test('one that no rule asked about is a card from its start', async () => {
  const { ledger, append, open } = await setUp();
  await using _ = ledger;
  using conversation = await open();
  await append('tool.called', { callId: 'c1', tool: 'look', arguments: {} });
  expect(conversation.items).toMatchObject([{ kind: 'tool', tool: 'look', state: 'running', sent: '{}' }]);
});

test('a call that a reply asked for stays the one card it is', async () => {
  const { ledger, append, open } = await setUp();
  await using _ = ledger;
  using conversation = await open();
  const request = await append('llm.requested', requested);
  await append('llm.replied', reply([{ callId: 'c1', tool: 'read_file', arguments: '{"path": "a"}' }]), request);
  await append('approval.asked', asked('c1'));
  await append('tool.called', { callId: 'c1', tool: 'read_file', arguments: { path: '/w/a' } });
  const cards = conversation.items.filter(({ kind }) => kind === 'tool');
  expect(cards).toMatchObject([{ state: 'running', sent: '{"path": "a"}' }]);
});

test('one that waits is not ended by a turn beside it, but by the end of this run', async () => {
  const { ledger, append, open } = await setUp();
  await using _ = ledger;
  using conversation = await open();
  await append('approval.asked', asked('c1'));
  await append('message.user', { text: 'meanwhile' });
  conversation.settle();
  const card = (items: readonly ConversationItem[]) => items.find(({ kind }) => kind === 'tool');
  expect(card(conversation.items)).toMatchObject({ state: 'waiting', question: 'q-c1' });
  const nextRun = { since: Date.now() + 1000, onError: () => {} };
  using later = await Conversation.open(ledger, 'session-1', nextRun);
  expect(card(later.items)).toMatchObject({ state: 'interrupted' });
});
