import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ConnectionTest, ProfileView } from '#contract';
import { Deferred } from '#core/async/deferred';
import { ProfileCard } from '../../../../src-renderer/settings/profiles/profile-card.tsx';
import { apiOf, renderPane } from '../../../support/pane.tsx';
import { local, profilesWith } from '../settings-box.tsx';

const card = (profile: ProfileView) => <ProfileCard profile={profile} state={profilesWith()} onEdit={() => {}} />;
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

test('the outcome of a test is not shown for the server or the model that came in its place', async () => {
  const outcome: ConnectionTest = { ok: true, message: 'qwen3 answered', models: [], durationMs: 4 };
  const { rerender } = renderPane(apiOf({ profiles: { test: async () => outcome } }), card(local));
  await press('Test connection of local');
  expect(screen.getByText(/qwen3 answered/)).toBeTruthy();
  rerender(card({ ...local, key: 'typed' }));
  expect(screen.getByText(/qwen3 answered/)).toBeTruthy();
  rerender(card({ ...local, model: 'llama' }));
  expect(screen.queryByText(/qwen3 answered/)).toBeNull();
});

test('a profile is removed while something else is done with it slowly', async () => {
  const done: string[] = [];
  const slow = new Deferred<void>();
  const profiles = { setDefault: () => slow.promise, remove: async () => void done.push('remove') };
  renderPane(apiOf({ profiles }), card({ ...local, isDefault: false }));
  await press('Make local the default');
  await press('Remove local');
  await press('Remove it');
  expect(done).toEqual(['remove']);
});
