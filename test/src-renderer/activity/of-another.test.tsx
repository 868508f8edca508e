import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AnyLedgerEvent, SessionSummary } from '#contract';
import { Deferred } from '#core/async/deferred';
import { ChainPanel } from '../../../src-renderer/activity/chain-panel.tsx';
import { LedgerTools } from '../../../src-renderer/activity/ledger-tools.tsx';
import { apiOf, failure, renderPane } from '../../support/pane.tsx';

const said = (id: string, text: string): AnyLedgerEvent =>
  ({ id, session: 's1', at: 0, type: 'message.user', data: { text } }) as unknown as AnyLedgerEvent;

test('the chain of one event is not shown as that of another', async () => {
  const asked = new Map<string, Deferred<unknown>>();
  const chain = ({ id }: { readonly id: string }) => {
    const answer = new Deferred<unknown>();
    asked.set(id, answer);
    return answer.promise;
  };
  const pane = (event: AnyLedgerEvent) => (
    <ChainPanel event={event} titleOf={(id) => id} onChoose={() => {}} onClose={() => {}} />
  );
  const { rerender } = renderPane(apiOf({ activity: { chain } }), pane(said('e2', 'Then')));
  await act(async () => asked.get('e2')?.resolve({ causes: [said('e1', 'First')], effects: [] }));
  const steps = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
  expect(steps().join()).toMatch(/First.*Then/);

  rerender(pane(said('e1', 'First')));
  expect(steps().join()).toContain('First');
  await act(async () => asked.get('e1')?.resolve({ causes: [], effects: [said('e2', 'Then')] }));

  rerender(pane(said('e9', 'Elsewhere')));
  expect(steps().join()).not.toContain('Then');
  await act(async () => asked.get('e9')?.reject(failure('NOT_FOUND', 'It is not there')));
  expect(steps().join()).not.toContain('Then');
  expect(screen.getByText('It is not there')).toBeTruthy();
});

test('the check of one session is not told of another', async () => {
  const checked = new Deferred<unknown>();
  const api = apiOf({ activity: { verify: () => checked.promise } });
  const tools = (session: string) => <LedgerTools session={session} sessions={[]} isReady />;
  const { rerender } = renderPane(api, tools('s1'));
  fireEvent.click(screen.getByRole('button', { name: 'Verify' }));
  rerender(tools('s2'));
  await act(async () => checked.resolve({ events: 3, problems: [] }));
  expect(screen.queryByText(/are whole/)).toBeNull();
  rerender(tools('s1'));
  expect(screen.getByText(/3 events in 1 session checked/)).toBeTruthy();
});

test('a session that is deleted while all are checked is left out, and the others are checked', async () => {
  const sessions = ['s1', 's2', 's3'].map((id) => ({ id })) as unknown as readonly SessionSummary[];
  const verify = async ({ session }: { readonly session: string }) => {
    if (session === 's2') throw failure('NOT_FOUND', 'There is no session s2');
    return { events: 2, problems: [] };
  };
  renderPane(apiOf({ activity: { verify } }), <LedgerTools session="" sessions={sessions} isReady />);
  fireEvent.click(screen.getByRole('button', { name: 'Verify' }));
  expect(await screen.findByText(/4 events in 2 sessions checked/)).toBeTruthy();
});

test('a session that cannot be checked is named, and the others are checked', async () => {
  const sessions = ['s1', 's2', 's3'].map((id) => ({ id })) as unknown as readonly SessionSummary[];
  const verify = async ({ session }: { readonly session: string }) => {
    if (session === 's2') throw failure('UNAVAILABLE', 'Its record cannot be read');
    return { events: 2, problems: [] };
  };
  renderPane(apiOf({ activity: { verify } }), <LedgerTools session="" sessions={sessions} isReady />);
  fireEvent.click(screen.getByRole('button', { name: 'Verify' }));
  expect(
    await screen.findByText(/4 events in 3 sessions checked, 1 problem:\s*s2: Its record cannot be read/),
  ).toBeTruthy();
});
