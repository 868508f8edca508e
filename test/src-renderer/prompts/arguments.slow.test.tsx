import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PromptRecord, RenderOutcome } from '#contract';
import { LayoutStore } from '../../../src-renderer/state/layout-store.ts';
import { outcomeOf, record, show, state, summary } from './show-prompts.tsx';

const parameters: PromptRecord['parameters'] = {
  type: 'object',
  required: ['code'],
  properties: {
    code: { type: 'string', description: 'What is reviewed' },
    tone: { type: 'string', default: 'kind' },
    depth: { type: 'integer', default: 3 },
    strict: { type: 'boolean', default: true },
  },
};

/** A host whose prompt needs `code` and prints its arguments. */
function showReview(parts: Record<string, unknown> = {}) {
  const reviewing = { ...record, prompt: 'Review', parameters };
  const preview = async ({ args }: { args: string }) => ({ outcome: answerTo(args), problems: [] });
  return show({ get: async () => ({ ...details(), record: reviewing }), preview, ...parts });
}

const details = () => ({ summary, schema: {}, references: [], functions: [], isOwn: true });

function answerTo(args: string): RenderOutcome {
  const { code } = JSON.parse(args) as { readonly code?: string };
  if (code !== undefined) return outcomeOf(`Review ${code}`);
  const message = 'missing required args: code';
  const problems = [{ severity: 'error' as const, message }];
  return { isRendered: false, failure: { status: 400, reason: 'arguments', message, missing: ['code'], problems } };
}

const form = () => within(screen.getByRole('group', { name: 'Arguments form' }));
const problems = () => screen.findByRole('list', { name: 'Problems' });
const rendered = () => within(screen.getByRole('region', { name: 'Rendered prompt' }));

test('a missing argument is named, and its button leads to its field, from any tab', async () => {
  const user = showReview();
  expect((await problems()).textContent).toContain('The argument code is needed, and it is not given.');
  await user.click(screen.getByRole('tab', { name: 'Details' }));
  await user.click(screen.getByRole('button', { name: 'Fill in code' }));
  const field = form().getByLabelText(/^code/);
  expect(document.activeElement).toBe(field);
  await user.keyboard('let a');
  await rendered().findByText(/Review let a/);
  expect(screen.queryByRole('list', { name: 'Problems' })).toBeNull();
});

test('an argument that no parameter declares gets a field of its own, which stays when it is emptied', async () => {
  const failure = {
    status: 400,
    reason: 'undefined',
    message: 'undefined variables: args.who.name, vscode.x',
  } as const;
  const missing = ['args.who.name', 'vscode.x', 'args.who.age'];
  const user = showReview({
    preview: async ({ args }: { args: string }) => ({
      outcome: args.includes('who')
        ? outcomeOf(args)
        : { isRendered: false, failure: { ...failure, missing, problems: [] } },
      problems: [],
    }),
  });
  await problems();
  expect(screen.getAllByRole('button', { name: /^Fill in/ }).map(({ textContent }) => textContent)).toEqual([
    'Fill in who',
  ]);
  await user.click(screen.getByRole('button', { name: 'Fill in who' }));
  expect(document.activeElement).toBe(form().getByLabelText('who'));
  await user.keyboard('A');
  await rendered().findByText(/"who": "A"/);
  await user.keyboard('{Backspace}');
  expect(document.activeElement).toBe(form().getByLabelText('who'));
});

test('fields show what stands in for what is not given', async () => {
  showReview();
  await screen.findByRole('group', { name: 'Arguments form' });
  expect(form().getByLabelText<HTMLTextAreaElement>('tone').placeholder).toBe('kind');
  expect(form().getByLabelText<HTMLInputElement>('depth').placeholder).toBe('3');
  expect(form().getByLabelText<HTMLInputElement>('strict').checked).toBe(true);
});

test('args that are no JSON are said with their place, and what was last rendered stays', async () => {
  const asked: string[] = [];
  const user = showReview({
    preview: async ({ args }: { args: string }) => {
      asked.push(args);
      return { outcome: answerTo(args), problems: [] };
    },
  });
  await user.click(await screen.findByRole('tab', { name: 'as JSON' }));
  const json = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Arguments' });
  fireEvent.change(json, { target: { value: '{"code": "one"}' } });
  await rendered().findByText(/Review one/);
  fireEvent.change(json, { target: { value: '{\n  "code": two\n}' } });
  const list = await problems();
  expect(list.textContent).toBe('In the arguments, line 2, column 11: two is no value: texts are in double quotes');
  expect(rendered().getByText(/Review one/)).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send to model' }).disabled).toBe(true);

  await user.click(screen.getByRole('tab', { name: 'Details' }));
  await user.click(within(list).getByRole('button', { name: /^In the arguments/ }));
  const again = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Arguments' });
  expect(document.activeElement).toBe(again);
  expect(again.selectionStart).toBe(again.value.indexOf('two'));
  expect(new Set(asked)).toEqual(new Set(['{}', '{"code": "one"}']));
});

test('while the engine warms up it is asked again, and nothing is called wrong', async () => {
  const late: RenderOutcome = {
    isRendered: false,
    failure: { status: 503, reason: 'timeout', message: 'render timeout', problems: [] },
  };
  const seen: boolean[] = [];
  let count = 0;
  showReview({
    preview: async () => {
      seen.push(screen.queryByRole('list', { name: 'Problems' }) !== null);
      count += 1;
      return { outcome: count < 3 ? late : outcomeOf('Warm now'), problems: [] };
    },
  });
  await screen.findByText('Warm now', undefined, { timeout: 5000 });
  expect(seen).toEqual([false, false, false]);
});

test('a rendering that is late every time is said to be', async () => {
  const failure = { status: 503, reason: 'timeout', message: 'render timeout', problems: [] } as const;
  let count = 0;
  const user = showReview({
    preview: async () => {
      count += 1;
      return { outcome: { isRendered: false, failure }, problems: [] };
    },
  });
  expect((await screen.findByRole('list', { name: 'Problems' }, { timeout: 5000 })).textContent).toContain('timeout');
  const before = count;
  await user.click(screen.getByRole('button', { name: 'Render again' }));
  await waitFor(() => expect(count).toBe(before + 1));
});

test('arguments with a number that the form would change are shown as JSON alone', async () => {
  const store = new LayoutStore();
  store.set('prompts.args.demo.hello', '{"code": "x", "id": 12345678901234567890}');
  show({}, {}, store);
  expect(await screen.findByText(/too large for the form, which would change its digits/)).toBeTruthy();
  expect(screen.queryByRole('group', { name: 'Arguments form' })).toBeNull();
});

test('JSON that is half typed in a field is there again after a change of the parameters, and after the view was left', async () => {
  const store = new LayoutStore();
  const withJson = (more: object) => ({ ...record, parameters: { type: 'object', properties: { list: {}, ...more } } });
  const parts = { get: async () => ({ ...details(), summary: state.prompts[0], record: withJson({}) }) };
  store.set('prompts.args.demo.hello', '{"list": [1]}');
  const user = show(parts, {}, store);
  const field = await screen.findByLabelText<HTMLTextAreaElement>('list as JSON');
  await waitFor(() => expect(field.value).toBe('[\n  1\n]'));
  await user.clear(field);
  await user.type(field, '[[1, ');
  await user.click(screen.getByRole('tab', { name: 'Parameters' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Parameters' }), {
    target: { value: JSON.stringify(withJson({ more: {} }).parameters) },
  });
  await user.click(screen.getByRole('tab', { name: 'Arguments' }));
  expect(await screen.findByLabelText('more as JSON')).toBeTruthy();
  expect(form().getByLabelText('list as JSON')).toHaveProperty('value', '[1, ');
  cleanup();
  show(parts, {}, store);
  expect(await screen.findByLabelText('list as JSON')).toHaveProperty('value', '[1, ');
});

/** Changes the arguments on the tab `as JSON`, and goes back to the form. */
async function changeJson(user: ReturnType<typeof show>, json: string) {
  await user.click(screen.getByRole('tab', { name: 'as JSON' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Arguments' }), { target: { value: json } });
  await user.click(screen.getByRole('tab', { name: 'Arguments' }));
}

test('a text that was kept of a field gives way to what the JSON says since', async () => {
  const properties = { id: { type: 'integer' }, list: {}, city: { type: 'string' } };
  const reviewing = { ...record, parameters: { type: 'object', properties } };
  const store = new LayoutStore();
  store.set('prompts.args.demo.hello', '{"list": [1]}');
  const user = show({ get: async () => ({ ...details(), summary: state.prompts[0], record: reviewing }) }, {}, store);
  fireEvent.change(await screen.findByLabelText('id'), { target: { value: '12345678901234567890' } });
  await screen.findByText(/too large for the form/);
  await changeJson(user, '{"id": 5, "list": [1]}');
  expect(await screen.findByLabelText('id')).toHaveProperty('value', '5');

  fireEvent.change(form().getByLabelText('list as JSON'), { target: { value: '[1, ' } });
  await changeJson(user, '{"id": 5, "list": [2]}');
  expect(await screen.findByLabelText('list as JSON')).toHaveProperty('value', '[\n  2\n]');
  await user.type(form().getByLabelText('city'), 'O');
  await waitFor(() =>
    expect(JSON.parse(String(store.get('prompts.args.demo.hello')))).toEqual({ id: 5, list: [2], city: 'O' }),
  );
});

test('a further field that is emptied is left out of the arguments, and stays to be filled in', async () => {
  const reviewing = { ...record, parameters: { type: 'object', additionalProperties: { type: 'integer' } } };
  const store = new LayoutStore();
  const user = show({ get: async () => ({ ...details(), record: reviewing }) }, {}, store);
  await screen.findByRole('group', { name: 'Arguments form' });
  await user.type(form().getByLabelText('Name of a further field'), 'x{Enter}');
  const args = () => JSON.parse(String(store.get('prompts.args.demo.hello')));
  await user.type(form().getByLabelText(/^x/), '75');
  await waitFor(() => expect(args()).toEqual({ x: 75 }));
  await user.type(form().getByLabelText(/^x/), '{Backspace}{Backspace}');
  await waitFor(() => expect(args()).toEqual({}));
  expect(document.activeElement).toBe(form().getByLabelText(/^x/));
  await user.keyboard('8');
  await waitFor(() => expect(args()).toEqual({ x: 8 }));
});
