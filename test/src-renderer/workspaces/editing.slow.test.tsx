import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { LayoutEntries, LayoutEntry } from '#contract';
import { LayoutStore } from '../../../src-renderer/state/layout-store.ts';
import { detail, PATH, showWorkspaces } from './show-workspaces.tsx';

const FILE = 'tools/words.py';
const field = () => screen.findByRole('textbox', { name: `Text of ${FILE}` });

/** A later page with what an earlier one left in the layout. */
function showAgain(kept: LayoutEntries, texts: ReadonlyMap<string, string>, layout = new LayoutStore(kept)) {
  const shown = showWorkspaces({ layout });
  for (const [file, text] of texts) shown.files.texts.set(file, text);
  return shown;
}

async function opened(shown = showWorkspaces()) {
  shown.files.texts.set(FILE, 'one');
  await shown.user.click(await screen.findByRole('button', { name: 'Edit words' }));
  await waitFor(async () => expect((await field()).textContent).toBe('one'));
  return shown;
}

const changed = (version: string) => ({ ...detail, version });

describe('a tool is edited in its card', () => {
  test('the field has the focus, Ctrl+S saves, and the schema is shown beside it', async () => {
    const { files, user } = await opened();
    expect(document.activeElement).toBe(await field());
    expect(screen.getByRole('group', { name: 'Schema of words' })).toBeDefined();
    await user.type(await field(), ' two{Control>}s{/Control}');
    await screen.findByText('Saved');
    expect(files.texts.get(FILE)).toBe('one two');
  });

  test('what is typed stays when the tab and the editor are left, and is marked as not saved', async () => {
    const { files, user } = await opened();
    await user.type(await field(), ' typed');
    await user.click(screen.getByRole('tab', { name: /^Skills/ }));
    await user.click(screen.getByRole('tab', { name: /^Tools/ }));
    expect((await field()).textContent).toBe('one typed');
    expect(screen.getByText('not saved')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(files.texts.get(FILE)).toBe('one typed'));
    expect(screen.queryByText('not saved')).toBeNull();
  });

  test('a file that ends its lines as Windows does still does when it is saved', async () => {
    const shown = showWorkspaces();
    shown.files.texts.set(FILE, 'one\r\ntwo\r\n');
    await shown.user.click(await screen.findByRole('button', { name: 'Edit words' }));
    await waitFor(async () => expect((await field()).textContent).toBe('one\ntwo\n'));
    await shown.user.type(await field(), 'three{Control>}s{/Control}');
    await screen.findByText('Saved');
    expect(shown.files.texts.get(FILE)).toBe('one\r\ntwo\r\nthree');
  });

  test('what is typed outlives the page, is marked as not saved, and asks where the file has changed since', async () => {
    const kept: Record<string, LayoutEntry> = {};
    const store = new LayoutStore({}, async (changes) => void Object.assign(kept, changes));
    const { files, user } = await opened(showWorkspaces({ layout: store }));
    await user.type(await field(), ' typed');
    store.flush();
    cleanup();

    showAgain(kept, files.texts);
    expect((await field()).textContent).toBe('one typed');
    expect(screen.getByText('not saved')).toBeDefined();
    cleanup();
    const last = new LayoutStore(kept);
    const { files: changedFiles } = showAgain(kept, new Map([[FILE, 'theirs']]), last);
    await screen.findByText(/Nothing of what you typed is lost/);
    await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(changedFiles.texts.get(FILE)).toBe('one typed'));
    expect(Object.keys(last.unsaved)).not.toEqual([]);
    expect(last.keys('workspaces.file.')).toEqual([]);
  });

  test('a key that was not kept with what is typed is named before that is saved', async () => {
    const at = 1;
    const kept = {
      [`workspaces.file.${PATH} ${FILE}`]: { value: { text: 'one [secret removed]', hash: 'hash of one' }, at },
    };
    showAgain(kept, new Map([[FILE, 'one']]));
    expect((await screen.findByRole('alert')).textContent).toContain('Keys in what you typed were not kept');
  });

  test('another person’s change is shown where nothing was typed', async () => {
    const { files, detail: feed } = await opened();
    files.texts.set(FILE, 'theirs');
    act(() => feed.push(changed('v2')));
    await waitFor(async () => expect((await field()).textContent).toBe('theirs'));
  });

  test('where something was typed, it asks whose text stays; mine is written over theirs', async () => {
    const { files, user, detail: feed } = await opened();
    await user.type(await field(), ' mine');
    files.texts.set(FILE, 'theirs');
    act(() => feed.push(changed('v2')));
    await screen.findByText(/Nothing of what you typed is lost/);
    expect((await field()).textContent).toBe('one mine');
    await user.click(screen.getByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(files.texts.get(FILE)).toBe('one mine'));
    expect(screen.queryByText(/Nothing of what you typed is lost/)).toBeNull();
  });

  test('theirs can be taken instead', async () => {
    const { files, user } = await opened();
    await user.type(await field(), ' mine');
    files.texts.set(FILE, 'theirs');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/Nothing of what you typed is lost/);
    expect(files.texts.get(FILE)).toBe('theirs');
    await user.click(screen.getByRole('button', { name: 'Take theirs' }));
    await waitFor(async () => expect((await field()).textContent).toBe('theirs'));
    expect(screen.getByText('Saved')).toBeDefined();
  });

  test('a file that is gone is written anew by Keep mine', async () => {
    const { files, user } = await opened();
    await user.type(await field(), ' mine');
    files.texts.delete(FILE);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(files.texts.get(FILE)).toBe('one mine'));
  });

  test('what is typed while it is saved is kept, as not saved', async () => {
    let finish = () => {};
    const shown = showWorkspaces({
      parts: {
        writeFile: async (input: { readonly text: string }) => {
          await new Promise<void>((resolve) => (finish = resolve));
          return { hash: `hash of ${input.text}` };
        },
      },
    });
    shown.files.texts.set(FILE, 'one');
    await shown.user.click(await screen.findByRole('button', { name: 'Edit words' }));
    await shown.user.type(await field(), ' two');
    await shown.user.click(screen.getByRole('button', { name: 'Save' }));
    await shown.user.type(await field(), ' three');
    await act(async () => finish());
    expect((await field()).textContent).toBe('one two three');
    expect(screen.getByText('Not saved yet. Ctrl+S saves.')).toBeDefined();
    await shown.user.click(screen.getByRole('button', { name: 'Save' }));
    await act(async () => finish());
    await screen.findByText('Saved');
  });

  test.each([
    ['what was typed in the meantime', ' three{Control>}s{/Control}', 'one two three'],
    [
      'what was there before, and is typed again',
      '{Backspace}{Backspace}{Backspace}{Backspace}{Control>}s{/Control}',
      'one',
    ],
  ])('Ctrl+S while it is saved saves once more: %s', async (_, keys, text) => {
    const finish: (() => void)[] = [];
    const written: unknown[] = [];
    const shown = showWorkspaces({
      parts: {
        writeFile: async ({ text, hash }: { readonly text: string; readonly hash?: string | undefined }) => {
          written.push([text, hash]);
          await new Promise<void>((resolve) => finish.push(resolve));
          return { hash: `hash of ${text}` };
        },
      },
    });
    shown.files.texts.set(FILE, 'one');
    await shown.user.click(await screen.findByRole('button', { name: 'Edit words' }));
    await waitFor(async () => expect((await field()).textContent).toBe('one'));
    await shown.user.type(await field(), ' two{Control>}s{/Control}');
    await shown.user.type(await field(), keys);
    expect(written).toHaveLength(1);
    await act(async () => finish[0]?.());
    await waitFor(() => expect(written.at(-1)).toEqual([text, 'hash of one two']));
    await act(async () => finish[1]?.());
    await screen.findByText('Saved');
    expect(written).toHaveLength(2);
  });

  test('what was there before stays when it is typed again while it is saved, and the folder is read meanwhile', async () => {
    let finish = () => {};
    const shown = showWorkspaces({
      parts: {
        writeFile: async ({ file, text }: { readonly file: string; readonly text: string }) => {
          shown.files.texts.set(file, text);
          await new Promise<void>((resolve) => (finish = resolve));
          return { hash: `hash of ${text}` };
        },
      },
    });
    shown.files.texts.set(FILE, 'one');
    await shown.user.click(await screen.findByRole('button', { name: 'Edit words' }));
    await waitFor(async () => expect((await field()).textContent).toBe('one'));
    await shown.user.type(await field(), ' two{Control>}s{/Control}');
    await shown.user.type(await field(), '{Backspace}{Backspace}{Backspace}{Backspace}');
    // The host reads the folder before it answers what has written to it.
    await act(async () => shown.detail.push(changed('v2')));
    expect((await field()).textContent).toBe('one');
    await act(async () => finish());
    expect((await field()).textContent).toBe('one');
    await shown.user.type(await field(), '{Control>}s{/Control}');
    await waitFor(() => expect(shown.files.texts.get(FILE)).toBe('one'));
    await act(async () => finish());
    await screen.findByText('Saved');
  });

  test('what somebody else wrote while it was saved is shown once it is', async () => {
    let finish = () => {};
    const shown = showWorkspaces({
      parts: {
        writeFile: async ({ text }: { readonly text: string }) => {
          await new Promise<void>((resolve) => (finish = resolve));
          return { hash: `hash of ${text}` };
        },
      },
    });
    shown.files.texts.set(FILE, 'one');
    await shown.user.click(await screen.findByRole('button', { name: 'Edit words' }));
    await waitFor(async () => expect((await field()).textContent).toBe('one'));
    await shown.user.type(await field(), ' two{Control>}s{/Control}');
    shown.files.texts.set(FILE, 'theirs');
    await act(async () => shown.detail.push(changed('v2')));
    expect((await field()).textContent).toBe('one two');
    await act(async () => finish());
    await waitFor(async () => expect((await field()).textContent).toBe('theirs'));
  });

  test('what was read before a change does not take the place of what is there since', async () => {
    const reads: ((text: string) => void)[] = [];
    const readFile = async () => {
      const text = await new Promise<string>((resolve) => reads.push(resolve));
      return { text, hash: `hash of ${text}` };
    };
    const shown = showWorkspaces({ parts: { readFile } });
    await shown.user.click(await screen.findByRole('button', { name: 'Edit words' }));
    await act(async () => shown.detail.push(changed('v2')));
    await waitFor(() => expect(reads).toHaveLength(2));
    await act(async () => reads[1]?.('new'));
    await act(async () => reads[0]?.('old'));
    expect((await field()).textContent).toBe('new');
  });

  test('problems stand at their lines, and lead there', async () => {
    const problem = { file: FILE, line: 2, message: 'Syntax error: unmatched' };
    const shown = showWorkspaces({ shown: { ...detail, problems: 1, problemList: [problem] } });
    shown.files.texts.set(FILE, 'first\nsecond');
    const problems = within(await screen.findByRole('list', { name: 'Problems' }));
    await shown.user.click(problems.getByRole('button', { name: `Edit ${FILE}:2` }));
    expect(screen.getByRole('tab', { name: 'Files' }).getAttribute('aria-selected')).toBe('true');
    const text = (await field()) as HTMLTextAreaElement;
    await waitFor(() => expect(document.activeElement).toBe(text));
    expect(text.selectionStart).toBe('first\n'.length);
    expect(text.getAttribute('aria-invalid')).toBe('true');
  });
});

describe('files', () => {
  test('a file is found by a part of its name, and deleted after a question', async () => {
    const { files, sent, user } = showWorkspaces();
    for (const name of ['AGENTS.md', FILE, 'lib/deep/words_more.py']) files.texts.set(name, `text of ${name}`);
    await user.click(await screen.findByRole('tab', { name: 'Files' }));
    const rows = within(await screen.findByRole('list', { name: 'Files of the workspace' }));
    await rows.findByRole('button', { name: 'AGENTS.md' });
    await user.type(screen.getByRole('searchbox', { name: 'Filter the files' }), 'deep words');
    expect(rows.getAllByRole('button').map((row) => row.textContent)).toEqual(['lib/deep/words_more.py']);
    await user.click(rows.getByRole('button', { name: 'lib/deep/words_more.py' }));
    await screen.findByRole('textbox', { name: 'Text of lib/deep/words_more.py' });
    await user.click(screen.getByRole('button', { name: 'Delete lib/deep/words_more.py' }));
    expect(sent).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Delete it' }));
    const input = { path: detail.path, file: 'lib/deep/words_more.py' };
    await waitFor(() => expect(sent).toEqual([{ name: 'removeFile', input }]));
  });

  test('a folder with more files than are listed says so', async () => {
    const { user } = showWorkspaces({
      parts: { files: async () => ({ files: [{ file: 'a.txt', size: 1 }], isCut: true }) },
    });
    await user.click(await screen.findByRole('tab', { name: 'Files' }));
    expect(await screen.findByText(/more files than the first 1/)).toBeDefined();
  });
});
