import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { REDACTED } from '#contract/redacted';
import { Deferred } from '#core/async/deferred';
import { useYamlDraft } from '../../../../src-renderer/settings/file/use-yaml-draft.ts';
import { LayoutProvider } from '../../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../../src-renderer/state/layout-store.ts';

const FILE = 'profiles: {}\n';

/** Page that shows the file; the layout outlives it. */
function page(layout: LayoutStore, yaml = FILE) {
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <LayoutProvider store={layout}>{children}</LayoutProvider>
  );
  return renderHook(({ text }) => useYamlDraft(text, 'a-file'), { wrapper, initialProps: { text: yaml } });
}

test('what was typed outlives the page, until it is saved', async () => {
  const layout = new LayoutStore();
  const first = page(layout);
  act(() => first.result.current.change('profiles:\n  a: {}\n'));
  first.unmount();
  const { result, rerender } = page(layout);
  expect(result.current).toMatchObject({
    text: 'profiles:\n  a: {}\n',
    isChanged: true,
    isStale: false,
    lacksSecrets: false,
  });
  await act(() => result.current.save(async () => true));
  rerender({ text: 'profiles:\n  a: {}\n' });
  expect(result.current).toMatchObject({ text: 'profiles:\n  a: {}\n', isChanged: false });
  expect(page(layout).result.current).toMatchObject({ text: FILE, isChanged: false });
});

test('a key that was typed is not kept with it, and that is said', () => {
  const layout = new LayoutStore();
  const first = page(layout);
  act(() => first.result.current.change('profiles:\n  a:\n    key: sk-0123456789\n'));
  expect(first.result.current.lacksSecrets).toBe(false);
  first.unmount();
  expect(JSON.stringify(layout.get('a-file'))).not.toContain('sk-0123456789');
  const { result } = page(layout);
  expect(result.current).toMatchObject({ text: `profiles:\n  a:\n    key: ${REDACTED}\n`, lacksSecrets: true });
  act(() => result.current.discard());
  expect(result.current).toMatchObject({ text: FILE, lacksSecrets: false });
  expect(layout.get('a-file')).toBeUndefined();
});

test('a file that has changed since is not written over unsaid', () => {
  const layout = new LayoutStore();
  const first = page(layout);
  act(() => first.result.current.change('profiles:\n  a: {}\n'));
  first.unmount();
  expect(page(layout, 'profiles:\n  b: {}\n').result.current).toMatchObject({
    text: 'profiles:\n  a: {}\n',
    isStale: true,
  });
});

test('a text that was typed back to that of the file is no draft when the file changes', () => {
  const layout = new LayoutStore();
  const { result, rerender } = page(layout);
  act(() => result.current.change(`${FILE}x`));
  act(() => result.current.change(FILE));
  rerender({ text: 'profiles:\n  b: {}\n' });
  expect(result.current).toMatchObject({ text: 'profiles:\n  b: {}\n', isChanged: false, isStale: false });
  expect(layout.get('a-file')).toBeUndefined();
});

test('what is typed back while another text is saved stays', async () => {
  const { result, rerender } = page(new LayoutStore());
  const saved = new Deferred<boolean>();
  act(() => result.current.change('profiles:\n  a: {}\n'));
  act(() => void result.current.save(() => saved.promise));
  act(() => result.current.change(FILE));
  rerender({ text: 'profiles:\n  a: {}\n' });
  await act(async () => saved.resolve(true));
  expect(result.current).toMatchObject({ text: FILE, isChanged: true, isStale: false });
});

test('a text that was saved here once, and is put back into the file by somebody else, is a change of theirs', async () => {
  const { result, rerender } = page(new LayoutStore());
  const [mine, theirs] = ['profiles:\n  mine: {}\n', 'profiles:\n  theirs: {}\n'];
  act(() => result.current.change(mine));
  await act(() => result.current.save(async () => true));
  rerender({ text: mine });
  rerender({ text: theirs });
  act(() => result.current.change(`${theirs}  more: {}\n`));
  rerender({ text: mine });
  expect(result.current).toMatchObject({ isChanged: true, isStale: true });
});
