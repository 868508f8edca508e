import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failure } from '../../support/pane.tsx';
import { show } from './show-prompts.tsx';

test('records are copied to Redis after a question, and what was kept or refused is said', async () => {
  const asked: unknown[] = [];
  const problem = { kind: 'tool', key: 'shenma:tools:a:b', severity: 'error', message: 'it is no record' };
  const user = show({
    transfer: async (input: unknown) => {
      asked.push(input);
      if (asked.length === 1) throw failure('UNAVAILABLE', 'Redis does not answer');
      return { written: 3, kept: 2, problems: [problem] };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Copy records' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Copy to Redis…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Copy to Redis' }));
  expect(asked).toEqual([]);
  await user.click(dialog.getByRole('checkbox', { name: 'Replace what is there already' }));
  await user.click(dialog.getByRole('button', { name: 'Copy' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('Redis does not answer');
  await user.click(dialog.getByRole('button', { name: 'Copy' }));
  await dialog.findByText('3 written, 2 kept as they were.');
  expect(dialog.getByText('shenma:tools:a:b').parentElement?.textContent).toContain('it is no record');
  expect(asked).toEqual(Array(2).fill({ from: 'folder', to: 'redis', overwrites: true }));
  await user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  expect(screen.queryByRole('dialog')).toBeNull();
});
