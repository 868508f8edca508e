import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { useTokens } from '../../../../src-renderer/prompts/xray/use-tokens.ts';

interface StubQuestion {
  readonly id: number;
  readonly question: readonly string[];
}

/** A worker that counts letters; the first cannot be made, the second fails once it is asked. */
class StubWorker {
  static made = 0;
  onmessage: ((event: { readonly data: unknown }) => void) | undefined;
  onerror: ((event: unknown) => void) | undefined;
  readonly #number = ++StubWorker.made;

  constructor() {
    if (this.#number === 1) throw new Error('There is no memory for a thread');
  }

  postMessage({ id, question }: StubQuestion): void {
    if (this.#number === 2) setTimeout(() => this.onerror?.({}));
    else setTimeout(() => this.onmessage?.({ data: { id, answer: question.map((text) => text.length) } }));
  }

  terminate(): void {}
}

test('a worker that could not start, or failed, is started again for the next text', async () => {
  const before = globalThis.Worker;
  globalThis.Worker = StubWorker as unknown as typeof Worker;
  onTestFinished(() => {
    globalThis.Worker = before;
  });
  const { result, rerender } = renderHook(({ text }) => useTokens([text]), { initialProps: { text: 'a' } });
  await waitFor(() => expect(StubWorker.made).toBe(1), { timeout: 5000 });
  rerender({ text: 'ab' });
  await waitFor(() => expect(StubWorker.made).toBe(2), { timeout: 5000 });
  await act(async () => await new Promise((resolve) => setTimeout(resolve, 10)));
  rerender({ text: 'abc' });
  await waitFor(() => expect(result.current).toEqual([3]), { timeout: 5000 });
});

test('the count of one text is never shown beside another that took its place', async () => {
  const before = globalThis.Worker;
  globalThis.Worker = StubWorker as unknown as typeof Worker;
  onTestFinished(() => {
    globalThis.Worker = before;
  });
  const { result, rerender } = renderHook(({ texts }) => useTokens(texts), { initialProps: { texts: ['a'] } });
  await waitFor(() => expect(result.current).toEqual([1]), { timeout: 5000 });
  rerender({ texts: ['bbb', 'a'] });
  expect(result.current).toEqual([undefined, 1]);
  await waitFor(() => expect(result.current).toEqual([3, 1]), { timeout: 5000 });
});
