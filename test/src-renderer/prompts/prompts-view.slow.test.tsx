import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { PromptRecord, PromptsState, RenderOutcome } from '#contract';
import { EditorLoaderProvider } from '../../../src-renderer/editor/editor-loader.tsx';
import { PromptsView } from '../../../src-renderer/prompts/prompts-view.tsx';
import { apiOf, Feed, failure, renderPane } from '../../support/pane.tsx';

const summary = {
  name: 'hello',
  origin: 'direct' as const,
  key: 'shenma:templates:demo:hello',
  warnings: [],
  supports: [],
};
const state: PromptsState = {
  store: { kind: 'folder', place: '/data/prompts', state: 'ready', isWatched: true },
  prompts: [
    { ...summary, id: 'demo.hello', hash: 'h1', versions: 1, cases: 0 },
    {
      ...summary,
      id: 'demo.bad',
      hash: 'h2',
      versions: 1,
      cases: 0,
      error: { severity: 'error', message: 'x', line: 2 },
    },
  ],
  variables: [],
  tools: [],
  extensions: [],
  problems: [],
  cache: { size: 0, hits: 0, misses: 0, evictions: 0 },
};
const record: PromptRecord = { name: 'hello', prompt: 'Hi', supports: [], parameters: {} };

function outcomeOf(prompt: string): RenderOutcome {
  if (prompt.includes('{{')) {
    const problem = { severity: 'error' as const, message: 'unclosed action', line: 1, column: 3 };
    return {
      isRendered: false,
      failure: { status: 400, reason: 'syntax', message: 'unclosed action', problems: [problem] },
    };
  }
  const text = { kind: 'text' as const, message: 0, line: 1, column: 1, endLine: 1, endColumn: 99, source: prompt };
  const messages = [{ role: 'user' as const, content: prompt, pieces: [0, prompt.length, 0, -1, -1] }];
  const rest = { paths: [], calls: [], variables: [], args: '{}', warnings: [], durationMs: 1 };
  return { isRendered: true, rendered: { kind: 'prompt', messages, places: [text], ...rest } };
}

function show(parts: Record<string, unknown> = {}) {
  const details = { summary: state.prompts[0], record, schema: {}, references: [], functions: [], isOwn: true };
  const api = apiOf({
    prompts: {
      changed: new Feed(state).open,
      get: async () => details,
      cases: async () => [],
      preview: async ({ draft }: { draft: PromptRecord }) => ({ outcome: outcomeOf(draft.prompt ?? ''), problems: [] }),
      ...parts,
    },
    profiles: { changed: new Feed().open },
  });
  const noEditor = () => Promise.reject(new Error('no editor here'));
  renderPane(
    api,
    <EditorLoaderProvider load={noEditor}>
      <PromptsView isVisible />
    </EditorLoaderProvider>,
  );
  return userEvent.setup();
}

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
