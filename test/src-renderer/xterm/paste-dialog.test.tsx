import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { preparePaste } from '../../../src-renderer/xterm/paste.ts';
import { PasteDialog } from '../../../src-renderer/xterm/paste-dialog.tsx';

test('all of a long paste can be read before its lines run', async () => {
  const end = 'rm -rf build\n';
  const text = (length: number) => `${'echo a\n'.repeat(length / 7)}${end}`;
  const view = render(<PasteDialog paste={preparePaste(text(7000), false)} onAnswer={() => {}} />);
  expect(screen.getByRole('dialog').textContent).toContain('rm -rf build');
  view.rerender(<PasteDialog paste={preparePaste(text(70_000), false)} onAnswer={() => {}} />);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Show all' }));
  expect(await screen.findByText(/rm -rf build/)).toBeTruthy();
});
