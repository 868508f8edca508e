import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pastCalls } from '../../../src-main/approvals/rehearsal.ts';
import { type TemporaryLedger, temporaryLedger } from '../../support/temporary-ledger.ts';

async function decide(ledger: TemporaryLedger, id: string) {
  const session = await ledger.session(id);
  const subject = { kind: 'read', path: `/w/${id}`, shownPath: id } as const;
  const asked = { question: id, callId: id, tool: 'read_file', subject, why: '', warnings: [] };
  await session.append('approval.asked', asked);
  await session.append('approval.decided', { question: id, callId: id, verdict: 'allow', by: 'person' });
}

test('calls of the past are found where a session is deleted while others are read', async () => {
  await using ledger = await temporaryLedger();
  for (const id of ['gone', 'there']) await decide(ledger, id);
  const ids = await ledger.sessions();
  await ledger.remove('gone');

  const calls = await pastCalls({ sessions: async () => ids, session: (id) => ledger.session(id) });

  expect(calls.map(({ subject }) => subject)).toMatchObject([{ path: '/w/there' }]);
});

test('calls of the past are found where the record of another session cannot be read', async () => {
  await using ledger = await temporaryLedger();
  await decide(ledger, 'one');
  await mkdir(join(ledger.folder, 'sessions', 'two.jsonl'));
  expect((await pastCalls(ledger)).map(({ subject }) => subject)).toMatchObject([{ path: '/w/one' }]);
});
