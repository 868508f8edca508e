import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AppLog } from '../../../../src-renderer/settings/app-log/app-log.tsx';
import { apiOf, renderPane } from '../../../support/pane.tsx';
import { scrolledElements } from '../../../support/scrolled-elements.ts';

const line = (event: string) => JSON.stringify({ at: 0, level: 'info', event });

test('opens at its newest line, and says nothing of lines before they came', async () => {
  const scrolled = scrolledElements();
  const logged = [line('first.event'), line('last.event')];
  const api = apiOf({ app: { log: async () => [...logged] } });
  renderPane(api, <AppLog isVisible />);
  expect(screen.queryByText('No lines of that level.')).toBeNull();
  expect((await screen.findByText('last.event')).closest('p')).toBe(scrolled.at(-1));
  logged.push(line('newer.event'));
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect((await screen.findByText('newer.event')).closest('p')).toBe(scrolled.at(-1));
});
