import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Deferred } from '#core/async/deferred';
import { LayoutProvider } from '../../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../../src-renderer/state/layout-store.ts';
import { NewPart } from '../../../../src-renderer/workspaces/tabs/new-part.tsx';
import { apiOf, renderPane } from '../../../support/pane.tsx';

test('a name that is typed while another part is made stays', async () => {
  const made = new Deferred<{ file: string }>();
  renderPane(
    apiOf({}),
    <NewPart workspace="/w" label="Name" ways={{ 'New tool': () => made.promise }} onMade={() => {}} />,
  );
  const field = screen.getByLabelText('Name');
  fireEvent.change(field, { target: { value: 'one' } });
  fireEvent.click(screen.getByRole('button', { name: 'New tool' }));
  fireEvent.change(field, { target: { value: 'two' } });
  await act(async () => made.resolve({ file: 'tools/one.py' }));
  expect(field).toHaveProperty('value', 'two');
});

test('a name that was typed is there again after another tab was looked at, for its workspace and part alone', async () => {
  const store = new LayoutStore();
  const show = (workspace: string, label: string) =>
    renderPane(
      apiOf({}),
      <LayoutProvider store={store}>
        <NewPart
          workspace={workspace}
          label={label}
          ways={{ 'New part': async () => ({ file: 'a' }) }}
          onMade={() => {}}
        />
      </LayoutProvider>,
    );
  const first = show('/a', 'Skill');
  fireEvent.change(screen.getByLabelText('Skill'), { target: { value: 'review' } });
  first.unmount();
  for (const [workspace, label, value] of [
    ['/b', 'Skill', ''],
    ['/a', 'Tool', ''],
    ['/a', 'Skill', 'review'],
  ] as const) {
    const view = show(workspace, label);
    expect(screen.getByLabelText(label)).toHaveProperty('value', value);
    view.unmount();
  }
  show('/a', 'Skill');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'New part' })));
  expect(screen.getByLabelText('Skill')).toHaveProperty('value', '');
});
