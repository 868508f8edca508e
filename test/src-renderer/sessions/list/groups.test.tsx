import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AppInfo, Branch, SessionSummary, WorkspacesState } from '#contract';
import { SessionsView } from '../../../../src-renderer/sessions/index.ts';
import { AppInfoProvider } from '../../../../src-renderer/state/app-info.tsx';
import { LayoutProvider } from '../../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../../src-renderer/state/layout-store.ts';
import { apiOf, Feed, renderPane } from '../../../support/pane.tsx';
import { branch } from '../branches/a-branch.ts';
import { profilesState, session } from '../session-workbench.tsx';

const FIRST = { path: '/home/me/first', name: 'first', isSample: false };
const OTHER = { path: '/home/me/other', name: 'other', isSample: false };
const INFO: AppInfo = {
  version: '1.0.0',
  platform: 'linux',
  target: 'browser',
  workspace: FIRST,
  dataFolder: '/d',
  logFile: '/d/log',
  startedAt: 1,
};

const SESSIONS = [
  session({ id: 'o1', title: 'Of the other', workspace: OTHER.path }),
  session({ id: 'f1', title: 'Of the first', workspace: FIRST.path }),
  session({ id: 'g1', title: 'Of one that is gone', workspace: '/home/me/gone' }),
];

async function setUp(
  state: WorkspacesState,
  sessions: readonly SessionSummary[] = SESSIONS,
  branches: readonly Branch[] = [],
) {
  const created: unknown[] = [];
  const api = apiOf({
    app: { workspaces: new Feed(state).open },
    branches: { changed: new Feed(branches).open },
    profiles: { changed: new Feed(profilesState(true)).open, localServers: async () => [] },
    sessions: {
      changed: new Feed(sessions).open,
      create: async (input: unknown) => {
        created.push(input);
        return session({ id: 'n1' });
      },
    },
  });
  renderPane(
    api,
    <AppInfoProvider info={INFO}>
      <LayoutProvider store={new LayoutStore({})}>
        <SessionsView isVisible />
      </LayoutProvider>
    </AppInfoProvider>,
  );
  await screen.findByRole('button', { name: new RegExp(`^${sessions[0]?.title}`) });
  return created;
}

const list = () => screen.getByRole('list', { name: 'Sessions' });
const headings = () =>
  within(list())
    .queryAllByRole('heading')
    .map((heading) => [heading.textContent, heading.getAttribute('title')]);
const idsIn = (group: string) =>
  within(within(list()).getByRole('list', { name: group }))
    .getAllByRole('button')
    .flatMap((button) => button.dataset.session ?? []);

test('sessions stand under the name of their workspace, its path as the description, the first on top', async () => {
  await setUp({ open: [FIRST, OTHER] });
  expect(headings()).toEqual([
    ['first', FIRST.path],
    ['other', OTHER.path],
    ['gone', '/home/me/gone'],
  ]);
  expect(idsIn('other')).toEqual(['o1']);
  expect(within(list()).getByRole('list', { name: 'other', description: OTHER.path })).toBeTruthy();
});

test('without a choice the newest of the first workspace is shown', async () => {
  await setUp({ open: [FIRST, OTHER] });
  expect(screen.getByRole('button', { name: /^Of the first/ }).getAttribute('aria-current')).toBe('true');
});

test('one workspace alone has no heading', async () => {
  await setUp({ open: [FIRST] }, [session({ workspace: FIRST.path }), session({ id: 's2', title: 'Old' })]);
  expect(headings()).toEqual([]);
});

test('a new session is made in the workspace of its group, else in that of the session that is shown', async () => {
  const created = await setUp({ open: [FIRST, OTHER] });
  fireEvent.click(within(list()).getByRole('button', { name: 'New session in other' }));
  await waitFor(() => expect(created).toEqual([{ workspace: OTHER.path }]));
  fireEvent.click(screen.getByRole('button', { name: /^Of one that is gone/ }));
  fireEvent.click(screen.getByRole('button', { name: 'New session' }));
  await waitFor(() => expect(created.at(-1)).toEqual({ workspace: '/home/me/gone' }));
});

test('a search hides groups without a match, and the arrows go on from group to group', async () => {
  await setUp({ open: [FIRST, OTHER] });
  const row = (name: RegExp) => screen.getByRole('button', { name });
  row(/^Of the first/).focus();
  fireEvent.keyDown(row(/^Of the first/), { key: 'ArrowDown' });
  expect(document.activeElement).toBe(row(/^Of the other/));

  fireEvent.change(screen.getByRole('searchbox', { name: 'Search sessions' }), { target: { value: 'gone' } });
  await waitFor(() => expect(headings()).toEqual([['gone', '/home/me/gone']]));
});

test('a session in a branch stands with those of the workspace that the branch is of, and says so', async () => {
  const folder = '/data/branches/b1/first';
  const inBranch = session({ id: 'b1', title: 'Try it', workspace: folder });
  await setUp(
    // The folder of a branch is open while its session works in it.
    { open: [FIRST, OTHER, { path: folder, name: 'first', isSample: false }] },
    [...SESSIONS.slice(0, 2), inBranch],
    [branch({ workspace: FIRST.path, folder })],
  );

  await waitFor(() => expect(idsIn('first')).toEqual(['f1', 'b1']));
  expect(headings().map(([name]) => name)).toEqual(['first', 'other']);
  expect(screen.getByRole('button', { name: /^Try it.*in a branch, fast/ })).toBeDefined();
});
