import { expect, test } from 'vitest';
import { startProfiles } from './profiles-workbench.ts';

const SERVER = 'http://models.example/v1';

test('a server that no profile has gets one by its name, which becomes the default; the demo goes', async () => {
  await using it = await startProfiles();
  await it.client.useDemo({ on: true });
  expect(await it.client.connect({ baseUrl: SERVER, model: 'm', key: 'sk-secret-0001' })).toEqual({
    profile: 'models',
  });
  expect(it.view('models')).toMatchObject({ baseUrl: SERVER, model: 'm', isDefault: true, key: 'typed' });
  expect(it.keychain.items.get('models')).toBe('sk-secret-0001');
  expect(await it.globalText()).not.toContain('sk-secret');
  expect(it.state().isDemo).toBe(false);
});

test.each([
  ['unix:/run/user/1000/ai.sock', 'local'],
  ["http://it's.example/v1", 'model'],
])('the server %s, whose address makes no name, gets a profile all the same', async (baseUrl, profile) => {
  await using it = await startProfiles();
  expect(await it.client.connect({ baseUrl, model: 'm' })).toEqual({ profile });
  expect(it.view(profile)).toMatchObject({ baseUrl, model: 'm', isDefault: true });
});

test('a profile that has the server, however its address is written, is changed and keeps the rest', async () => {
  const global = `default: other
profiles:
  other: {model: x}
  mine: # by hand
    baseurl: ${SERVER}/
    model: old
    prompt: Be brief.
    concurrency: 3
    images: true
`;
  await using it = await startProfiles({ global });
  expect(await it.client.connect({ baseUrl: SERVER, model: 'new' })).toEqual({ profile: 'mine' });
  const kept = { prompt: 'Be brief.', concurrency: 3, images: true };
  expect(it.view('mine')).toMatchObject({ model: 'new', isDefault: true, ...kept });
  expect(await it.globalText()).toContain('# by hand');
});

test('a profile that has the server by its preset or by default is that one', async () => {
  await using it = await startProfiles({ global: 'profiles:\n  work: {preset: openai}\n' });
  expect(await it.client.connect({ baseUrl: 'https://api.openai.com/v1', model: 'gpt-5' })).toEqual({
    profile: 'work',
  });
  expect(it.view('work')).toMatchObject({ preset: 'openai', model: 'gpt-5', concurrency: 5 });
});

test.each([
  ['openai', 'protocol: anthropic', undefined],
  [undefined, 'protocol: anthropic', undefined],
  ['anthropic', 'protocol: openai', 'anthropic'],
  ['openai', 'preset: anthropic', undefined],
  [undefined, 'preset: anthropic', 'anthropic'],
] as const)(
  'a server that was tried by protocol %s is asked so, where its profile had %s',
  async (protocol, had, has) => {
    await using it = await startProfiles({ global: `profiles:\n  mine: {baseurl: "${SERVER}", ${had}, model: m}\n` });
    await it.client.connect({ baseUrl: SERVER, model: 'm', ...(protocol && { protocol }) });
    expect(it.view('mine')?.protocol).toBe(has);
  },
);

test('a name that another server has is counted on', async () => {
  const global =
    'profiles:\n  models: {baseurl: http://one.example/v1}\n  models-2: {baseurl: http://two.example/v1}\n';
  await using it = await startProfiles({ global });
  expect(await it.client.connect({ baseUrl: SERVER, model: 'm' })).toEqual({ profile: 'models-3' });
  expect(it.view('models')?.baseUrl).toBe('http://one.example/v1');
});

test.each([
  ['on this machine, of which no key is asked', { baseUrl: 'http://127.0.0.1:9/v1', model: 'm' }, 'none'],
  ['elsewhere without a key by intent', { baseUrl: SERVER, model: 'm', key: '' }, 'none'],
  ['elsewhere, whose key is not known yet', { baseUrl: SERVER, model: 'm' }, 'missing'],
])('a server %s', async (_, connection, key) => {
  await using it = await startProfiles();
  const { profile } = await it.client.connect(connection);
  expect(it.view(profile)?.key).toBe(key);
  expect([...it.keychain.items]).toEqual([]);
});

test('a blank model leaves the one that is there', async () => {
  await using it = await startProfiles({ global: `profiles:\n  mine: {baseurl: ${SERVER}, model: kept}\n` });
  await it.client.connect({ baseUrl: SERVER, model: ' ' });
  expect(it.view('mine')?.model).toBe('kept');
});

test.each([
  ['OpenAI', 'https://api.openai.com/v1', { preset: 'openai', context: 262_144, concurrency: 5 }],
  ['Ollama', 'http://localhost:11434/v1', { preset: 'ollama', context: 16_384 }],
  ['another', SERVER, { context: 16_384, concurrency: 1 }],
])('a new profile for %s keeps the history that suits it', async (_, baseUrl, fields) => {
  await using it = await startProfiles();
  const { profile } = await it.client.connect({ baseUrl, model: 'm', key: 'sk-secret-0002' });
  expect(it.view(profile)).toMatchObject(fields);
});
