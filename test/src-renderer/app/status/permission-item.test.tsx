import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PermissionItem } from '../../../../src-renderer/app/status/permission-item.tsx';
import type { ActionRegistry } from '../../../../src-renderer/state/action-registry.ts';
import { ActionsProvider, useActionRegistry } from '../../../../src-renderer/state/actions.tsx';
import { apiOf, renderPane } from '../../../support/pane.tsx';
import { session } from '../../sessions/session-workbench.tsx';

function Registry({ here }: { readonly here: { current?: ActionRegistry } }): undefined {
  here.current = useActionRegistry();
}

function setUp(given = session({ permission: 'edits' })) {
  const calls: unknown[] = [];
  const registry: { current?: ActionRegistry } = {};
  const api = apiOf({ rules: { setMode: async (input: unknown) => void calls.push(input) } });
  renderPane(
    api,
    <ActionsProvider keymap={{}}>
      <Registry here={registry} />
      <PermissionItem session={given} />
    </ActionsProvider>,
  );
  const run = (id: string) =>
    act(() =>
      registry.current
        ?.list()
        .find((action) => action.id === id)
        ?.run(),
    );
  return { calls, run, registry };
}

test('the status bar says what the session that is shown may do', () => {
  setUp();
  const item = screen.getByRole('button', { name: 'Permission mode: Edits allowed' });
  expect(item.title).toBe('Permission mode of “Greeting”');
});

test('the palette has each permission mode, and the next one', () => {
  const { calls, run, registry } = setUp();
  const titles = registry.current?.list().map(({ title }) => title);
  expect(titles).toEqual([
    'Permission mode: Ask',
    'Permission mode: Edits allowed',
    'Permission mode: Workspace',
    'Permission mode: Read only',
    'Next permission mode',
  ]);
  run('permission.cycle');
  run('permission.ask');
  expect(calls).toEqual([
    { session: 's1', mode: 'workspace' },
    { session: 's1', mode: 'ask' },
  ]);
});
