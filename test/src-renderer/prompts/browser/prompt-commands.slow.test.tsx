import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Deferred } from '#core/async/deferred';
import { LayoutStore } from '../../../../src-renderer/state/layout-store.ts';
import { record, show } from '../show-prompts.tsx';

const row = () => within(screen.getByRole('list', { name: 'Prompts' })).getByRole('button', { name: /demo\.hello/ });

afterEach(() => {
  vi.restoreAllMocks();
});

test('what is exported is the stored prompt, and unsaved edits that are not in it are told', async () => {
  const written: Blob[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    written.push(blob as Blob);
    return 'blob:export';
  });
  const exportsIt = async (user: ReturnType<typeof show>) => {
    await user.click(await screen.findByRole('button', { name: 'More of this prompt' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Export as JSON' }));
  };
  const store = new LayoutStore();
  const user = show({}, {}, store);
  await exportsIt(user);
  await waitFor(() => expect(written).toHaveLength(1));
  expect(screen.queryByText(/was exported/)).toBeNull();
  act(() => store.set('prompts.draft.demo.hello', { record: { ...record, prompt: 'Half' }, base: 'h1' }));

  await exportsIt(user);

  await screen.findByText('demo.hello was exported as it is stored. Your unsaved edits are not in the file.');
  for (const blob of written) expect(JSON.parse(await blob.text())).toEqual(record);
});

test('a prompt is renamed from the menu of its row, and the field holds its id, selected', async () => {
  const renamed: unknown[] = [];
  const user = show({
    rename: async (input: unknown) => {
      renamed.push(input);
      return { id: 'demo.greeting', hash: 'h9' };
    },
  });
  await screen.findByRole('heading', { name: 'demo.hello' });
  fireEvent.contextMenu(row());
  await user.click(await screen.findByRole('menuitem', { name: 'Rename…' }));
  await screen.findByRole('dialog', { name: 'Rename demo.hello' });
  await user.keyboard('demo.greeting{Enter}');
  await waitFor(() => expect(renamed).toEqual([{ id: 'demo.hello', to: 'demo.greeting', base: 'h1' }]));
});

test('what was typed for a prompt, its arguments included, goes with it to its new name', async () => {
  const store = new LayoutStore();
  store.set('prompts.args.demo.hello', '{"who": "Ada"}');
  store.set('prompts.draft.demo.hello', { record, base: 'h1' });
  const user = show({ rename: async () => ({ id: 'demo.greeting', hash: 'h9' }) }, {}, store);
  await user.click(await screen.findByRole('button', { name: 'More of this prompt' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rename…' }));
  await screen.findByRole('dialog', { name: 'Rename demo.hello' });
  await user.keyboard('demo.greeting{Enter}');
  await waitFor(() => expect(store.get('prompts.draft.demo.greeting')).toEqual({ record, base: 'h9' }));
  expect(store.get('prompts.args.demo.greeting')).toBe('{"who": "Ada"}');
  expect(store.get('prompts.args.demo.hello')).toBeUndefined();
});

test('a duplicate is what is written now, under its own name', async () => {
  const saved: unknown[] = [];
  const user = show({
    save: async (input: unknown) => {
      saved.push(input);
      return {};
    },
  });
  await user.click(await screen.findByRole('button', { name: 'More of this prompt' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate…' }));
  expect(await screen.findByLabelText<HTMLInputElement>('Id')).toHaveProperty('value', 'demo.hello_copy');
  await user.click(screen.getByRole('button', { name: 'Duplicate prompt' }));
  await waitFor(() => expect(saved).toEqual([{ id: 'demo.hello_copy', record: { ...record, name: 'hello_copy' } }]));
});

test('a prompt is deleted after a question, and can be brought back', async () => {
  const done: unknown[] = [];
  const user = show({
    remove: async (input: object) => void done.push({ remove: input }),
    rollback: async (input: object) => void done.push({ rollback: input }),
  });
  await user.click(await screen.findByRole('button', { name: 'More of this prompt' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }));
  await user.click(await screen.findByRole('button', { name: 'Delete prompt' }));
  await screen.findByText('demo.hello was deleted. Its versions and cases are kept.');
  await user.click(screen.getByRole('button', { name: 'Bring it back' }));
  await waitFor(() =>
    expect(done).toEqual([
      { remove: { id: 'demo.hello', base: 'h1' } },
      { rollback: { id: 'demo.hello', hash: 'h1' } },
    ]),
  );
});

test('a prompt that could not be brought back can be tried again', async () => {
  const asked: unknown[] = [];
  const user = show({
    remove: async () => {},
    rollback: async (input: object) => {
      asked.push(input);
      throw new Error('The store does not answer');
    },
  });
  await user.click(await screen.findByRole('button', { name: 'More of this prompt' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }));
  await user.click(await screen.findByRole('button', { name: 'Delete prompt' }));
  await user.click(await screen.findByRole('button', { name: 'Bring it back' }));
  await screen.findByText('The store does not answer');
  await user.click(screen.getByRole('button', { name: 'Bring it back' }));
  await waitFor(() =>
    expect(asked).toEqual([
      { id: 'demo.hello', hash: 'h1' },
      { id: 'demo.hello', hash: 'h1' },
    ]),
  );
});

test('what cannot be done says why and leaves everything as it was', async () => {
  const user = show({
    rename: async () => {
      throw new Error('There is a prompt demo.bad already');
    },
  });
  await user.click(await screen.findByRole('button', { name: 'More of this prompt' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rename…' }));
  await screen.findByRole('dialog', { name: 'Rename demo.hello' });
  await user.keyboard('demo.bad{Enter}');
  await screen.findByText('There is a prompt demo.bad already');
  expect(screen.getByText('demo.hello', { selector: 'h2' })).toBeTruthy();
});

test('a name that is refused stays in its field, to be changed and asked for again', async () => {
  const asked: string[] = [];
  const user = show({
    rename: async ({ to }: { readonly to: string }) => {
      asked.push(to);
      if (to === 'demo.bad') throw new Error('There is a prompt demo.bad already');
      return { id: to, hash: 'h9' };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'More of this prompt' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rename…' }));
  await screen.findByRole('dialog', { name: 'Rename demo.hello' });
  await user.keyboard('demo.bad{Enter}');
  await screen.findByText('There is a prompt demo.bad already');
  expect(screen.getByLabelText('Id')).toHaveProperty('value', 'demo.bad');
  await user.keyboard('ly{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked).toEqual(['demo.bad', 'demo.badly']);
});

test('a name that is refused after its question was closed is told beside the prompts', async () => {
  const refusal = new Deferred<never>();
  const user = show({ save: () => refusal.promise });
  await user.click(await screen.findByRole('button', { name: 'More of this prompt' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate…' }));
  await user.click(await screen.findByRole('button', { name: 'Duplicate prompt' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  refusal.reject(new Error('The store is read-only'));
  await screen.findByText('The store is read-only');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a duplicate that was made after its dialog was left takes nobody to it', async () => {
  const saved = new Deferred<object>();
  const user = show({ save: () => saved.promise });
  await user.click(await screen.findByRole('button', { name: 'More of this prompt' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate…' }));
  await user.click(await screen.findByRole('button', { name: 'Duplicate prompt' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await act(async () => saved.resolve({}));
  expect(screen.getByRole('region', { name: 'Prompt demo.hello' })).toBeTruthy();
});
