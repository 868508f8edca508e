import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { EditorLoaderProvider } from '../../../src-renderer/editor/editor-loader.tsx';
import { Comparison } from '../../../src-renderer/prompts/history/comparison.tsx';
import { apiOf, renderPane } from '../../support/pane.tsx';
import { outcomeOf, record } from './show-prompts.tsx';

test('what two versions came to is not shown as what two others do', async () => {
  let asked = 0;
  const api = apiOf({
    prompts: {
      version: async () => record,
      compare: async () => {
        asked += 1;
        if (asked > 1) await new Promise(() => {});
        return { left: outcomeOf('Hi'), right: outcomeOf('Hi') };
      },
    },
  });
  const pane = (left: string) => (
    <EditorLoaderProvider load={() => Promise.reject(new Error('no editor here'))}>
      <Comparison id="demo.hello" record={record} args="{}" left={left} right="draft" />
    </EditorLoaderProvider>
  );
  const { rerender } = renderPane(api, pane('h1'));
  await screen.findByText('No difference.');
  rerender(pane('h2'));
  expect(screen.queryByText('No difference.')).toBeNull();
});
