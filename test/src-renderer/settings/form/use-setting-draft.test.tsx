import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { Deferred } from '#core/async/deferred';
import { ApiContext } from '../../../../src-renderer/api/api-context.tsx';
import type { SettingField } from '../../../../src-renderer/settings/form/setting-fields.ts';
import { useSettingDraft } from '../../../../src-renderer/settings/form/use-setting-draft.ts';
import { apiOf, failure } from '../../../support/pane.tsx';

test('the late failure of a save is not said of the one after it', async () => {
  const answers: Deferred<void>[] = [];
  const set = () => {
    const answer = new Deferred<void>();
    answers.push(answer);
    return answer.promise;
  };
  const api = apiOf({ settings: { set } });
  const wrapper = ({ children }: { children: ReactNode }) => <ApiContext value={api}>{children}</ApiContext>;
  const field = { key: 'appearance.font_size', kind: 'integer', fallback: 13 } as unknown as SettingField;
  const { result } = renderHook(() => useSettingDraft(field, 13), { wrapper });
  act(() => result.current.save(14));
  act(() => result.current.save(15));
  await act(async () => answers[1]?.resolve());
  await act(async () => answers[0]?.reject(failure('UNAVAILABLE', 'The disk is full')));
  expect(result.current.problem).toBeUndefined();
  act(() => result.current.save(16));
  await act(async () => answers[2]?.reject(failure('UNAVAILABLE', 'The disk is full')));
  expect(result.current.problem).toBe('The disk is full');
});

test('a text that is typed back while another is being saved is saved, too', async () => {
  const saved: unknown[] = [];
  const answer = new Deferred<void>();
  const set = ({ value }: { readonly value: unknown }) => {
    saved.push(value);
    return answer.promise;
  };
  const api = apiOf({ settings: { set } });
  const wrapper = ({ children }: { children: ReactNode }) => <ApiContext value={api}>{children}</ApiContext>;
  const field = { key: 'appearance.font_size', kind: 'integer', fallback: 13 } as unknown as SettingField;
  const { result, rerender } = renderHook(({ value }) => useSettingDraft(field, value), {
    wrapper,
    initialProps: { value: 13 },
  });
  const typeIn = (text: string) => {
    act(() => result.current.setText(text));
    act(() => result.current.commit());
  };
  typeIn('20');
  typeIn('13');
  act(() => result.current.commit());
  expect(saved).toEqual([20, 13]);
  rerender({ value: 20 });
  rerender({ value: 13 });
  await act(async () => answer.resolve());
  expect(result.current.text).toBe('13');
  act(() => result.current.save(undefined));
  act(() => result.current.commit());
  expect(saved).toEqual([20, 13, undefined]);
});

test('what is given up while another text is being saved does not undo that when the field is left', async () => {
  const saved: unknown[] = [];
  const answer = new Deferred<void>();
  const set = ({ value }: { readonly value: unknown }) => {
    saved.push(value);
    return answer.promise;
  };
  const api = apiOf({ settings: { set } });
  const wrapper = ({ children }: { children: ReactNode }) => <ApiContext value={api}>{children}</ApiContext>;
  const field = { key: 'appearance.font_size', kind: 'integer', fallback: 13 } as unknown as SettingField;
  const { result, rerender } = renderHook(({ value }) => useSettingDraft(field, value), {
    wrapper,
    initialProps: { value: 13 },
  });
  act(() => result.current.setText('20'));
  act(() => result.current.commit());
  act(() => result.current.setText('7'));
  act(() => result.current.discard());
  act(() => result.current.commit());
  expect(saved).toEqual([20]);
  rerender({ value: 20 });
  await act(async () => answer.resolve());
  expect(result.current.text).toBe('20');
});
