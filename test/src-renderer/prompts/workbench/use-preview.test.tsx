import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PromptRecord, RenderedPrompt } from '#contract';
import { ApiProvider } from '../../../../src-renderer/api/api-context.tsx';
import { usePreview } from '../../../../src-renderer/prompts/workbench/use-preview.ts';
import { apiOf } from '../../../support/pane.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const recordOf = (prompt: string) => ({ name: 'hello', prompt }) as PromptRecord;
const passed = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('a rendering that is late is pending, so that the one before is not taken for it', async () => {
  const answers: (() => void)[] = [];
  const preview = () =>
    new Promise((resolve) => {
      const rendered = { messages: [] } as unknown as RenderedPrompt;
      answers.push(() => resolve({ outcome: { isRendered: true, rendered }, problems: [] }));
    });
  const api = apiOf({ prompts: { preview } });
  const wrapper = ({ children }: { readonly children: ReactNode }) => <ApiProvider api={api}>{children}</ApiProvider>;
  const options = { id: 'hello', args: '{}', callsTools: true, world: '', isVisible: true };
  const { result, rerender } = renderHook(({ text }) => usePreview({ ...options, record: useRecord(text) }), {
    initialProps: { text: 'one' },
    wrapper,
  });
  await passed(0);
  await act(async () => answers[0]?.());
  expect(result.current.isPending).toBe(false);
  rerender({ text: 'two' });
  await passed(100);
  expect(result.current.isPending).toBe(false);
  await passed(1000);
  expect(result.current.isPending).toBe(true);
  await act(async () => answers[1]?.());
  expect(result.current.isPending).toBe(false);
  await passed(1000);
  expect(result.current.isPending).toBe(false);
});

const records = new Map<string, PromptRecord>();

/** The same record for the same text. */
function useRecord(text: string): PromptRecord {
  const record = records.get(text) ?? recordOf(text);
  records.set(text, record);
  return record;
}
