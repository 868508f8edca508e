import { expect, test } from 'vitest';
import { ConversationItem } from '#contract';
import { commandRan, follow, requested, runningCommand, settled, setUp } from '../conversation-workbench.ts';

test('a command shows its output as it comes, then as it is on the record, with what it changed', async () => {
  const { ledger, append, open } = await setUp();
  await using _ = ledger;
  using conversation = await open();
  const reader = follow(conversation);
  const called = await runningCommand(append);

  conversation.callOutput('c1', 'first ');
  conversation.callOutput('c1', 'second');
  await settled();
  expect(reader.items.at(-1)).toMatchObject({
    state: 'running',
    command: { command: 'ls', cwd: '/', output: 'first second' },
  });

  conversation.callOutput('c1', 'third, which comes too late');
  await append(
    'command.ran',
    { ...commandRan, notWatched: ['big/'], alongside: ['make'], interrupted: 'It ended' },
    called,
  );
  const change = { path: '/a', change: 'created', origin: 'command', callId: 'c1', shared: 'By make' } as const;
  const changed = await append('file.changed', change, called);
  await append('tool.returned', { callId: 'c1', tool: 'execute_command', content: 'ok', outcome: 'done' }, called);
  await settled();
  expect(reader.items.at(-1)).toMatchObject({
    state: 'done',
    result: 'ok',
    command: { output: 'whole output', exitCode: 0, spool: 'a'.repeat(64), peak: { memoryBytes: 2 } },
    changes: [{ event: changed, path: '/a', change: 'created', shared: 'By make' }],
  });
  expect(reader.items.at(-1)).toMatchObject({
    command: { notWatched: ['big/'], alongside: ['make'], interrupted: 'It ended' },
  });
  expect(ConversationItem.parse(reader.items.at(-1))).toEqual(reader.items.at(-1));
  expect(reader.items).toEqual(conversation.items);
});

test('of an output that comes fast only the last part is shown, and the messages stay few', async () => {
  const { ledger, append, open } = await setUp();
  await using _ = ledger;
  using conversation = await open();
  const reader = follow(conversation);
  await runningCommand(append);
  const before = reader.updates;

  for (let line = 0; line < 20_000; line++) conversation.callOutput('c1', `line ${line} 😀\n`);
  await settled();

  const item = reader.items.at(-1);
  const output = item?.kind === 'tool' ? (item.command?.output ?? '') : '';
  expect(output.length).toBeLessThan(20_000);
  expect(output.startsWith('[… earlier output is left out')).toBe(true);
  expect(output.endsWith('line 19999 😀\n')).toBe(true);
  expect(output).not.toMatch(/\p{Surrogate}/u);
  expect(reader.updates - before).toBeLessThan(30);
  expect(reader.items).toEqual(conversation.items);
});

test('text that comes in small pieces is sent in few', async () => {
  const { ledger, append, open } = await setUp();
  await using _ = ledger;
  using conversation = await open();
  const reader = follow(conversation);
  const request = await append('llm.requested', requested);
  const before = reader.updates;

  for (let piece = 0; piece < 1000; piece++) conversation.replyText(request, 'x');
  await settled();

  expect(reader.items.at(-1)).toMatchObject({ state: 'streaming', text: 'x'.repeat(1000) });
  expect(reader.updates - before).toBeLessThan(10);
});

test('what a reply waits for is shown until it speaks', async () => {
  const { ledger, append, open } = await setUp();
  await using _ = ledger;
  using conversation = await open();
  const reader = follow(conversation);
  const request = await append('llm.requested', requested);

  conversation.replyNote(request, 'HTTP 429; trying again in 2 s (attempt 2)');
  expect(reader.items.at(-1)).toMatchObject({ state: 'waiting', note: 'HTTP 429; trying again in 2 s (attempt 2)' });
  conversation.replyText(request, 'Hello');

  expect(reader.items.at(-1)).toMatchObject({ state: 'streaming', text: 'Hello' });
  expect(reader.items.at(-1)).not.toHaveProperty('note');
});

test('events appended while the file is read are neither lost nor taken twice', async () => {
  const { ledger, session, append, open } = await setUp();
  await using _ = ledger;
  for (let count = 0; count < 200; count++) await session.append('message.user', { text: `m${count}` });

  const opening = open();
  await Promise.all(Array.from({ length: 50 }, (__, index) => append('message.user', { text: `late ${index}` })));
  using conversation = await opening;

  const texts = conversation.items.map((item) => item.kind === 'user' && item.text);
  expect(texts).toHaveLength(250);
  expect(new Set(texts).size).toBe(250);
});

test('an event of another session, of an unknown type or shape changes nothing', async () => {
  const { ledger, open } = await setUp();
  await using _ = ledger;
  using conversation = await open();
  const other = await ledger.session('another');

  await other.append('message.user', { text: 'elsewhere' });

  expect(conversation.items).toEqual([]);
});
