import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HistorySearch } from '../../../../src-renderer/sessions/completion/history-search.tsx';
import { apiOf, failure, renderPane } from '../../../support/pane.tsx';

test('the failure of an older search does not take the place of what a newer one found', async () => {
  let fail = () => {};
  const history = ({ query = '' }: { readonly query?: string }) =>
    query === 'm'
      ? new Promise((_, reject) => (fail = () => reject(failure('UNAVAILABLE', 'The record is being read'))))
      : Promise.resolve(query === '' ? [] : ['make']);
  const api = apiOf({ console: { history } });
  renderPane(api, <HistorySearch kind="shell" initial="" onClose={() => {}} onLeave={() => {}} />);
  const field = screen.getByRole('combobox', { name: 'Search history' });
  fireEvent.change(field, { target: { value: 'm' } });
  fireEvent.change(field, { target: { value: 'ma' } });
  await waitFor(() => expect(screen.getByRole('option').textContent).toBe('make'));
  await act(async () => fail());
  expect(screen.getByRole('option').textContent).toBe('make');
  expect(screen.queryByText(/could not be read/)).toBeNull();
});

test('a search that failed does not say that nothing was found', async () => {
  const history = async () => Promise.reject(failure('UNAVAILABLE', 'The record is gone'));
  const api = apiOf({ console: { history } });
  renderPane(api, <HistorySearch kind="shell" initial="" onClose={() => {}} onLeave={() => {}} />);
  await screen.findByText(/The history could not be read: The record is gone/);
  expect(screen.queryByRole('status')).toBeNull();
});
