import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { EditorLoaderProvider } from '../../../../src-renderer/editor/editor-loader.tsx';
import { ExtensionDetail } from '../../../../src-renderer/prompts/records/extension-detail.tsx';
import { ToolDetail } from '../../../../src-renderer/prompts/records/tool-detail.tsx';
import { apiOf, renderPane } from '../../../support/pane.tsx';

const common = { id: 'me.one', key: 'k', description: 'The same' };
const tool = { ...common, callable: 'me_one', type: 'restful', module: 'me' };
const extension = {
  ...common,
  displayName: 'One',
  publisher: 'me',
  version: '1',
  icon: '',
  prompts: [],
  missing: [],
  warnings: [],
};

const details: readonly (readonly [string, (hash: string) => ReactNode])[] = [
  ['tool', (hash) => <ToolDetail tool={{ ...tool, hash } as never} go={() => {}} />],
  ['extension', (hash) => <ExtensionDetail extension={{ ...extension, hash } as never} go={() => {}} />],
];

test.each(details)('a record that another program has changed is read again: %s', async (part, detail) => {
  const stored = { key: 'k', json: '"before"', hash: 'h1' };
  const shown = (hash: string) => (
    <EditorLoaderProvider load={() => Promise.reject(new Error('no editor here'))}>{detail(hash)}</EditorLoaderProvider>
  );
  const { rerender } = renderPane(apiOf({ prompts: { [part]: async () => ({ ...stored }) } }), shown('h1'));
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'JSON of me.one' });
  expect((await field()).value).toBe('"before"');
  Object.assign(stored, { json: '"after"', hash: 'h2' });
  rerender(shown('h2'));
  await waitFor(async () => expect((await field()).value).toBe('"after"'));
});
