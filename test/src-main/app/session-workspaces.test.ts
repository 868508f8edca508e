import { expect, test } from 'vitest';
import { SessionWorkspaces } from '#app/session-workspaces';
import { temporaryLedger } from '../../support/temporary-ledger.ts';

const created = (workspace: string) => ({ title: 'A session', workspace, app: '1' });

test('a session has the workspace that its record began with, also after a restart elsewhere', async () => {
  await using ledger = await temporaryLedger();
  await (await ledger.session('a')).append('session.created', created('/one'));
  await (await ledger.session('a')).append('session.moved', { cwd: '/two' });
  const reopened = await ledger.reopen();

  using workspaces = new SessionWorkspaces(reopened, () => '/two');

  expect(await workspaces.of('a')).toBe('/one');
});

test('one that is made now is known without its file being read', async () => {
  await using ledger = await temporaryLedger();
  const unreadable = { onAppended: ledger.onAppended, session: () => Promise.reject(new Error('It was read')) };
  using workspaces = new SessionWorkspaces(unreadable, () => '/first');
  await (await ledger.session('a')).append('session.created', created('/one'));
  expect(await workspaces.of('a')).toBe('/one');
});

test('a record that does not say where it began counts as made in the first workspace', async () => {
  await using ledger = await temporaryLedger();
  using workspaces = new SessionWorkspaces(ledger, () => '/first');
  await (await ledger.session('old')).append('message.user', { text: 'Hello' });
  expect(await workspaces.of('old')).toBe('/first');
});
