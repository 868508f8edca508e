import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { AgentOffer } from '../../../src-renderer/connect/agent-offer.tsx';
import { apiOf, Feed, failure, renderPane } from '../../support/pane.tsx';
import { agent } from '../workspaces/show-workspaces.tsx';

const PATH = '/w/like-one';
const TITLE = 'This folder looks like an agent';

function offer(parts: Record<string, unknown> = {}) {
  const opened: unknown[] = [];
  const asked: unknown[] = [];
  const api = apiOf({
    workspaces: {
      changed: new Feed([agent]).open,
      looksLikeOne: async (input: unknown) => {
        asked.push(input);
        return true;
      },
      open: async (input: unknown) => {
        opened.push(input);
        return { ...agent, path: PATH };
      },
      ...parts,
    },
  });
  const { rerender } = renderPane(api, <AgentOffer path={PATH} />);
  return { opened, asked, rerender, user: userEvent.setup() };
}

test('a folder that looks like an agent is offered to be opened as one, and not again once that was dismissed', async () => {
  const { opened, user } = offer();
  await screen.findByText(TITLE);
  await user.click(screen.getByRole('button', { name: 'Open it as a workspace' }));
  await waitFor(() => expect(opened).toEqual([{ path: PATH }]));
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText(TITLE)).toBeNull();
});

test('one that cannot be opened says why', async () => {
  const { user } = offer({
    open: async () => {
      throw failure('UNAVAILABLE', 'The folder is gone');
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Open it as a workspace' }));
  expect(await screen.findByText(/The folder is gone/)).toBeDefined();
});

test('why one cannot be opened is not said of another', async () => {
  const { rerender, user } = offer({ open: () => Promise.reject(failure('UNAVAILABLE', 'The folder is gone')) });
  await user.click(await screen.findByRole('button', { name: 'Open it as a workspace' }));
  await screen.findByText(/The folder is gone/);
  rerender(<AgentOffer path="/w/other" />);
  expect(await screen.findByText(/\/w\/other/)).toBeTruthy();
  expect(screen.queryByText(/The folder is gone/)).toBeNull();
});

test('one that was opened before is not asked about', async () => {
  const { asked } = offer({ changed: new Feed([{ ...agent, path: PATH, isOpen: false }]).open });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(asked).toEqual([]);
  expect(screen.queryByText(TITLE)).toBeNull();
});
