import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { EditorLoaderProvider } from '../../../../src-renderer/editor/editor-loader.tsx';
import { ToolDetail } from '../../../../src-renderer/prompts/records/tool-detail.tsx';
import { LayoutProvider } from '../../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../../src-renderer/state/layout-store.ts';
import { apiOf, renderPane } from '../../../support/pane.tsx';

const tool = {
  id: 'demo.echo',
  callable: 'demo_echo',
  key: 'shenma:tools:demo:echo',
  type: 'restful',
  module: 'demo',
  hash: 'h',
  description: 'Echoes',
} as const;

test('a call that fails does not leave the answer of the one before beside it', async () => {
  const answers = [
    Promise.resolve({ outcome: 'value', json: '"first"', durationMs: 1 }),
    Promise.reject(new Error('The service is gone')),
  ];
  for (const answer of answers) answer.catch(() => {});
  const tried = { tool: async () => ({ key: tool.key, json: '{}', hash: 'h' }), tryTool: () => answers.shift() };
  renderPane(
    apiOf({ prompts: tried }),
    <EditorLoaderProvider load={() => Promise.reject(new Error('no editor here'))}>
      <ToolDetail tool={tool as never} go={() => {}} />
    </EditorLoaderProvider>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Call' }));
  await screen.findByText('"first"');
  await user.click(screen.getByRole('button', { name: 'Call' }));
  await screen.findByText('The service is gone');
  expect(screen.queryByText('"first"')).toBeNull();
});

test('arguments that a tool is tried with are there after a reload', async () => {
  const record = { parameters: { type: 'object', properties: { city: { type: 'string' } } } };
  const host = { tool: async () => ({ key: tool.key, json: JSON.stringify(record), hash: 'h' }) };
  const store = new LayoutStore();
  const open = () =>
    renderPane(
      apiOf({ prompts: host }),
      <LayoutProvider store={store}>
        <EditorLoaderProvider load={() => Promise.reject(new Error('no editor here'))}>
          <ToolDetail tool={tool as never} go={() => {}} />
        </EditorLoaderProvider>
      </LayoutProvider>,
    );
  const page = open();
  await userEvent.setup().type(await screen.findByLabelText('city'), 'Oslo');
  page.unmount();
  open();
  expect(await screen.findByLabelText('city')).toHaveProperty('value', 'Oslo');
});
