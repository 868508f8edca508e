import { expect, test } from 'vitest';
import type { Attendance, SessionSummary } from '#contract';
import { mainSession } from '../../../src-main/app/main-session.ts';

const ATTENDED: Attendance = { kind: 'attended' };
const UNATTENDED: Attendance = { kind: 'unattended', questions: 'refuse' };
const CHANNEL: Attendance = { kind: 'channel', approvers: ['telegram:11'] };

/** Sessions of one workspace, the newest first, with who answers in each. */
function chatWith(sessions: Readonly<Record<string, Attendance>>) {
  const summary = { workspace: '/w', kind: 'conversation' as const };
  return {
    summaries: async () => Object.keys(sessions).map((id) => ({ ...summary, id }) as SessionSummary),
    attendanceOf: async (id: string) => sessions[id] ?? ATTENDED,
    create: async () => ({ id: 'new' }) as Awaited<ReturnType<Parameters<typeof mainSession>[0]['create']>>,
  };
}

const own = new Set(['run']);

test('tasks go on with the conversation that they shared, also while a run uses it', async () => {
  const chat = chatWith({ newer: ATTENDED, shared: UNATTENDED });
  expect(await mainSession(chat, '/w', { last: 'shared', own })).toBe('shared');
});

test('the first one takes the newest conversation of the person at the app', async () => {
  const chat = chatWith({ run: ATTENDED, mine: ATTENDED, older: ATTENDED });
  expect(await mainSession(chat, '/w', { last: undefined, own })).toBe('mine');
  expect(await mainSession(chat, '/other', { last: undefined, own })).toBe('new');
});

test('a conversation of a channel, or of a program at a socket, is not taken for it', async () => {
  const chat = chatWith({ telegram: CHANNEL, program: UNATTENDED, mine: ATTENDED });
  expect(await mainSession(chat, '/w', { last: undefined, own })).toBe('mine');
  expect(await mainSession(chatWith({ telegram: CHANNEL, program: UNATTENDED }), '/w', { last: 'gone', own })).toBe(
    'new',
  );
});
