import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { REDACTED } from '#contract/redacted';
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
