import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { KeychainState, ProfileView, RulesState } from '#contract';
import { ProfilesPane } from '../../../src-renderer/settings/profiles/profiles-pane.tsx';
import { RulesPane } from '../../../src-renderer/settings/rules/rules-pane.tsx';
import { apiOf, Feed, renderPane } from '../../support/pane.tsx';
import { session } from '../sessions/session-workbench.tsx';
import { local, profilesWith } from './settings-box.tsx';

const here = session({ id: 'here', workspace: '/home/me/here' });
const there = session({ id: 'there', workspace: '/home/me/there' });

/** Shows a pane of the settings for the session in `here`; `turn` has it show the one in `there`, which was started meanwhile. */
function show(pane: ReactNode, parts: Parameters<typeof apiOf>[0]) {
  const sessions = new Feed([here]);
  renderPane(apiOf({ sessions: { changed: sessions.open }, ...parts }), pane);
  return { turn: () => act(async () => sessions.push([there, here])) };
}

test('a rule goes to the workspace that its dialog was opened in, with what was typed', async () => {
  const saved: unknown[] = [];
  const asked: unknown[] = [];
  const state: RulesState = {
    file: '/data/rules.yaml',
    user: [],
    workspace: [],
    problems: [],
    builtIn: [],
    sandbox: { works: true },
    mode: 'ask',
  };
  const rules = new Feed(state);
  const { turn } = show(<RulesPane isVisible section={undefined} asked={0} />, {
    rules: {
      changed: (input: unknown) => {
        asked.push(input);
        return rules.open(input);
      },
      save: async (input: unknown) => void saved.push(input),
    },
  });
  await waitFor(() => expect(asked.at(-1)).toEqual({ workspace: '/home/me/here' }));
  fireEvent.click(await screen.findByRole('button', { name: 'New rule' }));
  fireEvent.change(screen.getByLabelText('Verdict'), { target: { value: 'deny' } });
  fireEvent.change(screen.getByLabelText('Program'), { target: { value: 'curl' } });
  await turn();
  await waitFor(() => expect(asked.at(-1)).toEqual({ workspace: '/home/me/there' }));
  expect(screen.getByLabelText('Program')).toHaveProperty('value', 'curl');
  fireEvent.click(screen.getByRole('button', { name: 'Save the rule' }));
  await waitFor(() => expect(saved).toEqual([expect.objectContaining({ workspace: '/home/me/here' })]));
});

test('a profile goes to the folder that its dialog was opened for, with what was typed', async () => {
  const saved: unknown[] = [];
  const asked: unknown[] = [];
  const mine: ProfileView = { ...local, scope: 'local' };
  const ours = new Feed(profilesWith({ profiles: [mine] }));
  const theirs = new Feed(profilesWith({ profiles: [{ ...mine, model: 'other' }] }));
  const { turn } = show(<ProfilesPane isVisible section={undefined} asked={0} />, {
    profiles: {
      changed: (input: { readonly workspace?: string }) => {
        asked.push(input);
        return (input.workspace === '/home/me/there' ? theirs : ours).open(input);
      },
      localServers: async () => [],
      save: async (input: unknown) => void saved.push(input),
    },
    keychain: { changed: new Feed<KeychainState>({ store: 'system', file: 'none' }).open },
  });
  await waitFor(() => expect(asked.at(-1)).toEqual({ workspace: '/home/me/here' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Edit local' }));
  fireEvent.change(screen.getByLabelText('Requests at once'), { target: { value: '4' } });
  await turn();
  await waitFor(() => expect(asked).toContainEqual({ workspace: '/home/me/there' }));
  expect(screen.getByLabelText('Requests at once')).toHaveProperty('value', '4');
  expect(screen.getByLabelText('Model')).toHaveProperty('value', 'qwen3');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toEqual([expect.objectContaining({ workspace: '/home/me/here' })]));
});
