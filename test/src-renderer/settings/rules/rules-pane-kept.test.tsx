import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Judgement, RulesState } from '#contract';
import { RulesPane } from '../../../../src-renderer/settings/rules/rules-pane.tsx';
import { apiOf, Feed, renderPane } from '../../../support/pane.tsx';
import { scrolledElements } from '../../../support/scrolled-elements.ts';
import { session } from '../../sessions/session-workbench.tsx';

const state: RulesState = {
  file: '/data/rules.yaml',
  user: [],
  workspace: [],
  problems: [],
  builtIn: [],
  sandbox: { works: true },
  mode: 'ask',
};
const judgement: Judgement = {
  verdict: 'allow',
  tier: 'user-allow',
  canBeAllowed: true,
  why: 'A rule of yours',
  parts: [],
  sandbox: 'workspace',
};
const pane = (isVisible: boolean) => <RulesPane isVisible={isVisible} section="tester" asked={1} />;

test('a command that is tried stays while the session of another folder is shown, its answer does not', async () => {
  const here = session({ id: 'here', workspace: '/home/me/here' });
  const sessions = new Feed([here]);
  const theirs = new Feed<RulesState>();
  const asked: unknown[] = [];
  const changed = (input: { readonly workspace?: string }) => {
    asked.push(input.workspace);
    return (input.workspace === '/home/me/there' ? theirs : new Feed(state)).open(input);
  };
  renderPane(
    apiOf({ sessions: { changed: sessions.open }, rules: { changed, test: async () => judgement } }),
    pane(true),
  );
  await waitFor(() => expect(asked.at(-1)).toBe('/home/me/here'));
  const field = await screen.findByLabelText('Command');
  fireEvent.change(field, { target: { value: 'npm test' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await screen.findByRole('status', { name: 'Answer' });
  await act(async () => sessions.push([session({ id: 'there', workspace: '/home/me/there' }), here]));
  await waitFor(() => expect(asked.at(-1)).toBe('/home/me/there'));
  expect(screen.getByLabelText('Command')).toHaveProperty('value', 'npm test');
  expect(screen.getByLabelText('Command').closest('[inert]')).not.toBeNull();
  await act(async () => theirs.push(state));
  await waitFor(() => expect(screen.getByLabelText('Command').closest('[inert]')).toBeNull());
  expect(screen.getByLabelText('Command')).toHaveProperty('value', 'npm test');
  expect(screen.queryByRole('status', { name: 'Answer' })).toBeNull();
});

test('a part that was asked for is brought into view once, and not each time that the page is shown again', async () => {
  const scrolled = scrolledElements();
  const { rerender } = renderPane(apiOf({ rules: { changed: new Feed(state).open } }), pane(true));
  await screen.findByLabelText('Command');
  await waitFor(() => expect(scrolled).toHaveLength(1));
  rerender(pane(false));
  rerender(pane(true));
  expect(scrolled).toHaveLength(1);
});
