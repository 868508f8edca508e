import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { ApiProvider } from '../../../src-renderer/api/api-context.tsx';
import { ConnectionLostError } from '../../../src-renderer/api/connection-lost-error.ts';
import { type ConnectionState, ObservableValue } from '../../../src-renderer/api/connection-state.ts';
import { LocalServers } from '../../../src-renderer/connect/local-servers.tsx';
import { ProfileServers } from '../../../src-renderer/settings/profiles/profile-servers.tsx';
import { LoadedDiff } from '../../../src-renderer/text/loaded-diff.tsx';
import { ReviewPanel } from '../../../src-renderer/workspaces/review/review-panel.tsx';
import { PromptTab } from '../../../src-renderer/workspaces/tabs/prompt-tab.tsx';
import { apiOf } from '../../support/pane.tsx';
import { proposedDiff } from '../../support/proposed-change.ts';
import { detail, review } from '../workspaces/show-workspaces.tsx';

let answers = 0;
/** Loses the first answer with the connection. */
const lostFirst =
  <T,>(answer: T) =>
  async () => {
    answers += 1;
    if (answers === 1) throw new ConnectionLostError();
    return answer;
  };
const load = lostFirst(proposedDiff('c1'));

const panes: readonly (readonly [string, ReactNode, string | RegExp])[] = [
  ['a diff of a file', <LoadedDiff key="diff" load={load} same={() => ''} />, /\d (added|removed)/],
  ['a list of servers', <LocalServers key="servers" />, 'Ollama'],
  ['a list of servers in Settings', <ProfileServers key="profiles" isVisible onUse={() => {}} />, 'Ollama'],
  ['a review of a workspace', <ReviewPanel key="review" detail={{ ...detail, state: 'restricted' }} />, /words\.py/],
  ['a system prompt', <PromptTab key="prompt" detail={detail} />, 'Be brief.'],
];

test.each(panes)('%s that was lost with the connection is asked for again with the next', async (_, pane, shown) => {
  answers = 0;
  const connection = new ObservableValue<ConnectionState>({ state: 'connected', epoch: 1 });
  const api = apiOf({
    profiles: {
      localServers: lostFirst([{ name: 'Ollama', baseUrl: 'http://localhost:11434/v1', models: ['qwen3'] }]),
    },
    workspaces: {
      review: lostFirst(review),
      systemPrompt: lostFirst({ pieces: [{ origin: 'product', text: 'Be brief.', tokens: 2 }] }),
    },
  });
  const view = render(
    <ApiProvider api={api} connection={connection}>
      {pane}
    </ApiProvider>,
  );
  onTestFinished(() => view.unmount());
  await screen.findByText(new ConnectionLostError().message, { exact: false });
  await act(async () => connection.set({ state: 'connected', epoch: 2 }));
  expect((await screen.findAllByText(shown))[0]).toBeDefined();
  expect(screen.queryByText(new ConnectionLostError().message, { exact: false })).toBeNull();
});
