import { act, fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { Deferred } from '#core/async/deferred';
import { AgentOffer } from '../../../src-renderer/connect/agent-offer.tsx';
import { useRunVerbs } from '../../../src-renderer/schedules/runs/use-run-verbs.ts';
import { LayoutProvider } from '../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../src-renderer/state/layout-store.ts';
import { NavigationProvider, useNavigation } from '../../../src-renderer/state/navigation.tsx';
import { WorkspaceHead } from '../../../src-renderer/workspaces/workspace-head.tsx';
import { apiOf, Feed, renderPane } from '../../support/pane.tsx';
import { runOf } from '../schedules/show-schedules.tsx';
import { session } from '../sessions/session-workbench.tsx';
import { agent } from '../workspaces/show-workspaces.tsx';

const doing = {
  isBusy: false,
  problem: undefined,
  run: (work: () => Promise<unknown>) => void work(),
  dismiss: () => {},
};
const ofImage = { opened: undefined, dialog: undefined, onRead: () => {}, onDialog: () => {} };

function Verb({ verb }: { readonly verb: 'accept' | 'chat' }) {
  const { act: carryOut } = useRunVerbs(() => {});
  const branch = { id: 'b1', state: 'open' as const, folder: '/w', base: '/w' };
  return (
    <button type="button" onClick={() => carryOut(verb, runOf({ branch }))}>
      Go
    </button>
  );
}

function Place() {
  const { view, target } = useNavigation();
  return <output data-testid="place">{`${view} ${target ?? ''}`.trim()}</output>;
}

interface LateAnswer {
  readonly from: string;
  readonly pane: ReactNode;
  readonly button: string;
  readonly to: string;
}

/** Buttons that open another view once the host has answered. */
const cases: readonly LateAnswer[] = [
  { from: 'schedules', pane: <Verb verb="accept" />, button: 'Go', to: 'changes' },
  { from: 'schedules', pane: <Verb verb="chat" />, button: 'Go', to: 'sessions s1' },
  {
    from: 'workspaces',
    pane: <WorkspaceHead workspace={agent} doing={doing} ofImage={ofImage} />,
    button: 'New session',
    to: 'sessions',
  },
  {
    from: 'sessions',
    pane: <AgentOffer path="/w/like-one" />,
    button: 'Open it as a workspace',
    to: `workspaces ${agent.path}`,
  },
];

async function begin({ from, pane, button }: LateAnswer) {
  const answer = new Deferred<void>();
  const late =
    <T,>(value: T) =>
    () =>
      answer.promise.then(() => value);
  const store = new LayoutStore({ view: { value: from, at: 1 }, 'sessions.current': { value: 's0', at: 1 } });
  renderPane(
    apiOf({
      schedules: { accept: late(undefined), goOn: late(undefined) },
      sessions: { create: late(session({ id: 'made' })) },
      workspaces: { changed: new Feed([agent]).open, looksLikeOne: async () => true, open: late(agent) },
    }),
    <LayoutProvider store={store}>
      <NavigationProvider>
        <Place />
        {pane}
      </NavigationProvider>
    </LayoutProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: button }));
  return { store, finish: () => act(async () => answer.resolve()) };
}

const place = () => screen.getByTestId('place').textContent;

test.each(cases)('in $from, $button leads on to $to', async (one) => {
  const { finish } = await begin(one);
  await finish();
  expect(place()).toBe(one.to);
});

test.each(cases)('what comes of $button in $from takes nobody away from a view gone to since', async (one) => {
  const { store, finish } = await begin(one);
  act(() => store.set('view', 'terminals'));
  await finish();
  expect(place()).toBe('terminals');
  expect(store.get('sessions.current')).toBe('s0');
});
