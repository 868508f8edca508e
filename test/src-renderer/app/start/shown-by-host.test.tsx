import { render, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import type { AppInfo, SessionSummary, WorkspacesState } from '#contract';
import { ApiProvider } from '../../../../src-renderer/api/api-context.tsx';
import { ShownByHost } from '../../../../src-renderer/app/start/shown-by-host.ts';
import { AppInfoProvider } from '../../../../src-renderer/state/app-info.tsx';
import { LayoutProvider } from '../../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../../src-renderer/state/layout-store.ts';
import { NavigationProvider, useNavigation } from '../../../../src-renderer/state/navigation.tsx';
import { SessionsProvider } from '../../../../src-renderer/state/sessions.tsx';
import { apiOf, Feed } from '../../../support/pane.tsx';
import { session } from '../../sessions/session-workbench.tsx';

const FIRST = { path: '/first', name: 'first', isSample: false };
const OTHER = { path: '/other', name: 'other', isSample: false };
const IN_FIRST = session({ id: 'f1', workspace: FIRST.path });
const IN_OTHER = session({ id: 'o1', workspace: OTHER.path });

interface Setup {
  readonly current?: string;
  readonly isSample?: boolean;
  readonly startedAt?: number;
}

function setUp({ current, isSample = false, startedAt = 10 }: Setup) {
  const layout = new LayoutStore({});
  if (current !== undefined) layout.set('sessions.current', current);
  layout.set('sessions.first-start', 5);
  const workspaces = new Feed<WorkspacesState>({ open: [FIRST, OTHER] });
  const sessions = new Feed<readonly SessionSummary[]>([IN_OTHER, IN_FIRST]);
  const opened: (string | undefined)[] = [];
  const info: AppInfo = {
    version: '1.0.0',
    platform: 'linux',
    target: 'browser',
    workspace: { ...FIRST, isSample },
    dataFolder: '/d',
    logFile: '/d/log',
    startedAt,
  };
  const api = apiOf({ app: { workspaces: workspaces.open }, sessions: { changed: sessions.open } });
  const view = render(
    <ApiProvider api={api}>
      <AppInfoProvider info={info}>
        <LayoutProvider store={layout}>
          <NavigationProvider>
            <SessionsProvider>
              <ShownByHost />
              <Opened opened={opened} />
            </SessionsProvider>
          </NavigationProvider>
        </LayoutProvider>
      </AppInfoProvider>
    </ApiProvider>,
  );
  onTestFinished(() => view.unmount());
  const secondStart = (at: number) =>
    workspaces.push({ open: [FIRST, OTHER], shown: { workspace: OTHER.path, session: 'o1', at } });
  return { layout, opened, secondStart };
}

function Opened({ opened }: { readonly opened: (string | undefined)[] }) {
  const { view, target, count } = useNavigation();
  if (count > opened.length) opened.push(`${view} ${target}`);
  return null;
}

test('a second start has a session of its folder shown, once', async () => {
  const { opened, secondStart, layout } = setUp({ current: 'f1', isSample: true });
  secondStart(100);
  await waitFor(() => expect(opened).toEqual(['sessions o1']));
  expect(layout.get('sessions.second-start')).toBe(100);
  secondStart(101);
  await waitFor(() => expect(opened).toHaveLength(2));
});

test('where a session of that folder is shown already, nothing moves', async () => {
  const { opened, secondStart, layout } = setUp({ current: 'o1', isSample: true });
  secondStart(100);
  await waitFor(() => expect(layout.get('sessions.second-start')).toBe(100));
  expect(opened).toEqual([]);
});

test('a start in a folder shows that folder in place of a session of another, once', async () => {
  const { layout } = setUp({ current: 'o1' });
  await waitFor(() => expect(layout.get('sessions.first-start')).toBe(10));
  expect(layout.get('sessions.current')).toBeUndefined();
});

test.each([
  ['a session of the folder itself', { current: 'f1' }],
  ['the page is loaded again', { current: 'o1', startedAt: 5 }],
  ['no folder was named, so that the sample is open', { current: 'o1', isSample: true }],
])('the session that was shown stays where it is %s', async (_, setup) => {
  const { layout, secondStart } = setUp(setup);
  secondStart(100);
  await waitFor(() => expect(layout.get('sessions.second-start')).toBe(100));
  expect(layout.get('sessions.current')).toBe(setup.current);
});
