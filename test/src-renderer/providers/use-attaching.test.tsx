import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { ApiContext } from '../../../src-renderer/api/api-context.tsx';
import { emptyDraft } from '../../../src-renderer/providers/attach-draft.ts';
import { useAttaching } from '../../../src-renderer/providers/use-attaching.ts';
import { apiOf } from '../../support/pane.tsx';

test.each([
  ['a program', { transport: 'stdio', line: 'server' }, { cwd: '/home/me' }],
  ['an address, where no folder is asked for', { transport: 'http', url: 'https://example.org/mcp' }, {}],
] as const)('an MCP server that is %s runs in the folder that its form shows', async (_, draft, place) => {
  const asked: { readonly cwd?: string }[] = [];
  const api = apiOf({
    providers: {
      words: async ({ line }: { readonly line: string }) => [line],
      attach: async (input: { readonly cwd?: string }) => {
        asked.push(input);
        return { id: 'p' };
      },
    },
  });
  const wrapper = ({ children }: { children: ReactNode }) => <ApiContext value={api}>{children}</ApiContext>;
  const options = { workspace: '/work', chosen: undefined, onAttached: () => {} };
  const { result } = renderHook(() => useAttaching(options), { wrapper });
  const typed = { ...emptyDraft, kind: 'mcp', name: 'srv', folder: '/home/me', ...draft } as const;
  await act(() => result.current.begin(typed, new AbortController().signal));
  expect(asked.map(({ cwd }) => (cwd === undefined ? {} : { cwd }))).toEqual([place]);
});
