import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { SessionSocket } from '#contract';
import { LayoutProvider } from '../../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../../src-renderer/state/layout-store.ts';
import { SocketTab } from '../../../../src-renderer/workspaces/tabs/socket-tab.tsx';
import { apiOf, Feed, renderPane } from '../../../support/pane.tsx';

const socket: SessionSocket = {
  workspace: '/srv/agent',
  path: '/data/agent.sock',
  state: 'on',
  warnings: [],
  approve: 'wait',
  approvers: ['telegram:42'],
  isKept: true,
  restricted: 'The workspace is restricted',
  connections: 2,
  lines: { curl: 'curl --unix-socket /data/agent.sock', tui: 'psi-channel-tui --session-socket /data/agent.sock' },
};

function show(sockets: readonly SessionSocket[]) {
  const feed = new Feed<readonly SessionSocket[]>(sockets);
  const start = vi.fn(async () => socket);
  const stop = vi.fn(async () => {});
  renderPane(
    apiOf({ sockets: { changed: feed.open, start, stop } }),
    <LayoutProvider store={new LayoutStore()}>
      <SocketTab detail={{ path: '/srv/agent' }} />
    </LayoutProvider>,
  );
  return { feed, start, stop, user: userEvent.setup() };
}

test('a socket is started with who may approve', async () => {
  const { start, user } = show([{ ...socket, workspace: '/elsewhere' }]);
  await screen.findByRole('region', { name: 'Session socket' });
  await user.type(screen.getByLabelText('Who may approve over the socket'), 'telegram:42, 7');
  await user.click(screen.getByRole('button', { name: 'Start' }));
  expect(start).toHaveBeenCalledWith({
    workspace: '/srv/agent',
    approve: 'wait',
    approvers: ['telegram:42', '7'],
    isKept: true,
  });
});

test('where every question is answered no, nobody is named who may approve', async () => {
  const { feed, start, user } = show([]);
  await screen.findByRole('region', { name: 'Session socket' });
  await user.type(screen.getByLabelText('Who may approve over the socket'), 'telegram:42');
  await user.selectOptions(screen.getByLabelText('Questions'), 'refuse');
  await user.click(screen.getByRole('button', { name: 'Start' }));
  expect(start).toHaveBeenCalledWith({ workspace: '/srv/agent', approve: 'refuse', approvers: [], isKept: true });
  await act(async () => feed.push([{ ...socket, approve: 'refuse' }]));
  expect((await screen.findByText(/Questions are answered no/)).textContent).not.toContain('telegram:42');
  await act(async () => feed.push([]));
  expect(await screen.findByLabelText('Questions')).toHaveProperty('value', 'wait');
  expect(screen.getByLabelText('Who may approve over the socket')).toHaveProperty('value', '');
});

test('one that is on says how it is reached, and is stopped', async () => {
  const { stop, user } = show([socket]);
  await screen.findByText('On, 2 connected');
  expect(screen.getByText('curl --unix-socket /data/agent.sock')).toBeTruthy();
  expect(screen.getByText(/telegram:42 may answer over the socket/)).toBeTruthy();
  expect(screen.getByText('The workspace is restricted')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy the psi-channel-tui line' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  expect(stop).toHaveBeenCalledWith({ path: '/data/agent.sock' });
});

test('one that could not be started again says why, and can be', async () => {
  const places = { aiSocket: '/data/model.sock', historyFile: '/data/history.json' };
  const { start, user } = show([{ ...socket, ...places, state: 'off', problem: 'Another program listens there' }]);
  await screen.findByText('Another program listens there');
  await user.click(screen.getByRole('button', { name: 'Start' }));
  expect(start).toHaveBeenCalledWith(expect.objectContaining({ path: '/data/agent.sock', isKept: true, ...places }));
});
