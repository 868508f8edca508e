import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useCameBack } from '../../../../src-renderer/sessions/composer/use-came-back.ts';

test('lines of before there was a session come back in their order with those of the session that came', () => {
  let field = '';
  const setDraft = (change: (now: string) => string) => {
    field = change(field);
  };
  const { result, rerender } = renderHook(({ session }) => useCameBack(session, setDraft), {
    initialProps: { session: undefined as string | undefined },
  });
  const first = result.current.sent('one');
  rerender({ session: 's1' });
  const second = result.current.sent('two');
  act(first);
  act(second);
  expect(field).toBe('one\ntwo');
});
