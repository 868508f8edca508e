import { fireEvent } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { giveFocus, isFocusLost } from '../../../src-renderer/ui/give-focus.ts';

const at = (id: string) => () => document.getElementById(id);
const focused = () => document.activeElement?.id;

beforeEach(() => {
  document.body.innerHTML =
    '<button id="pressed"></button><div id="panel" hidden><button id="card"></button></div><h2 id="heading" tabindex="-1"></h2>';
  document.getElementById('pressed')?.focus();
});

test('the best place that can be seen has the focus, and a better one as soon as it is there', async () => {
  giveFocus(at('card'), at('heading'));
  expect(focused()).toBe('heading');
  document.getElementById('panel')?.removeAttribute('hidden');
  await vi.waitFor(() => expect(focused()).toBe('card'));
});

test('where the person goes meanwhile the focus stays', async () => {
  giveFocus(at('card'));
  fireEvent.keyDown(document.body, { key: 'Tab' });
  document.getElementById('panel')?.removeAttribute('hidden');
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(focused()).toBe('pressed');
});

test('of two requests the later one counts', async () => {
  giveFocus(at('card'));
  giveFocus(at('heading'));
  document.getElementById('panel')?.removeAttribute('hidden');
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(focused()).toBe('heading');
});

test('keys go nowhere on the page itself and in what is hidden', () => {
  expect(isFocusLost()).toBe(false);
  document.getElementById('pressed')?.blur();
  expect(isFocusLost()).toBe(true);
});
