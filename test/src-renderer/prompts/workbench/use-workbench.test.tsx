import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { PromptDetails } from '#contract';
import { Deferred } from '#core/async/deferred';
import { ApiContext } from '../../../../src-renderer/api/api-context.tsx';
import { useWorkbench } from '../../../../src-renderer/prompts/workbench/use-workbench.ts';
import { LayoutProvider } from '../../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../../src-renderer/state/layout-store.ts';
import { apiOf } from '../../../support/pane.tsx';
import { record, summary } from '../show-prompts.tsx';

const stored = (hash: string, prompt: string): PromptDetails => ({
  summary: { ...summary, id: 'a.b', hash, versions: 1, cases: 0 },
  record: { ...record, prompt },
  schema: {},
  references: [],
  functions: [],
  isOwn: true,
});

test('a prompt is shown as it was read last, whichever answer comes last', async () => {
  const answers: Deferred<PromptDetails>[] = [];
  const get = () => {
    const answer = new Deferred<PromptDetails>();
    answers.push(answer);
    return answer.promise;
  };
  const api = apiOf({ prompts: { get } });
  const layout = new LayoutStore();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApiContext value={api}>
      <LayoutProvider store={layout}>{children}</LayoutProvider>
    </ApiContext>
  );
  const { result, rerender } = renderHook(({ hash }) => useWorkbench('a.b', stored(hash, '').summary), {
    wrapper,
    initialProps: { hash: 'h1' },
  });
  rerender({ hash: 'h2' });
  await act(async () => answers[1]?.resolve(stored('h2', 'new')));
  expect(result.current.record?.prompt).toBe('new');
  await act(async () => answers[0]?.resolve(stored('h1', 'old')));
  expect(result.current.record?.prompt).toBe('new');
});
