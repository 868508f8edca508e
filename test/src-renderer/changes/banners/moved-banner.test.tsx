import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Deferred } from '#core/async/deferred';
import { MovedBanner } from '../../../../src-renderer/changes/banners/moved-banner.tsx';
import { apiOf, failure, renderPane } from '../../../support/pane.tsx';
import { proposedChange } from '../../../support/proposed-change.ts';

test('what failed about one change is not said of the next, which may have moved on, too', async () => {
  const renewed: Deferred<unknown>[] = [];
  const renew = () => {
    const answer = new Deferred<unknown>();
    renewed.push(answer);
    return answer.promise;
  };
  const api = apiOf({ changes: { isCurrent: async () => false, renew } });
  const banner = (name: string) => (
    <MovedBanner change={proposedChange({ id: name, shownPath: `${name}.txt` })} isVisible />
  );
  const { rerender } = renderPane(api, banner('a'));
  fireEvent.click(await screen.findByRole('button', { name: 'Show against the present file' }));
  rerender(banner('b'));
  expect(await screen.findByText(/^b\.txt has changed on disk/)).toBeTruthy();
  await act(async () => renewed[0]?.reject(failure('CONFLICT', 'The change of a.txt fits no longer')));
  expect(screen.getByText(/^b\.txt has changed on disk/)).toBeTruthy();

  fireEvent.click(screen.getByRole('button', { name: 'Show against the present file' }));
  await act(async () => renewed[1]?.reject(failure('CONFLICT', 'The change of b.txt fits no longer')));
  expect(screen.getByText('The change of b.txt fits no longer')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show against the present file' }));
  expect(screen.queryByText('The change of b.txt fits no longer')).toBeNull();
});
