import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Deferred } from '#core/async/deferred';
import { usePromptDialog } from '../../../../src-renderer/sessions/completion/use-prompt-dialog.ts';
import type { AttachedImages } from '../../../../src-renderer/sessions/sending/use-draft-images.ts';
import type { TurnControls } from '../../../../src-renderer/sessions/sending/use-turn.ts';

const attached: AttachedImages = {
  images: [],
  arriving: 0,
  problem: undefined,
  clearProblem: () => {},
  add: () => {},
  remove: () => {},
  put: () => {},
  settled: async () => [],
};

test('what is written while a prompt is on its way is kept, and so is another prompt that was chosen', async () => {
  const sent = new Deferred<boolean>();
  const turn: TurnControls = {
    isRunning: false,
    isSending: false,
    problem: undefined,
    stop: () => {},
    retry: () => {},
    send: () => sent.promise,
  };
  let draft = '/re';
  const setDraft = (change: (now: string) => string) => {
    draft = change(draft);
  };
  const { result, rerender } = renderHook(() => usePromptDialog(turn, undefined, { draft, setDraft, attached }));
  act(() => result.current.choose('review'));
  let done: Promise<void> | undefined;
  act(() => {
    done = result.current.send('{}');
  });
  act(() => result.current.leave());
  draft = 'And then?';
  rerender();
  act(() => result.current.choose('summary'));
  await act(async () => {
    sent.resolve(true);
    await done;
  });
  expect(draft).toBe('And then?');
  expect(result.current.chosen).toBe('summary');
});
