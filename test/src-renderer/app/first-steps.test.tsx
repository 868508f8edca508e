import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FirstSteps } from '../../../src-renderer/app/first-steps.tsx';
import { NavigationProvider } from '../../../src-renderer/state/navigation.tsx';
import { apiOf, renderPane } from '../../support/pane.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

/** Tries the demo, beside the view that opens and a field elsewhere. */
function tryDemo() {
  renderPane(
    apiOf({ profiles: { useDemo: async () => {} } }),
    <NavigationProvider>
      <FirstSteps />
      <main data-view="sessions">
        <textarea aria-label="Message" data-first-focus="" />
      </main>
      <input aria-label="Elsewhere" />
    </NavigationProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Try the demo' }));
}

const focused = () => document.activeElement?.getAttribute('aria-label');

test('the demo begins with the focus in the message field', async () => {
  tryDemo();
  await act(() => vi.runAllTimersAsync());
  expect(focused()).toBe('Message');
});

test('a person who goes elsewhere before the view is drawn stays there', async () => {
  tryDemo();
  const elsewhere = screen.getByLabelText('Elsewhere');
  fireEvent.pointerDown(elsewhere);
  elsewhere.focus();
  await act(() => vi.runAllTimersAsync());
  expect(focused()).toBe('Elsewhere');
});
