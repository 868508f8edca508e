import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { ApiContext } from '../../../../src-renderer/api/api-context.tsx';
import { useTurn } from '../../../../src-renderer/sessions/sending/use-turn.ts';
import { apiOf } from '../../../support/pane.tsx';

test('a second press while a message is on its way makes no second session', async () => {
  const created: string[] = [];
  const sent: unknown[] = [];
  const api = apiOf({ sessions: { send: async (input: unknown) => void sent.push(input) } });
  const onCreate = async () => {
    created.push('s1');
    return 's1';
  };
  const wrapper = ({ children }: { children: ReactNode }) => <ApiContext value={api}>{children}</ApiContext>;
  const { result } = renderHook(() => useTurn(undefined, onCreate), { wrapper });

  await act(async () => {
    const { send } = result.current;
    expect(await Promise.all([send('hello'), send('hello')])).toEqual([true, false]);
  });

  expect(created).toEqual(['s1']);
  expect(sent).toEqual([{ session: 's1', text: 'hello' }]);
});
