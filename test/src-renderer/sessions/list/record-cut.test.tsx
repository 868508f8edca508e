import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ConversationItem } from '#contract';
import { openSessions, reply, session } from '../session-workbench.tsx';

const text =
  'This record was cut: 12 of 15 events are left. It was whole at 2026-03-07 12:05 UTC. What is left is shown.';
const notice: ConversationItem = { kind: 'notice', id: 'record.cut', at: 0, level: 'warning', text };

test('a record that was cut is an alert below what is left, and a mark in the list', async () => {
  await openSessions({ sessions: [session({ state: 'done', recordCut: 'shortened' })], items: [reply(), notice] });
  const log = within(screen.getByRole('log', { name: 'Conversation' }));
  const alert = await log.findByRole('alert');
  expect(alert.textContent).toBe(text);
  expect(log.getByText('Hello').compareDocumentPosition(alert)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.getByRole('button', { name: /^Greeting/ }).textContent).toContain('record cut');
});

test('an emptied record is a conversation with that alert alone', async () => {
  const emptied = { ...notice, text: 'This record was emptied: all 15 events are gone.' };
  await openSessions({ sessions: [session({ state: 'idle', messages: 0, recordCut: 'emptied' })], items: [emptied] });
  expect((await screen.findByRole('alert')).textContent).toBe(emptied.text);
  expect(screen.getByRole('button', { name: /^Greeting/ }).textContent).toContain('record emptied');
});

test('a session that runs or waits says that first', async () => {
  await openSessions({ sessions: [session({ state: 'needs-you', recordCut: 'shortened' })] });
  expect(screen.getByRole('button', { name: /^Greeting/ }).textContent).toContain('needs you');
});
