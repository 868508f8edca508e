import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Deferred } from '#core/async/deferred';
import { EditorLoaderProvider } from '../../../../src-renderer/editor/editor-loader.tsx';
import { VariableDetail } from '../../../../src-renderer/prompts/records/variable-detail.tsx';
import { LayoutProvider } from '../../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../../src-renderer/state/layout-store.ts';
import { apiOf, renderPane } from '../../../support/pane.tsx';

const variable = {
  id: 'team.rules',
  key: 'shenma:environs:team:rules',
  source: 'folder',
  type: 'string',
  bytes: 10,
  preview: 'be',
  hash: 'h',
  readAt: 0,
} as const;

/** The pane of a variable in a store that answers a write when the test has it do so. */
async function showVariable(store = new LayoutStore()) {
  let stored = { json: '"be kind."', hash: 'h1' };
  let finish = () => {};
  let reading = settled();
  const removed: unknown[] = [];
  const view = renderPane(
    apiOf({
      prompts: {
        variable: async () => {
          await reading.promise;
          return stored;
        },
        saveRecord: async ({ json }: { json: string }) => {
          await new Promise<void>((resolve) => (finish = resolve));
          stored = { json, hash: 'h2' };
        },
        removeRecord: async (input: unknown) => {
          removed.push(input);
          throw new Error('The disk is full');
        },
      },
    }),
    <LayoutProvider store={store}>
      <EditorLoaderProvider load={() => Promise.reject(new Error('no editor here'))}>
        <VariableDetail variable={variable} go={() => {}} />
      </EditorLoaderProvider>
    </LayoutProvider>,
  );
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'JSON of team.rules' });
  const readSlowly = () => {
    reading = new Deferred();
    return () => act(async () => reading.resolve());
  };
  return { field, removed, view, readSlowly, finish: () => act(async () => finish()) };
}

function settled(): Deferred<void> {
  const one = new Deferred<void>();
  one.resolve();
  return one;
}

test('a saved value is shown, also where neither its size nor its beginning says that it is another', async () => {
  const { field, finish } = await showVariable();
  fireEvent.change(field, { target: { value: '"be terse"' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save variable' }));
  await finish();
  expect(field.value).toBe('"be terse"');
  expect(screen.queryByText('not saved')).toBeNull();
});

test('the text that was replaced does not come back until the store was read again', async () => {
  const { field, finish, readSlowly } = await showVariable();
  fireEvent.change(field, { target: { value: '"be terse"' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save variable' }));
  const read = readSlowly();
  await finish();
  expect([field.value, field.readOnly]).toEqual(['"be terse"', true]);
  await read();
  expect([field.value, field.readOnly]).toEqual(['"be terse"', false]);
});

test('a saved text is no draft any more where the pane is left before the store was read again', async () => {
  const store = new LayoutStore();
  const { field, finish, readSlowly, view } = await showVariable(store);
  fireEvent.change(field, { target: { value: '"be terse"' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save variable' }));
  readSlowly();
  await finish();
  view.unmount();
  await act(async () => {});
  expect(store.get('prompts.record.environ.team.rules')).toBeUndefined();
});

test('nothing can be typed into a text that is being saved, and be lost when it is', async () => {
  const { field, finish } = await showVariable();
  fireEvent.change(field, { target: { value: '"be terse"' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save variable' }));
  expect(field.readOnly).toBe(true);
  await finish();
  expect(field.readOnly).toBe(false);
});

test('a value that could not be deleted is not said to be unsaved', async () => {
  await showVariable();
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  fireEvent.click(screen.getByRole('button', { name: 'Delete it' }));
  expect(await screen.findByText('It was not deleted.')).toBeTruthy();
  expect(screen.queryByText('It was not saved.')).toBeNull();
});

test('what is deleted is the text that was shown, and nothing that was written since', async () => {
  const { field, removed } = await showVariable();
  const remove = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    fireEvent.click(screen.getByRole('button', { name: 'Delete it' }));
    await screen.findByText('It was not deleted.');
  };
  await remove();
  fireEvent.change(field, { target: { value: '"be terse"' } });
  await remove();
  const shown = { kind: 'environ', id: 'team.rules', base: 'h1' };
  expect(removed).toEqual([shown, shown]);
});

test('the id of a new variable is there again after the view was left, and gone once it is saved', async () => {
  const store = new LayoutStore();
  const showNew = () =>
    renderPane(
      apiOf({ prompts: { saveRecord: async () => {} } }),
      <LayoutProvider store={store}>
        <EditorLoaderProvider load={() => Promise.reject(new Error('no editor here'))}>
          <VariableDetail variable={undefined} go={() => {}} />
        </EditorLoaderProvider>
      </LayoutProvider>,
    );
  const id = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Id' });
  const first = showNew();
  fireEvent.change(id(), { target: { value: 'team.tone' } });
  first.unmount();
  showNew();
  expect(id().value).toBe('team.tone');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save variable' })));
  expect(id().value).toBe('');
});
