import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
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
async function showVariable() {
  let stored = { json: '"be kind."', hash: 'h1' };
  let finish = () => {};
  const removed: unknown[] = [];
  renderPane(
    apiOf({
      prompts: {
        variable: async () => stored,
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
    <LayoutProvider store={new LayoutStore()}>
      <EditorLoaderProvider load={() => Promise.reject(new Error('no editor here'))}>
        <VariableDetail variable={variable} go={() => {}} />
      </EditorLoaderProvider>
    </LayoutProvider>,
  );
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'JSON of team.rules' });
  return { field, removed, finish: () => act(async () => finish()) };
}

test('a saved value is shown, also where neither its size nor its beginning says that it is another', async () => {
  const { field, finish } = await showVariable();
  fireEvent.change(field, { target: { value: '"be terse"' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save variable' }));
  await finish();
  expect(field.value).toBe('"be terse"');
  expect(screen.queryByText('not saved')).toBeNull();
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
