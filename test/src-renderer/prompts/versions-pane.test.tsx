import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { VersionsPane } from '../../../src-renderer/prompts/history/versions-pane.tsx';
import { LayoutProvider } from '../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../src-renderer/state/layout-store.ts';
import { apiOf, renderPane } from '../../support/pane.tsx';
import { record, summary } from './show-prompts.tsx';

test('of two versions with the same text each is picked by itself', async () => {
  const problems = vi.spyOn(console, 'error');
  const version = { by: 'person', bytes: 1, isCurrent: false } as const;
  const versions = [
    { ...version, hash: 'h1', at: 3, label: 'third', isCurrent: true },
    { ...version, hash: 'h2', at: 2, label: 'second' },
    { ...version, hash: 'h1', at: 1, label: 'first' },
  ];
  const bench = { id: 'demo.hello', details: { summary: { ...summary, hash: 'h1' } }, isDraft: false };
  renderPane(
    apiOf({ prompts: { versions: async () => versions } }),
    <LayoutProvider store={new LayoutStore()}>
      <VersionsPane bench={bench as never} record={record} args="{}" onClose={() => {}} />
    </LayoutProvider>,
  );
  const radio = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name });
  const user = userEvent.setup();
  await user.click(await radio('Show third at the right'));
  expect((await radio('Show third at the right')).checked).toBe(true);
  expect((await radio('Show first at the right')).checked).toBe(false);
  expect(problems).not.toHaveBeenCalled();
});

test('Esc gives up a label that is being typed', async () => {
  const labelled: unknown[] = [];
  const version = { by: 'person', bytes: 1, isCurrent: false, hash: 'h2', at: 2, label: 'second' } as const;
  const bench = { id: 'demo.hello', details: { summary: { ...summary, hash: 'h1' } }, isDraft: false };
  const prompts = { versions: async () => [version], label: async (input: unknown) => void labelled.push(input) };
  renderPane(
    apiOf({ prompts }),
    <LayoutProvider store={new LayoutStore()}>
      <VersionsPane bench={bench as never} record={record} args="{}" onClose={() => {}} />
    </LayoutProvider>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Label…' }));
  await user.keyboard('third{Escape}');
  expect(screen.queryByLabelText('Label of second')).toBeNull();
  expect(labelled).toEqual([]);
});
