import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { ManagedChannel } from '#contract';
import { Deferred } from '#core/async/deferred';
import { LayoutProvider } from '../../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../../src-renderer/state/layout-store.ts';
import { ChannelsTab } from '../../../../src-renderer/workspaces/tabs/channels-tab.tsx';
import { apiOf, Feed, failure, renderPane } from '../../../support/pane.tsx';

const PATH = '/srv/agent';
const channel: ManagedChannel = {
  id: 'c1',
  kind: 'telegram',
  workspace: PATH,
  allowed: ['11'],
  approvers: [],
  streams: true,
  isOn: true,
  state: 'on',
  account: '@my_bot',
  refused: 3,
  strangers: [{ person: '99', name: 'Mallory', messages: 3, lastAt: 1 }],
};

function show(channels: readonly ManagedChannel[], parts: Record<string, unknown> = {}) {
  const feed = new Feed(channels);
  const sent: { readonly name: string; readonly input: unknown }[] = [];
  const noting = (name: string, answer?: unknown) => async (input: unknown) => {
    sent.push({ name, input });
    return answer;
  };
  const names = ['add', 'edit', 'remove', 'start', 'stop'];
  const noted = Object.fromEntries(names.map((name) => [name, noting(name, { id: 'c2', isKept: true })]));
  const test = noting('test', { sent: 1 });
  renderPane(apiOf({ channels: { changed: feed.open, ...noted, test, ...parts } }), <ChannelsTab path={PATH} />);
  return { sent, feed, user: userEvent.setup() };
}

describe('Channels of a workspace', () => {
  test('are listed with their state, people and strangers; those of others are not', async () => {
    show([channel, { ...channel, id: 'c2', workspace: '/elsewhere', account: '@other' }]);
    const list = await screen.findByRole('list', { name: 'Channels' });
    expect(within(list).getByText('Telegram @my_bot')).toBeDefined();
    expect(within(list).getByText('May write: 11. May answer questions: nobody.')).toBeDefined();
    expect(within(list).getByText(/3 messages from strangers got no answer/)).toBeDefined();
    expect(screen.queryByText(/@other/)).toBeNull();
  });

  test('whose token no keychain took say so', async () => {
    const { feed } = show([{ ...channel, isTokenForRun: true }]);
    await screen.findByText(/^Its token is forgotten with this run/);
    feed.push([channel]);
    await waitFor(() => expect(screen.queryByText(/forgotten with this run/)).toBeNull());
  });

  test('are added with a token, which is the keychain’s', async () => {
    const { sent, user } = show([]);
    await user.click(await screen.findByRole('button', { name: 'Add a channel' }));
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
    await user.type(screen.getByLabelText('Bot token'), '1:secret');
    await user.type(screen.getByLabelText('People who may write'), '11, 12');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(sent).toMatchObject([
      {
        name: 'add',
        input: { kind: 'telegram', workspace: PATH, token: '1:secret', allowed: ['11', '12'], approvers: [] },
      },
    ]);
  });

  test('a person who is let in while the form is open stays let in, whatever is typed there', async () => {
    const { sent, feed, user } = show([channel]);
    await user.click(await screen.findByRole('button', { name: 'Edit Telegram @my_bot' }));
    feed.push([{ ...channel, allowed: ['11', '99'] }]);
    await waitFor(() => expect(screen.getByLabelText('People who may write')).toHaveProperty('value', '11, 99'));
    await user.type(screen.getByLabelText('People who may write'), ', 12');
    feed.push([{ ...channel, allowed: ['11', '99', '77'] }]);
    await waitFor(() =>
      expect(screen.getByLabelText('People who may write')).toHaveProperty('value', '11, 99, 12, 77'),
    );
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(sent).toMatchObject([{ name: 'edit', input: { id: 'c1', allowed: ['11', '99', '12', '77'] } }]);
  });

  test('are turned off, tested and removed', async () => {
    const { sent, user } = show([channel]);
    await user.click(await screen.findByRole('switch', { name: 'Telegram @my_bot is on' }));
    await user.click(screen.getByRole('button', { name: 'Send a test' }));
    await user.click(screen.getByRole('button', { name: 'Remove Telegram @my_bot' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect(sent.map(({ name }) => name)).toEqual(['stop', 'test', 'remove']);
  });

  test('let a stranger in by a button', async () => {
    const { sent, user } = show([channel]);
    await user.click(await screen.findByRole('button', { name: 'Allow 99' }));
    expect(sent).toMatchObject([
      { name: 'edit', input: { id: 'c1', allowed: ['11', '99'], approvers: [], streams: true } },
    ]);
  });

  test('let no second stranger in, as is seen, while the first one is being let in', async () => {
    const strangers = ['98', '99'].map((person) => ({ person, name: '', messages: 1, lastAt: 1 }));
    const first = new Deferred<void>();
    const asked: (readonly string[])[] = [];
    const edit = ({ allowed }: { readonly allowed: readonly string[] }) => {
      asked.push(allowed);
      return first.promise;
    };
    const { feed, user } = show([{ ...channel, strangers }], { edit });
    await user.click(await screen.findByRole('button', { name: 'Allow 98' }));
    const second = screen.getByRole('button', { name: 'Allow 99' });
    expect(second).toHaveProperty('disabled', true);
    feed.push([{ ...channel, strangers, allowed: ['11', '98'] }]);
    first.resolve();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Allow 99' })).toHaveProperty('disabled', false));
    await user.click(screen.getByRole('button', { name: 'Allow 99' }));
    expect(asked).toEqual([
      ['11', '98'],
      ['11', '98', '99'],
    ]);
  });

  test('say what the service says against a test', async () => {
    const refuse = () => Promise.reject(failure('UNAVAILABLE', 'Telegram: Forbidden'));
    const { user } = show([channel], { test: refuse });
    await user.click(await screen.findByRole('button', { name: 'Send a test' }));
    expect(await screen.findByText(/Telegram: Forbidden/)).toBeDefined();
  });
});

test('what is typed of a channel is there again after another tab was looked at, but for its token', async () => {
  const store = new LayoutStore();
  const feed = new Feed([channel]);
  const tab = () =>
    renderPane(
      apiOf({ channels: { changed: feed.open } }),
      <LayoutProvider store={store}>
        <ChannelsTab path={PATH} />
      </LayoutProvider>,
    );
  const user = userEvent.setup();
  const first = tab();
  await user.click(await screen.findByRole('button', { name: 'Add a channel' }));
  await user.type(screen.getByLabelText('Bot token'), '1:secret');
  await user.type(screen.getByLabelText('Proxy'), 'http://localhost:1');
  first.unmount();
  expect(JSON.stringify(store.unsaved)).not.toContain('secret');
  const second = tab();
  expect(await screen.findByLabelText('Proxy')).toHaveProperty('value', 'http://localhost:1');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Edit Telegram @my_bot' }));
  await user.type(screen.getByLabelText('People who may write'), ', 12');
  second.unmount();
  feed.push([{ ...channel, allowed: ['11', '99'] }]);
  tab();
  expect(await screen.findByLabelText('People who may write')).toHaveProperty('value', '11, 12, 99');
  expect(screen.getByRole('button', { name: 'Add a channel' })).toBeTruthy();
});

test('a person who is let in no longer is not let in again by what was typed before', async () => {
  const before = { ...channel, allowed: ['11', '12'], approvers: ['11', '12'] };
  const { sent, feed, user } = show([before]);
  await user.click(await screen.findByRole('button', { name: 'Edit Telegram @my_bot' }));
  await user.type(screen.getByLabelText('People who may write'), ', 13');
  await user.type(screen.getByLabelText('People who may answer questions'), ', 13');
  feed.push([{ ...before, allowed: ['12'], approvers: ['12'] }]);
  await waitFor(() => expect(screen.getByLabelText('People who may write')).toHaveProperty('value', '12, 13'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(sent).toMatchObject([{ name: 'edit', input: { allowed: ['12', '13'], approvers: ['12', '13'] } }]);
});
