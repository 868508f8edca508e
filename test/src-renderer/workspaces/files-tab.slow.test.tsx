import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { detail, showWorkspaces } from './show-workspaces.tsx';

const listed = (...names: readonly string[]) => ({ files: names.map((file) => ({ file, size: 1 })), isCut: false });
const text = (file: string) => screen.findByRole('textbox', { name: `Text of ${file}` });

test('the file that is shown first stays when another one comes before it', async () => {
  let names = ['b.md', 'c.md'];
  const shown = showWorkspaces({ parts: { files: async () => listed(...names) } });
  for (const name of ['a.md', 'b.md', 'c.md']) shown.files.texts.set(name, name);
  await shown.user.click(await screen.findByRole('tab', { name: 'Files' }));
  await shown.user.type(await text('b.md'), ' typed');
  names = ['a.md', ...names];
  act(() => shown.detail.push({ ...detail, version: 'v2' }));
  await screen.findByRole('button', { name: 'a.md' });
  expect((await text('b.md')).textContent).toBe('b.md typed');
});

test('a file that is deleted late does not take the place of another that was chosen meanwhile', async () => {
  let finish = () => {};
  const removeFile = () => new Promise<void>((resolve) => (finish = resolve));
  const shown = showWorkspaces({ parts: { removeFile } });
  for (const name of ['x.md', 'y.md', 'z.md']) shown.files.texts.set(name, name);
  await shown.user.click(await screen.findByRole('tab', { name: 'Files' }));
  await shown.user.click(await screen.findByRole('button', { name: 'y.md' }));
  await shown.user.click(screen.getByRole('button', { name: 'Delete y.md' }));
  await shown.user.click(await screen.findByRole('button', { name: 'Delete it' }));
  await shown.user.click(await screen.findByRole('button', { name: 'z.md' }));
  await act(async () => finish());
  expect(await text('z.md')).toBeTruthy();
});
