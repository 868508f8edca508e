import { userEvent } from '@testing-library/user-event';
import type { PromptRecord, PromptsState, RenderOutcome } from '#contract';
import { EditorLoaderProvider } from '../../../src-renderer/editor/editor-loader.tsx';
import { PromptsView } from '../../../src-renderer/prompts/prompts-view.tsx';
import { ActionsProvider } from '../../../src-renderer/state/actions.tsx';
import { LayoutProvider } from '../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../src-renderer/state/layout-store.ts';
import { apiOf, Feed, renderPane } from '../../support/pane.tsx';

export const summary = {
  name: 'hello',
  origin: 'direct' as const,
  key: 'shenma:templates:demo:hello',
  warnings: [],
  supports: [],
};
export const state: PromptsState = {
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
export const record: PromptRecord = { name: 'hello', prompt: 'Hi', supports: [], parameters: {} };

/** Returns the host's outcome for a text without actions; one with an action is reported as unclosed. */
export function outcomeOf(prompt: string): RenderOutcome {
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

/** The view on a host that is an object: what of the prompts' procedures a test says stands in front of these. */
export function show(
  parts: Record<string, unknown> = {},
  profiles: Record<string, unknown> = {},
  store: LayoutStore = new LayoutStore(),
) {
  const details = { summary: state.prompts[0], record, schema: {}, references: [], functions: [], isOwn: true };
  const api = apiOf({
    prompts: {
      changed: new Feed(state).open,
      get: async () => details,
      cases: async () => ({ cases: [], unreadable: [], path: '' }),
      preview: async ({ draft }: { draft: PromptRecord }) => ({ outcome: outcomeOf(draft.prompt ?? ''), problems: [] }),
      ...parts,
    },
    profiles: { changed: new Feed().open, ...profiles },
  });
  const noEditor = () => Promise.reject(new Error('no editor here'));
  renderPane(
    api,
    <LayoutProvider store={store}>
      <EditorLoaderProvider load={noEditor}>
        <ActionsProvider keymap={{ 'prompts.case': 'F8' }}>
          <PromptsView isVisible />
        </ActionsProvider>
      </EditorLoaderProvider>
    </LayoutProvider>,
  );
  return userEvent.setup();
}
