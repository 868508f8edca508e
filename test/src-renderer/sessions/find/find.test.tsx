import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { textMatches } from '../../../../src-renderer/sessions/find/text-matches.ts';
import { edit, openSessions, reply } from '../session-workbench.tsx';

const found = (html: string, sought: string) => {
  const root = document.createElement('div');
  root.innerHTML = html;
  return textMatches(root, sought).map((range) => range.toString());
};

describe('text is found', () => {
  test.each([
    ['in any case', '<p>One one ONE</p>', 'oNe', ['One', 'one', 'ONE']],
    ['across the elements of a line', '<p>He<b>ll</b>o</p>', 'hello', ['Hello']],
    ['not across lines', '<p>He</p><p>llo</p>', 'hello', []],
    ['not in buttons and marks', '<p>say <button>say</button><b aria-hidden="true">say</b></p>', 'say', ['say']],
    ['in parts that are closed', '<details><summary>x</summary><div>inside</div></details>', 'inside', ['inside']],
    ['without overlap', '<p>aaaa</p>', 'aa', ['aa', 'aa']],
    ['where lower case is longer', '<p>İstanbul and more</p>', 'more', ['more']],
    ['in any case beside what is longer in lower case', '<p>İstanbul and More</p>', 'mORE', ['More']],
    ['at the end of a word, where a sigma is another letter', '<p>ΛΟΓΟΣ ΑΠΟ</p>', 'Σ α', ['Σ Α']],
    ['never, when nothing is sought', '<p>aaaa</p>', '', []],
  ] as const)('%s', (_, html, sought, expected) => {
    expect(found(html, sought)).toEqual(expected);
  });
});

const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n');
const items = [
  reply({ id: 'a1', text: 'A needle here' }),
  edit({ result: 'another Needle told' }),
  edit({
    id: 't2',
    tool: 'execute_command',
    sent: '{"command_line":"make"}',
    changes: [],
    command: { command: 'make', cwd: '/', output: lines, outputBytes: lines.length, exitCode: 0 },
  }),
];

async function find(text: string) {
  const it = await openSessions({ items });
  await screen.findByText('A needle here');
  const composer = screen.getByRole('textbox', { name: 'Message or command' });
  composer.focus();
  act(() =>
    it
      .actions()
      .find(({ id }) => id === 'sessions.find')
      ?.run(),
  );
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Find' });
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: text } });
  return { field, composer };
}

describe('finding in the conversation', () => {
  test('counts, goes round with Enter and Shift+Enter, and opens what is closed', async () => {
    const { field } = await find('needle');
    await screen.findByText('2 of 2');
    const closed = () => screen.getByText('another Needle told').closest('details');
    await waitFor(() => expect(closed()?.open).toBe(true));
    fireEvent.keyDown(field, { key: 'Enter' });
    await screen.findByText('1 of 2');
    fireEvent.keyDown(field, { key: 'Enter', shiftKey: true });
    await screen.findByText('2 of 2');
  });

  test('shows the lines of an output that were left out', async () => {
    await find('line 3');
    // Line 3 and the lines 30 to 39.
    await screen.findByText('11 of 11');
    expect(screen.getByRole('group', { name: 'Output' }).textContent).toContain('line 3\n');
  });

  test('says when there is nothing, and Esc goes back to where one was', async () => {
    const { field, composer } = await find('nowhere');
    await screen.findByText('No match');
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(screen.queryByRole('search', { name: 'Find in the conversation' })).toBeNull();
    expect(document.activeElement).toBe(composer);
  });
});
