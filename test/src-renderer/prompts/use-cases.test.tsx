import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { PromptCase, PromptRecord } from '#contract';
import { Deferred } from '#core/async/deferred';
import { ApiContext } from '../../../src-renderer/api/api-context.tsx';
import { useCases } from '../../../src-renderer/prompts/history/use-cases.ts';
import { apiOf } from '../../support/pane.tsx';

const record = { name: 'hello' } as unknown as PromptRecord;
const one = { id: 'c1', name: 'greeting' } as unknown as PromptCase;
const two = { id: 'c2', name: 'farewell' } as unknown as PromptCase;

test('a run that ends at the same time does not hide why the list could not be read', async () => {
  const ran = new Deferred<[]>();
  const again = new Deferred<never>();
  const lists: Promise<unknown>[] = [Promise.resolve({ cases: [one], unreadable: [], path: '' }), again.promise];
  let isRun = false;
  const api = apiOf({
    prompts: {
      cases: () => lists.shift(),
      runCases: () => {
        isRun = true;
        return ran.promise;
      },
      removeCase: async () => {},
    },
  });
  const wrapper = ({ children }: { children: ReactNode }) => <ApiContext value={api}>{children}</ApiContext>;
  const { result } = renderHook(() => useCases('demo.hello', record, true), { wrapper });
  await waitFor(() => expect(isRun).toBe(true));
  await act(async () => result.current.remove('c1'));

  await act(async () => {
    again.reject(new Error('The cases cannot be read'));
    ran.resolve([]);
  });

  expect([result.current.cases, result.current.problem]).toEqual([[], 'The cases cannot be read']);
});

test('a list that is answered late does not bring a case back that was deleted since', async () => {
  const lists = [new Deferred<unknown>(), new Deferred<unknown>()];
  const answers = [
    Promise.resolve({ cases: [one, two], unreadable: [], path: '' }),
    ...lists.map((list) => list.promise),
  ];
  const api = apiOf({
    prompts: { cases: () => answers.shift(), runCases: async () => [], removeCase: async () => {} },
  });
  const wrapper = ({ children }: { children: ReactNode }) => <ApiContext value={api}>{children}</ApiContext>;
  const { result } = renderHook(() => useCases('demo.hello', record, true), { wrapper });
  await waitFor(() => expect(result.current.cases).toHaveLength(2));
  await act(async () => result.current.remove('c1'));
  await act(async () => result.current.remove('c2'));
  await act(async () => lists[1]?.resolve({ cases: [], unreadable: [], path: '' }));
  await act(async () => lists[0]?.resolve({ cases: [two], unreadable: [], path: '' }));
  expect(result.current.cases).toEqual([]);
});

test('a result of an earlier text is told from those of the text as it is now', async () => {
  const runs: Deferred<unknown[]>[] = [];
  const api = apiOf({
    prompts: {
      cases: async () => ({ cases: [one], unreadable: [], path: '' }),
      runCases: () => {
        const run = new Deferred<unknown[]>();
        runs.push(run);
        return run.promise;
      },
    },
  });
  const wrapper = ({ children }: { children: ReactNode }) => <ApiContext value={api}>{children}</ApiContext>;
  const { result, rerender } = renderHook(({ now }) => useCases('demo.hello', now, true), {
    wrapper,
    initialProps: { now: record },
  });
  await waitFor(() => expect(runs).toHaveLength(1));
  expect(result.current.isCurrent).toBe(false);
  await act(async () => runs[0]?.resolve([{ id: 'c1', state: 'changed' }]));
  expect(result.current.isCurrent).toBe(true);
  rerender({ now: { ...record } });
  expect([result.current.isCurrent, result.current.results.size]).toEqual([false, 1]);
  await waitFor(() => expect(runs).toHaveLength(2));
  await act(async () => runs[1]?.resolve([{ id: 'c1', state: 'same' }]));
  expect(result.current.isCurrent).toBe(true);
});
