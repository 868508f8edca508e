import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { LayoutStore } from '../../../src-renderer/state/layout-store.ts';
import { failure } from '../../support/pane.tsx';
import { detail, PATH, showWorkspaces } from './show-workspaces.tsx';

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

describe('unsaved text of a file that is gone', () => {
  const NOTE = 'gone.md is gone. What you typed is kept: Save writes the file again.';
  const kept = () =>
    new LayoutStore({ [`workspaces.file.${PATH} gone.md`]: { value: { text: 'typed', hash: 'hash of one' }, at: 1 } });

  async function showKept(parts: Record<string, unknown> = {}) {
    const shown = showWorkspaces({ layout: kept(), parts: { files: async () => listed('a.md'), ...parts } });
    shown.files.texts.set('a.md', 'a');
    await shown.user.click(await screen.findByRole('tab', { name: 'Files' }));
    await shown.user.click(await screen.findByRole('button', { name: 'gone.md not saved' }));
    await screen.findByText((_, element) => element?.textContent === NOTE);
    return shown;
  }

  test('is listed after a restart, shown, and written again by Save', async () => {
    const { files, user } = await showKept();
    expect((await text('gone.md')).textContent).toBe('typed');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(files.texts.get('gone.md')).toBe('typed'));
    await waitFor(() => expect(screen.queryByText(/What you typed is kept/)).toBeNull());
  });

  test('is asked about where somebody makes the file again first', async () => {
    const { files, user } = await showKept();
    files.texts.set('gone.md', 'theirs');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(files.texts.get('gone.md')).toBe('typed'));
  });

  test('is still known to be of a file that is gone where a save fails', async () => {
    const { user } = await showKept({ writeFile: () => Promise.reject(failure('UNAVAILABLE', 'The disk is full')) });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('The disk is full');
    expect(screen.getByText((_, element) => element?.textContent === NOTE)).toBeTruthy();
    expect((await text('gone.md')).textContent).toBe('typed');
  });

  test('is forgotten on request', async () => {
    const { user } = await showKept();
    await user.click(screen.getByRole('button', { name: 'Forget what I typed' }));
    await screen.findByText('There is no gone.md in the workspace');
    expect(screen.queryByRole('button', { name: /^gone.md/ })).toBeNull();
  });
});
