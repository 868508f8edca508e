import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CloseConsequences } from '#contract';
import { QuitDialog } from '../../../../src-renderer/app/start/quit-dialog.tsx';
import { apiOf, Feed, failure, renderPane } from '../../../support/pane.tsx';

const closing = (running: string[]): CloseConsequences => ({ endsHost: true, running, background: [], choice: 'ask' });

test('what would end is said as it is now, not as it was when it was asked', async () => {
  const feed = new Feed(closing(['sleep 300']));
  const app = { running: async () => ['sleep 300'], closingChanged: feed.open };
  renderPane(apiOf({ app }), <QuitDialog onClose={() => {}} />);
  await screen.findByText('sleep 300');
  await act(async () => feed.push(closing(['make', 'sleep 300'])));
  await screen.findByText('make');
  await act(async () => feed.push(closing([])));
  await waitFor(() => expect(screen.queryByText('sleep 300')).toBeNull());
  expect(screen.getByText('Nothing runs. Sessions stay on the record.')).toBeTruthy();
});

test('what runs cannot be found out: that is said', async () => {
  const refused = () => Promise.reject(failure('UNAVAILABLE', 'The host does not answer'));
  renderPane(apiOf({ app: { running: refused, closingChanged: refused } }), <QuitDialog onClose={() => {}} />);
  await screen.findByText('The host does not answer');
  expect(screen.queryByText('Looking what runs')).toBeNull();
});
