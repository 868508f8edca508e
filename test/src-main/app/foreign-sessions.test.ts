import { expect, test } from 'vitest';
import { mcpSession, providerSession, workspacesSession } from '#app/foreign-sessions';
import { arrayOf } from '../../support/array-of.ts';
import { temporaryLedger } from '../../support/temporary-ledger.ts';

const VERSION = { version: '1.2.3' };

test('each client that connects has a session of its own', async () => {
  await using ledger = await temporaryLedger();
  const known = { ledger, workspace: '/w', ...VERSION };
  const [one, two] = [await mcpSession(known, 'MCP: Editor'), await mcpSession(known, 'MCP: Editor')];
  expect(one.session).not.toBe(two.session);
  expect(one).toMatchObject({ title: 'MCP: Editor', workspace: '/w', cwd: '/w' });
  const [created, ...rest] = await arrayOf((await ledger.session(one.session)).read());
  expect(created).toMatchObject({
    id: one.cause,
    type: 'session.created',
    data: { title: 'MCP: Editor', app: '1.2.3', kind: 'record' },
  });
  expect(rest).toEqual([]);
});

test('providers of a workspace have one session, at every start the same, which another workspace does not share', async () => {
  await using ledger = await temporaryLedger();
  const one = await providerSession({ ledger, workspace: '/w', ...VERSION });
  const again = await providerSession({ ledger: await ledger.reopen(), workspace: '/w', ...VERSION });
  expect([again.session, again.title]).toEqual([one.session, 'Providers']);
});

test('another workspace has another; one in the trash is left there and followed by a new one', async () => {
  await using ledger = await temporaryLedger();
  const at = (workspace: string) => providerSession({ ledger, workspace, ...VERSION });
  const one = await at('/w');
  expect((await at('/x')).session).not.toBe(one.session);
  await ledger.remove(one.session);
  const second = await at('/w');
  expect(second.session).toBe(`${one.session}-2`);
  expect((await at('/w')).session).toBe(second.session);
  await ledger.remove(second.session);
  expect((await at('/w')).session).toBe(`${one.session}-3`);
});

test('a record that several ask for at once is begun once', async () => {
  await using ledger = await temporaryLedger();
  const asked = ['a', 'b', 'c'].map(() => workspacesSession({ ledger, workspace: '/w', ...VERSION }));
  const [one, ...others] = await Promise.all(asked);
  expect(others.map(({ cause }) => cause)).toEqual([one?.cause, one?.cause]);
  const events = await arrayOf((await ledger.session(one?.session ?? '')).read());
  expect(events.map(({ type }) => type)).toEqual(['session.created']);
});
