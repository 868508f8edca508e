import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { MessageImage } from '#contract';
import { ApiContext } from '../../../../src-renderer/api/api-context.tsx';
import { type SubmitOptions, useSubmit } from '../../../../src-renderer/sessions/composer/use-submit.ts';
import { apiOf } from '../../../support/pane.tsx';
import { session } from '../session-workbench.tsx';

const picture: MessageImage = { hash: 'a'.repeat(64), type: 'image/png', bytes: 10 };

test('a message that waits for its image is sent once, however often Enter is pressed', async () => {
  const sent: unknown[] = [];
  let arrive = () => {};
  const settled = new Promise<readonly MessageImage[]>((resolve) => (arrive = () => resolve([picture])));
  const options = {
    session: session({ state: 'running' }),
    turn: { isRunning: true, isSending: false, send: async (...what: unknown[]) => sent.push(what) > 0 },
    waiting: [],
    modes: { mode: { kind: 'chat', chat: {} } },
    draft: 'look',
    setDraft: () => {},
    attached: { images: [], arriving: 1, settled: () => settled, remove: () => {} },
    history: { sent: () => {} },
  } as unknown as SubmitOptions;
  const wrapper = ({ children }: { children: ReactNode }) => <ApiContext value={apiOf({})}>{children}</ApiContext>;
  const { result } = renderHook(() => useSubmit(options), { wrapper });
  await act(async () => {
    result.current.submit();
    result.current.submit();
    arrive();
  });
  expect(sent).toEqual([['look', undefined, { images: [picture] }]]);
});
