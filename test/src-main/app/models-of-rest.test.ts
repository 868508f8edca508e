import { expect, test } from 'vitest';
import type { Profile, ProfilesFeature } from '#profiles';
import { modelOfProfiles } from '../../../src-main/app/features/create-prompts-ports.ts';

const { signal } = new AbortController();
const open = { name: 'open', baseUrl: 'https://api.openai.com/v1/', model: 'gpt-4o' };
const claude = { name: 'claude', baseUrl: 'https://api.anthropic.com/', model: 'c-1', protocol: 'anthropic' } as const;
const socket = { name: 'socket', baseUrl: 'unix:/run/ai.sock', model: 'gpt-4o' };

const resolve = (profiles: readonly Partial<Profile>[], model?: string) =>
  modelOfProfiles({
    list: () => profiles,
    defaultName: () => profiles[0]?.name,
    keyFor: async () => ({ key: 'k' }),
  } as unknown as ProfilesFeature).resolve(model, signal);

test('the REST API asks a profile by its name, by its model, else the default one', async () => {
  const asked = { baseUrl: 'https://api.openai.com/v1', apiKey: 'k', model: 'gpt-4o' };
  expect(await resolve([open, claude], 'open')).toEqual(asked);
  expect(await resolve([socket, open], 'gpt-4o')).toEqual(asked);
  expect(await resolve([open, claude], 'unknown')).toEqual(asked);
  expect(await resolve([])).toBeUndefined();
});

test('a profile that it has no way to is not asked, and said to be none', async () => {
  for (const [profiles, model, why] of [
    [[open, claude], 'claude', "Profile claude speaks Anthropic's protocol"],
    [[claude, open], undefined, "Profile claude speaks Anthropic's protocol"],
    [[socket], 'gpt-4o', 'Profile socket is at a Unix socket'],
  ] as const) {
    await expect(resolve(profiles, model)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining(why),
    });
  }
});
