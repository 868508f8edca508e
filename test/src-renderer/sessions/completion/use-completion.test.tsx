import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { Completion } from '#contract';
import { Deferred } from '#core/async/deferred';
import { ApiContext } from '../../../../src-renderer/api/api-context.tsx';
import { useCompletion } from '../../../../src-renderer/sessions/completion/use-completion.ts';
import { apiOf } from '../../../support/pane.tsx';

test('the late answer to an older question does not close the list of a newer one', async () => {
  const answers: Deferred<Completion>[] = [];
  const complete = () => {
    const answer = new Deferred<Completion>();
    answers.push(answer);
    return answer.promise;
  };
  const api = apiOf({ console: { complete } });
  const wrapper = ({ children }: { children: ReactNode }) => <ApiContext value={api}>{children}</ApiContext>;
  const at = { text: 'ls do', cursor: 5 };
  const { result } = renderHook(() => useCompletion('ses_1', 'shell', at.text), { wrapper });
  act(() => void result.current.complete(at));
  act(() => void result.current.complete(at));
  const items = ['docs/', 'done.txt'].map((text) => ({ text, kind: 'file' as const }));
  await act(async () => answers[1]?.resolve({ from: 3, items }));
  expect(result.current.items).toHaveLength(2);
  await act(async () => answers[0]?.resolve({ from: 3, items: [] }));
  expect(result.current.isOpen).toBe(true);
});

test('names that begin with half of a character alike have no common beginning there', async () => {
  const items = ['😀.txt', '😁.txt'].map((text) => ({ text, kind: 'file' as const }));
  const api = apiOf({ console: { complete: async () => ({ from: 3, items }) } });
  const wrapper = ({ children }: { children: ReactNode }) => <ApiContext value={api}>{children}</ApiContext>;
  const at = { text: 'ls ', cursor: 3 };
  const { result } = renderHook(() => useCompletion('ses_1', 'shell', at.text), { wrapper });
  await act(async () => expect(await result.current.complete(at)).toBeUndefined());
  expect(result.current.items).toHaveLength(2);
});
