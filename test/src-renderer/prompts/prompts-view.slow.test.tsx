import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failure } from '../../support/pane.tsx';
import { show } from './show-prompts.tsx';

test('a prompt is edited without the editor, too; what cannot be rendered is said, and the last rendering stays', async () => {
  const user = show();
  const list = within(await screen.findByRole('list', { name: 'Prompts' }));
  expect(list.getByRole('button', { name: /demo\.bad.*error at line 2/ })).toBeDefined();
  const rendered = await screen.findByRole('region', { name: 'Rendered prompt' });
  await within(rendered).findByText('Hi');
  await user.type(screen.getByRole('textbox', { name: 'Template' }), ' there');
  await within(rendered).findByText('Hi there');
  expect(screen.getByText('not saved')).toBeDefined();
  await user.type(screen.getByRole('textbox', { name: 'Template' }), ' {{{{');
  expect((await screen.findByRole('list', { name: 'Problems' })).textContent).toContain(
    'At line 1, column 3: unclosed',
  );
  expect(within(rendered).getByText(/Hi there/)).toBeDefined();
  // Of what the cursor stands in, the row is shown.
  expect(within(screen.getByRole('table', { name: 'Where it came from' })).getByText('fixed text')).toBeDefined();
});

test('what came from values and tools is listed first; the template’s own text on request', async () => {
  const user = show();
  await within(await screen.findByRole('region', { name: 'Rendered prompt' })).findByText('Hi');
  await screen.findByText('All of it is the template’s own text.');
  expect(screen.queryByText('fixed text')).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Fixed text too' }));
  expect(screen.getByText('fixed text')).toBeDefined();
});

test('what the store refuses is said, and what was typed is kept', async () => {
  const save = async () => Promise.reject(failure('UNAVAILABLE', 'the folder is read-only'));
  const user = show({ save });
  await user.type(await screen.findByRole('textbox', { name: 'Template' }), '!');
  await user.click(screen.getByRole('button', { name: 'Save version' }));
  expect(await screen.findByText('the folder is read-only')).toBeDefined();
  expect((screen.getByRole('textbox', { name: 'Template' }) as HTMLTextAreaElement).value).toBe('Hi!');
});
