import { describe, expect, test, vi } from 'vitest';
import { AppError } from '#core/app-error';
import { Deferred } from '#core/async/deferred';
import { KEY, ONE } from '../keys-box.ts';
import { type BenchOptions, endOnly, startProfiles } from '../profiles-workbench.ts';

describe('the key of a profile is', () => {
  test.each<[string, BenchOptions, object]>([
    [
      'its own',
      { global: 'profiles: { p: { key: own-key } }\n', environmentKey: 'env-key' },
      { key: 'own-key', from: 'profile' },
    ],
    [
      'its preset’s',
      { global: 'profiles: { p: { preset: ollama, model: m } }\n', environmentKey: 'env-key' },
      { key: 'ollama', from: 'profile' },
    ],
    ['the variable’s', { global: ONE, environmentKey: ' env-key\n' }, { key: 'env-key', from: 'environment' }],
    [
      'the variable’s where its own is blank',
      { global: 'profiles: { p: { key: " " } }\n', environmentKey: 'env-key' },
      { key: 'env-key', from: 'environment' },
    ],
  ])('%s', async (_, options, expected) => {
    await using it = await startProfiles(options);
    expect(await it.keyFor('p')).toEqual(expected);
    expect(it.keychain.read$).toEqual([]);
  });

  test('the variable’s for every profile that has none, not only the first', async () => {
    await using it = await startProfiles({
      global: 'profiles: { a: {}, b: {}, c: { key: own-key } }\n',
      selected: ['a', 'b', 'c'],
      environmentKey: 'env-key',
    });
    const keys = await Promise.all(['a', 'b', 'c'].map((name) => it.keyFor(name)));
    expect(keys.map((answer) => answer.key)).toEqual(['env-key', 'env-key', 'own-key']);
  });

  test('the keychain’s, read once', async () => {
    await using it = await startProfiles({ global: ONE });
    it.keychain.items.set('p', ' kept-key\n');
    expect(await it.keyFor('p')).toEqual({ key: 'kept-key', from: 'keychain' });
    expect(await it.keyFor('p')).toEqual({ key: 'kept-key', from: 'keychain' });
    expect(it.keychain.read$).toEqual(['p']);
    expect(it.view('p')?.key).toBe('keychain');
  });

  test('nobody’s when the profile is gone', async () => {
    await using it = await startProfiles({ global: ONE });
    expect(await it.keyFor('q')).toMatchObject({ key: undefined, why: expect.stringContaining('Profile q is not') });
  });
});

test('a key that is read while it is being forgotten is not kept in memory; one that is typed then is', async () => {
  await using it = await startProfiles({ global: ONE });
  it.keychain.items.set('p', 'kept-key');
  const { removing, remove } = holdRemoval(it.keychain);
  const forgotten = it.client.forgetKey({ name: 'p' });
  await removing.promise;
  expect(await it.keyFor('p')).toMatchObject({ key: 'kept-key' });
  remove.resolve();
  await forgotten;
  expect(it.view('p')?.key).toBe('missing');

  const again = holdRemoval(it.keychain);
  const forgottenAgain = it.client.forgetKey({ name: 'p' });
  await again.removing.promise;
  const kept = it.client.setKey({ name: 'p', key: KEY, where: 'keychain' });
  again.remove.resolve();
  await forgottenAgain;
  await kept;
  expect(await it.keyFor('p')).toEqual({ key: KEY, from: 'typed' });
  expect(it.keychain.items.get('p')).toBe(KEY);
});

/** Lets the keychain wait before it removes an item. */
function holdRemoval(keychain: { remove(name: string): Promise<unknown> }) {
  const [removing, remove] = [new Deferred<void>(), new Deferred<void>()];
  const original = keychain.remove.bind(keychain);
  keychain.remove = async (name) => {
    removing.resolve();
    await remove.promise;
    return await original(name);
  };
  return { removing, remove };
}

test.each([
  ['https://api.example.com/v1', undefined],
  ['http://localhost.example.com/v1', undefined],
  ['http://127.0.0.1:9/v1', 'k1'],
  ['http://localhost:9/v1', 'k1'],
])('a key too short to be blanked, for %s, is answered as %j', async (baseurl, expected) => {
  await using it = await startProfiles({ global: `profiles: { p: { key: k1, baseurl: "${baseurl}" } }\n` });
  const answer = await it.keyFor('p');
  expect(answer.key).toBe(expected);
  if (answer.key === undefined) expect(answer.why).toContain('at least 4 characters');
});

describe('a missing key', () => {
  test('is asked for by profile and server, kept, and not asked for at the second start', async () => {
    await using it = await startProfiles({ global: ONE });
    const waiting = it.keyFor('p');
    const question = await it.asked();
    expect(question).toMatchObject({
      profile: 'p',
      origin: 'https://api.openai.com',
      isRefused: false,
      why: 'Profile p has no key yet',
    });
    expect(question).not.toHaveProperty('folder');
    await it.client.answerKey({ id: question.id, key: ` ${KEY}\n` });
    expect(await waiting).toEqual({ key: KEY, from: 'typed' });
    expect(it.keychain.items).toEqual(new Map([['p', KEY]]));
    expect(it.view('p')?.key).toBe('typed');
    expect(it.warned).toEqual([]);

    await endOnly(it);
    await using again = await startProfiles({ after: it });
    expect(again.view('p')?.key).toBe('keychain');
    expect(await again.keyFor('p')).toEqual({ key: KEY, from: 'keychain' });
  });

  test('is asked for until it is not blank', async () => {
    await using it = await startProfiles({ global: ONE });
    const waiting = it.keyFor('p');
    const { id } = await it.asked();
    await expect(it.client.answerKey({ id, key: ' \t' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(it.client.answerKey({ id, key: 'two words' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await it.client.answerKey({ id, key: KEY });
    expect(await waiting).toMatchObject({ key: KEY });
    await expect(it.client.answerKey({ id, key: KEY })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('that nobody gives is no key, and the next request asks again', async () => {
    await using it = await startProfiles({ global: ONE });
    const waiting = it.keyFor('p');
    await it.client.declineKey({ id: (await it.asked()).id });
    expect(await waiting).toEqual({ key: undefined, why: 'No key was given for profile p' });
    void it.keyFor('p');
    expect(await it.asked()).toMatchObject({ profile: 'p' });
  });

  test('can be none by choice: the request goes on, and so do those after it', async () => {
    await using it = await startProfiles({ global: ONE });
    const waiting = it.keyFor('p');
    const { id } = await it.asked();
    await it.client.continueWithoutKey({ id });
    expect(await waiting).toEqual({ key: 'none', from: 'typed' });
    expect(it.view('p')?.key).toBe('none');
    expect(await it.keyFor('p')).toMatchObject({ key: 'none' });
    expect([...it.keychain.items]).toEqual([]);
    await expect(it.client.continueWithoutKey({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('of fifty sessions is read once and asked for once', async () => {
    await using it = await startProfiles({ global: ONE });
    const waiting = Array.from({ length: 50 }, () => it.keyFor('p'));
    const { id } = await it.asked();
    expect(it.profiles.state()).toBeDefined();
    await it.client.answerKey({ id, key: KEY });
    expect(new Set((await Promise.all(waiting)).map((answer) => answer.key))).toEqual(new Set([KEY]));
    // Once to find it, once more to see whether it has come by itself.
    expect(it.keychain.read$.length).toBeLessThanOrEqual(2);
  });

  test('is waited for until the last that wants it has gone', async () => {
    await using it = await startProfiles({ global: ONE });
    const [one, other] = [new AbortController(), new AbortController()];
    const first = it.keyFor('p', one.signal);
    const second = it.keyFor('p', other.signal);
    const { id } = await it.asked();
    one.abort();
    expect(await first).toEqual({ key: undefined, why: 'Stopped while profile p waited for its key' });
    expect((await it.asked()).id).toBe(id);
    other.abort();
    await second;
    await vi.waitFor(async () => {
      await expect(it.client.answerKey({ id, key: KEY })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });
  });

  test('is not waited for when the app ends', async () => {
    const it = await startProfiles({ global: ONE });
    const waiting = it.keyFor('p');
    await it.asked();
    await it[Symbol.asyncDispose]();
    expect(await waiting).toMatchObject({ key: undefined });
  });

  test('that is typed after another place was chosen for keys is kept there', async () => {
    await using it = await startProfiles({ global: ONE });
    it.keychain.problem = 'nobody answers';
    const waiting = it.keyFor('p');
    const question = await it.asked();
    it.keychain.unlock();
    await vi.waitFor(async () => expect((await it.asked()).why).not.toContain('nobody answers'));
    await it.client.answerKey({ id: question.id, key: KEY });
    expect(await waiting).toMatchObject({ key: KEY });
    expect(it.keychain.items.get('p')).toBe(KEY);
    expect(it.warned).toEqual([]);
  });

  test('that cannot be read is asked for, said why, and not saved over what may be there', async () => {
    await using it = await startProfiles({ global: ONE });
    it.keychain.items.set('p', 'older-key');
    it.keychain.problem = 'it is locked';
    const waiting = it.keyFor('p');
    const question = await it.asked();
    expect(question.why).toBe('The key of profile p cannot be read: it is locked');
    it.keychain.problem = undefined;
    await it.client.answerKey({ id: question.id, key: KEY });
    expect(await waiting).toMatchObject({ key: KEY });
    expect(it.keychain.items.get('p')).toBe('older-key');
    expect(it.warned).toEqual(['The key of profile p is kept until Sigma Shell ends, and then asked for again']);
    // And no second question in this run.
    expect(await it.keyFor('p')).toEqual({ key: KEY, from: 'typed' });
  });

  test('that appears by itself, as when the keychain is unlocked, takes the question away', async () => {
    await using it = await startProfiles({ global: ONE });
    it.keychain.items.set('p', 'kept-key');
    it.keychain.problem = 'it is locked';
    const waiting = it.keyFor('p');
    await it.asked();
    it.keychain.unlock();
    expect(await waiting).toEqual({ key: 'kept-key', from: 'keychain' });
  });

  test('that could not be saved is saved when the person has chosen where', async () => {
    await using it = await startProfiles({ global: ONE });
    it.keychain.state.set({ store: 'session' });
    const waiting = it.keyFor('p');
    await it.client.answerKey({ id: (await it.asked()).id, key: KEY });
    await waiting;
    expect(it.keychain.items.size).toBe(0);
    it.keychain.state.set({ store: 'file' });
    await vi.waitFor(() => expect(it.keychain.items.get('p')).toBe(KEY));
    await endOnly(it);
    await using again = await startProfiles({ after: it });
    expect(again.view('p')?.key).toBe('keychain');
  });
});

describe('after a 401', () => {
  async function refused(options: BenchOptions = {}) {
    const it = await startProfiles({ global: ONE, ...options });
    it.keychain.items.set('p', 'old-key');
    const { key = '' } = await it.keyFor('p');
    return {
      it,
      key,
      again: (used = key) =>
        it.profiles.unauthorized(
          { id: it.profiles.find('p')?.id ?? 'gone', name: 'p', baseUrl: 'https://api.openai.com/v1' },
          used,
          new AbortController().signal,
        ),
    };
  }

  test('no key in its place is not stored over the one that is kept', async () => {
    const { it, key, again } = await refused();
    await using _ = it;
    expect(it.view('p')?.key).toBe('keychain');
    const waiting = again();
    await it.client.answerKey({ id: (await it.asked()).id, key: 'none' });
    expect(await waiting).toBe('none');
    expect([it.keychain.items.get('p'), it.view('p')?.key]).toEqual([key, 'none']);
  });

  test('a key of the keychain is asked for anew, stored, and the request repeated with it', async () => {
    const { it, again } = await refused();
    await using _ = it;
    const waiting = again();
    const question = await it.asked();
    expect(question).toMatchObject({ isRefused: true, profile: 'p' });
    expect(question.why).toBe('https://api.openai.com refused the key of profile p (401)');
    await it.client.answerKey({ id: question.id, key: KEY });
    expect(await waiting).toBe(KEY);
    expect(it.keychain.items.get('p')).toBe(KEY);
    expect(await it.keyFor('p')).toMatchObject({ key: KEY });
  });

  test('a blank answer tries the old one again', async () => {
    const { it, again } = await refused();
    await using _ = it;
    const waiting = again();
    await it.client.answerKey({ id: (await it.asked()).id, key: ' ' });
    expect(await waiting).toBe('old-key');
    expect(it.keychain.items.get('p')).toBe('old-key');
  });

  test('a key that was changed in the keychain meanwhile is used without asking', async () => {
    const { it, again } = await refused();
    await using _ = it;
    it.keychain.items.set('p', 'changed-key');
    expect(await again()).toBe('changed-key');
  });

  test('without an answer the 401 stands', async () => {
    const { it, again } = await refused();
    await using _ = it;
    const waiting = again();
    await it.client.declineKey({ id: (await it.asked()).id });
    expect(await waiting).toBeUndefined();
  });

  test('several requests ask once, and one that comes later gets what was given', async () => {
    const { it, again } = await refused();
    await using _ = it;
    const waiting = [again(), again(), again()];
    await it.client.answerKey({ id: (await it.asked()).id, key: KEY });
    expect(await Promise.all(waiting)).toEqual([KEY, KEY, KEY]);
    expect(await again('old-key')).toBe(KEY);
  });

  test.each<[string, BenchOptions]>([
    ['the file', { global: 'profiles: { p: { key: own-key } }\n' }],
    ['the variable', { environmentKey: 'env-key' }],
  ])('a key of %s is the person’s to mend', async (_, options) => {
    const { it, again } = await refused(options);
    await using _it = it;
    expect(await again()).toBeUndefined();
    expect(it.keychain.items.get('p')).toBe('old-key');
  });
});

test('a key that cannot be taken out of the keychain is not shown as in use any more', async () => {
  await using it = await startProfiles({ global: ONE });
  await it.client.setKey({ name: 'p', key: 'typed-key-1', where: 'session' });
  expect(it.view('p')?.key).toBe('typed');
  it.keychain.remove = () => Promise.reject(new AppError('UNAVAILABLE', 'The key is not removed: it is locked'));
  await expect(it.client.forgetKey({ name: 'p' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(it.view('p')?.key).toBe('missing');
});

test('where no keychain answers, a key of this run is forgotten, and one of an earlier run is said to be left', async () => {
  await using it = await startProfiles({ global: ONE });
  it.keychain.problem = 'there is none';
  it.keychain.removal = 'unreachable';
  await it.client.setKey({ name: 'p', key: KEY, where: 'keychain' });
  await it.client.forgetKey({ name: 'p' });
  expect(it.view('p')?.key).toBe('missing');

  it.keychain.unlock();
  await it.client.setKey({ name: 'p', key: KEY, where: 'keychain' });
  await expect(it.client.forgetKey({ name: 'p' })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining('that an earlier run kept is not removed'),
  });
  expect(it.view('p')?.key).toBe('keychain');
});

test.each(['keychain', 'session', 'profile'] as const)(
  'a key that no request could carry is not kept (%s)',
  async (where) => {
    await using it = await startProfiles({ global: ONE });
    const key = 'sk-“quoted”-by-a-page';
    const refused = { code: 'INVALID_INPUT', message: expect.stringContaining('nothing beyond ASCII') };
    await expect(it.client.setKey({ name: 'p', key, where })).rejects.toMatchObject(refused);
    await expect(it.client.save({ scope: 'global', name: 'p', fields: {}, key, keyIn: where })).rejects.toMatchObject(
      refused,
    );
    await expect(it.client.test({ baseUrl: 'http://x.example', model: 'm', key })).rejects.toMatchObject(refused);
    expect([it.view('p')?.key, [...it.keychain.items], await it.globalText()]).toEqual(['missing', [], ONE]);
  },
);

test('a profile that goes on without a key is shown so at once', async () => {
  await using it = await startProfiles({ global: ONE });
  expect(it.view('p')?.key).toBe('missing');
  const waiting = it.keyFor('p');
  await it.client.continueWithoutKey({ id: (await it.asked()).id });
  expect(await waiting).toMatchObject({ key: 'none' });
  expect(it.view('p')?.key).toBe('none');
});
