import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ObservableValue } from '../../../src-renderer/api/connection-state.ts';
import { TerminalFindBar } from '../../../src-renderer/terminals/terminal-find-bar.tsx';
import type { FindInTerminal, FindResults } from '../../../src-renderer/xterm/find-in-terminal.ts';

function show(initial: string) {
  const results = new ObservableValue<FindResults | undefined>(undefined);
  const searched: string[] = [];
  const find = { results, next: (text: string) => searched.push(text), previous: () => {}, end: () => {} };
  render(<TerminalFindBar find={find as unknown as FindInTerminal} initial={initial} onClose={() => {}} />);
  return { results, searched };
}

test('the word that was selected is looked for at once, and not said to be nowhere before that', () => {
  const { results, searched } = show('error');
  expect(searched).toEqual(['error']);
  expect(screen.queryByText('No match')).toBeNull();
  act(() => results.set({ at: 1, count: 3 }));
  expect(screen.getByText('1 of 3')).toBeTruthy();
});

test('without a selection nothing is looked for until something is typed', async () => {
  const { results, searched } = show('');
  expect(searched).toEqual([]);
  await userEvent.type(screen.getByRole('textbox', { name: 'Find' }), 'x');
  expect(searched).toEqual(['x']);
  act(() => results.set({ at: 0, count: 0 }));
  expect(screen.getByText('No match')).toBeTruthy();
});
