import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PromptRecord } from '#contract';
import { LayoutStore } from '../../../src-renderer/state/layout-store.ts';
import { Feed, failure } from '../../support/pane.tsx';
import { record, show, state, summary } from './show-prompts.tsx';

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

/** A store of one prompt whose writes a test lets through. */
function slowStore() {
  let stored = { hash: 'h1', record };
  const details = () => ({
    summary: { ...summary, id: 'demo.hello', hash: stored.hash, versions: 1, cases: 0 },
    record: stored.record,
    schema: {},
    references: [],
    functions: [],
    isOwn: true,
  });
  const begun: { readonly record: PromptRecord; readonly base?: string }[] = [];
  const written: (() => void)[] = [];
  return {
    begun,
    written,
    parts: {
      get: async () => details(),
      save: async (input: (typeof begun)[number]) => {
        begun.push(input);
        await new Promise<void>((resolve) => written.push(resolve));
        stored = { hash: `h1${begun.length}`, record: input.record };
        return details().summary;
      },
    },
  };
}

test('what is typed while a prompt is saved is a draft of what was saved: nobody else has written it', async () => {
  const { begun, written, parts } = slowStore();
  const user = show(parts);
  await user.type(await screen.findByRole('textbox', { name: 'Template' }), '!');
  await user.click(screen.getByRole('button', { name: 'Save version' }));
  await user.type(screen.getByRole('textbox', { name: 'Template' }), '?');
  written[0]?.();
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save version' }).disabled).toBe(false),
  );
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Template' }).value).toBe('Hi!?');
  expect(screen.queryByText('The stored prompt has changed since you opened it.')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save version' }));
  expect(begun.map(({ base, record: { prompt } }) => [base, prompt])).toEqual([
    ['h1', 'Hi!'],
    ['h11', 'Hi!?'],
  ]);
});

test('what is typed after a look at another prompt stays when a save from before is answered', async () => {
  const { written, parts } = slowStore();
  const user = show(parts);
  await user.type(await screen.findByRole('textbox', { name: 'Template' }), '!');
  await user.click(screen.getByRole('button', { name: 'Save version' }));
  const list = within(screen.getByRole('list', { name: 'Prompts' }));
  await user.click(list.getByRole('button', { name: /demo\.bad/ }));
  await screen.findByRole('heading', { name: 'demo.bad' });
  await user.click(list.getByRole('button', { name: /demo\.hello/ }));
  await user.type(await screen.findByRole('textbox', { name: 'Template' }), '?');
  await act(async () => written[0]?.());
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Template' }).value).toBe('Hi!?');
});

test('parameters that were discarded are not shown as those of the prompt', async () => {
  const user = show();
  await user.click(await screen.findByRole('tab', { name: 'Parameters' }));
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Parameters' });
  fireEvent.change(field, { target: { value: '{"who": {"type": "string"}' } });
  expect(field.value).toBe('{"who": {"type": "string"}');
  fireEvent.change(field, { target: { value: '{"who": {"type": "string"}}' } });
  expect(field.value).toBe('{"who": {"type": "string"}}');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(field.value).toBe('{}');
});

test('the prompt on the screen stays there when another one comes before it', async () => {
  const changed = new Feed(state);
  show({ changed: changed.open });
  await screen.findByRole('region', { name: 'Prompt demo.hello' });
  const added = { ...summary, id: 'a.first', hash: 'h9', versions: 1, cases: 0 };
  await act(async () => changed.push({ ...state, prompts: [added, ...state.prompts] }));
  await screen.findByRole('button', { name: 'a.first' });
  expect(screen.getByRole('region', { name: 'Prompt demo.hello' })).toBeTruthy();
});

test('a store that cannot be read again says why', async () => {
  const user = show({ refresh: () => Promise.reject(new Error('The store cannot be reached')) });
  await user.click(await screen.findByRole('button', { name: 'Read the store again' }));
  expect(await screen.findByText('The store cannot be reached')).toBeTruthy();
});

test('a label that could not be kept is said not to be', async () => {
  const version = { hash: 'h1', at: 0, by: 'person', bytes: 9, isCurrent: true };
  const user = show({
    versions: async () => [version],
    label: async () => Promise.reject(failure('UNAVAILABLE', 'the disk is full')),
  });
  await user.click(await screen.findByRole('button', { name: 'Compare versions' }));
  await user.click(await screen.findByRole('button', { name: 'Label…' }));
  await user.keyboard('good{Enter}');
  expect(await screen.findByText('the disk is full')).toBeDefined();
});

test('a label stays in its field while the version that it is for is not stored', async () => {
  const refusals = [failure('UNAVAILABLE', 'the disk is full'), failure('CONFLICT', 'it was changed')];
  const labels: unknown[] = [];
  let hash = 'h1';
  const store = new LayoutStore();
  store.set('prompts.draft.demo.hello', { record: { ...record, prompt: 'Hi!' }, base: 'h1' });
  const details = () => ({ summary: { ...summary, id: 'demo.hello', hash, versions: 1, cases: 0 }, record });
  const parts = {
    get: async () => ({ ...details(), schema: {}, references: [], functions: [], isOwn: true }),
    save: async ({ label }: { readonly label?: string }) => {
      labels.push(label);
      if (labels.length === 2) hash = 'h7';
      throw refusals.shift();
    },
  };
  const user = show(parts, {}, store);
  await user.click(await screen.findByRole('button', { name: 'More of this prompt' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save with a label…' }));
  await user.type(await screen.findByLabelText('Label'), 'good one{Enter}');
  const dialog = within(screen.getByRole('dialog', { name: 'Save with a label' }));
  await dialog.findByText('the disk is full');
  expect(screen.getByLabelText('Label')).toHaveProperty('value', 'good one');
  await user.keyboard('{Enter}');
  await dialog.findByText('The stored prompt has changed since you opened it.');
  expect(labels).toEqual(['good one', 'good one']);
  expect(screen.getByLabelText('Label')).toHaveProperty('value', 'good one');
});
