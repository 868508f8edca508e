import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ConversationItem } from '#contract';
import { describeFile, undoChange } from '#ledger';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { follow, reply, requested, setUp } from '../conversation-workbench.ts';

async function changedFile() {
  const it = await setUp();
  const folder = await temporaryFolder();
  const path = join(folder.path, 'a.txt');
  await writeFile(path, 'old\n');
  const before = await describeFile(path, it.ledger.content);
  await writeFile(path, 'new\n');
  const after = await describeFile(path, it.ledger.content);
  const request = await it.append('llm.requested', requested);
  await it.append('llm.replied', reply([{ callId: 'c1', tool: 'edit_file', arguments: '{}' }]), request);
  const called = await it.append('tool.called', { callId: 'c1', tool: 'edit_file', arguments: {} });
  const event = await it.append(
    'file.changed',
    { path, change: 'modified', ...(before && { before }), ...(after && { after }), origin: 'tool' },
    called,
  );
  await it.append('tool.returned', { callId: 'c1', tool: 'edit_file', content: 'ok', outcome: 'done' }, called);
  const undo = (change: string) => undoChange(it.ledger, { session: 'session-1', event: change, force: false });
  return { ...it, path, event, undo };
}

const changeOf = (items: readonly ConversationItem[]) => items.find((item) => item.kind === 'tool')?.changes[0];

test('a change says that it was undone and done again, to who looks and after a restart', async () => {
  const it = await changedFile();
  using conversation = await it.open();
  const reader = follow(conversation);
  expect(changeOf(reader.items)).not.toHaveProperty('undone');

  await it.undo(it.event);
  const undone = changeOf(reader.items)?.undone?.event ?? '';
  expect(undone).not.toBe('');
  using again = await it.open();
  expect(changeOf(again.items)?.undone).toEqual({ event: undone });
  expect(await readFile(it.path, 'utf8')).toBe('old\n');

  await it.undo(undone);
  expect(await readFile(it.path, 'utf8')).toBe('new\n');
  expect(changeOf(reader.items)).not.toHaveProperty('undone');
  expect(reader.items.at(-1)).toMatchObject({ kind: 'notice', text: `The change of ${it.path} was done again` });

  await it.undo(it.event);
  expect(changeOf(reader.items)?.undone?.event).not.toBe(undone);
  using last = await it.open();
  expect(last.items).toEqual(reader.items);
});

test('an undo that had nothing to put back marks the change, with nothing to do again', async () => {
  const it = await changedFile();
  await it.append('change.undone', { change: it.event, path: it.path, forced: false }, it.event);
  using conversation = await it.open();
  expect(changeOf(conversation.items)?.undone).toEqual({});
});

test('a turn that was undone is one line, which names what was left', async () => {
  const it = await changedFile();
  const transaction = 'x1';
  const states = { path: it.path, change: 'modified', origin: 'undo' } as const;
  const undo = await it.append('file.changed', { ...states, transaction, settles: [it.event] }, it.event);
  const left = { event: 'e', path: '/w/b.txt', outcome: 'left', why: 'its content was changed since' } as const;
  const paths = [left, { event: it.event, path: it.path, outcome: 'restored' } as const];
  using conversation = await it.open();
  const before = conversation.items.length;
  const counts = { restored: 1, left: 1, unknown: 0 };
  await it.append('turn.undone', { turn: 't', direction: 'undo', transaction, paths, ...counts });

  using after = await it.open();
  expect(after.items.slice(before)).toMatchObject([
    {
      kind: 'notice',
      level: 'warning',
      text: 'Turn undone: 1 file restored, 1 file left\n/w/b.txt: its content was changed since',
      changes: 't',
    },
  ]);
  expect(changeOf(after.items)?.undone).toEqual({ event: undo });
});
