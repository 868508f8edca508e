import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { KEY, ONE } from './keys-box.ts';
import { endOnly, startProfiles } from './profiles-workbench.ts';

describe('a local file and the keys of a person', () => {
  const EVIL = 'http://evil.example/v1';
  const USUAL = 'https://api.openai.com/v1';

  /** Whether a request gets a key without anyone being asked. */
  async function gets(given: {
    file: 'global' | 'local';
    server: string;
    source: 'environment' | 'keychain';
    trusted?: boolean;
    boundTo?: string;
    globalServer?: string;
  }): Promise<boolean> {
    const yaml = (server: string) => `profiles: { p: { baseurl: '${server}' } }\n`;
    await using it = await startProfiles({
      ...(given.file === 'global' ? { global: yaml(given.server) } : { local: yaml(given.server) }),
      ...(given.globalServer === undefined ? {} : { global: yaml(given.globalServer) }),
    });
    await endOnly(it);
    it.keychain.items.set('p', 'kept-key');
    if (given.boundTo !== undefined) {
      const origins = { v: 1, origins: { p: new URL(given.boundTo).origin } };
      await writeFile(join(it.data, 'key-origins.json'), JSON.stringify(origins));
    }
    const environmentKey = given.source === 'environment' ? 'env-key' : undefined;
    await it.trust.set(it.folder, given.trusted ?? false);
    if (given.source === 'environment') it.keychain.items.clear();
    await using again = await startProfiles({ after: it, environmentKey });
    const stop = new AbortController();
    const answer = again.keyFor('p', stop.signal);
    void again.asked().then(() => stop.abort());
    const { key } = await answer;
    if (key === undefined) expect(again.keychain.read$.length === 0 || given.source === 'environment').toBe(true);
    return key === (given.source === 'environment' ? 'env-key' : 'kept-key');
  }

  test.each([
    ['the variable goes to a server of the person’s own file', { file: 'global', server: EVIL }, true],
    ['the variable goes to a usual server that a local file names', { file: 'local', server: USUAL }, true],
    [
      'the variable goes to the server of the global profile of that name',
      { file: 'local', server: 'http://corp.example/v2', globalServer: 'http://corp.example/v1' },
      true,
    ],
    ['not to another that a local file names', { file: 'local', server: EVIL }, false],
    ['not to the usual one without encryption', { file: 'local', server: 'http://api.openai.com/v1' }, false],
    ['not to another port of it', { file: 'local', server: 'https://api.openai.com:8443/v1' }, false],
    ['not to one that only looks like it', { file: 'local', server: 'https://api.openai.com.evil.example/v1' }, false],
    ['not to another than the global profile’s', { file: 'local', server: EVIL, globalServer: USUAL }, false],
    ['once the folder is trusted', { file: 'local', server: EVIL, trusted: true }, true],
  ] as const)('%s', async (_, given, expected) => {
    expect(await gets({ ...given, source: 'environment' })).toBe(expected);
  });

  test.each([
    ['an item goes to the server it was entered for', { file: 'global', server: EVIL, boundTo: EVIL }, true],
    ['an item nobody bound goes to the person’s own profile', { file: 'global', server: EVIL }, true],
    [
      'an item never goes to another than its own, whatever the global file says',
      { file: 'global', server: EVIL, boundTo: USUAL },
      false,
    ],
    ['an item nobody bound goes to no local profile', { file: 'local', server: USUAL }, false],
    ['but to one that is trusted', { file: 'local', server: EVIL, trusted: true }, true],
    [
      'nowhere else, not even trusted, where the person has a profile of that name',
      { file: 'local', server: EVIL, trusted: true, globalServer: USUAL },
      false,
    ],
    [
      'to the server of that one, whoever names it',
      { file: 'local', server: 'http://corp.example/v2', globalServer: 'http://corp.example/v1' },
      true,
    ],
    [
      'a bound one goes to a usual server that a local file names',
      { file: 'local', server: USUAL, boundTo: USUAL },
      true,
    ],
    ['not to an untrusted one, even the one it was entered for', { file: 'local', server: EVIL, boundTo: EVIL }, false],
    [
      'to the one it was entered for, when trusted',
      { file: 'local', server: EVIL, boundTo: EVIL, trusted: true },
      true,
    ],
    ['not to another, when trusted', { file: 'local', server: EVIL, boundTo: USUAL, trusted: true }, false],
  ] as const)('%s', async (_, given, expected) => {
    expect(await gets({ ...given, source: 'keychain' })).toBe(expected);
  });

  test('says why a key is withheld, and which folder’s trust releases it; the question then goes away', async () => {
    await using it = await startProfiles({
      local: `profiles: { p: { baseurl: '${EVIL}' } }\n`,
      environmentKey: 'env-key',
    });
    expect(it.view('p')?.key).toBe('withheld');
    const waiting = it.keyFor('p');
    const question = await it.asked();
    expect(question.why).toBe(
      'PHISHELL_KEY is not sent to http://evil.example, which a file in this folder names, before the folder is trusted',
    );
    expect(question.folder).toBe(it.folder);
    await it.client.trustFolder({ path: it.folder, trusted: true });
    expect(await waiting).toEqual({ key: 'env-key', from: 'environment' });
    expect(it.view('p')?.key).toBe('environment');
    expect(it.state().files.find(({ scope }) => scope === 'local')?.isTrusted).toBe(true);
  });

  test('offers no trust that would release nothing, and says what is so once the folder is trusted', async () => {
    await using bound = await startProfiles({ global: 'profiles: { p: {} }\n' });
    await bound.client.setKey({ name: 'p', key: KEY, where: 'keychain' });
    await endOnly(bound);
    await using it = await startProfiles({ after: bound, local: `profiles: { p: { baseurl: '${EVIL}' } }\n` });
    expect(it.view('p')?.key).toBe('elsewhere');
    const waiting = it.keyFor('p');
    expect(await it.asked()).not.toHaveProperty('folder');
    await it.client.declineKey({ id: (await it.asked()).id });
    expect(await waiting).toMatchObject({ key: undefined });
  });

  test('an open question says what is so now: why, and whether trust would help', async () => {
    await using first = await startProfiles({ local: `profiles: { p: { baseurl: '${EVIL}' } }\n` });
    await first.client.setKey({ name: 'p', key: KEY, where: 'keychain' });
    await endOnly(first);
    await using it = await startProfiles({ after: first });
    it.keychain.problem = 'it is locked';
    const waiting = it.keyFor('p');
    expect(await it.asked()).toMatchObject({ folder: it.folder, why: expect.stringContaining('is trusted') });
    await it.client.trustFolder({ path: it.folder, trusted: true });
    await vi.waitFor(async () => {
      const question = await it.asked();
      expect(question.why).toContain('it is locked');
      expect(question).not.toHaveProperty('folder');
    });
    it.keychain.unlock();
    expect(await waiting).toEqual({ key: KEY, from: 'keychain' });
  });

  test('a key typed for a local server does not take the place of the person’s own', async () => {
    await using it = await startProfiles({ global: 'profiles: { p: {} }\n' });
    const waiting = it.keyFor('p');
    await it.client.answerKey({ id: (await it.asked()).id, key: KEY });
    await waiting;
    await endOnly(it);

    await using evil = await startProfiles({ after: it, local: `profiles: { p: { baseurl: '${EVIL}' } }\n` });
    const second = evil.keyFor('p');
    const question = await evil.asked();
    expect(question.why).toBe(
      'The stored key of profile p was entered for https://api.openai.com and is not sent to http://evil.example',
    );
    await evil.client.answerKey({ id: question.id, key: 'for-evil-only' });
    expect(await second).toMatchObject({ key: 'for-evil-only' });
    expect(evil.keychain.items.get('p')).toBe(KEY);
    expect(evil.warned).toHaveLength(1);
  });

  test.each([
    ['that was entered here', true],
    ['of another program', false],
  ])('nor does one that is set for it by hand, where there is one %s', async (_, isBound) => {
    await using it = await startProfiles({
      global: 'profiles: { p: {} }\n',
      local: `profiles: { p: { baseurl: '${EVIL}' } }\n`,
    });
    it.keychain.items.set('p', 'own-key-1');
    if (isBound) {
      const origins = { v: 1, origins: { p: 'https://api.openai.com' } };
      await writeFile(join(it.data, 'key-origins.json'), JSON.stringify(origins));
    }
    await endOnly(it);
    await using again = await startProfiles({ after: it });
    await expect(again.client.setKey({ name: 'p', key: KEY, where: 'keychain' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('https://api.openai.com'),
    });
    expect(it.keychain.items.get('p')).toBe('own-key-1');
    await again.client.setKey({ name: 'p', key: KEY, where: 'session' });
    expect(await again.keyFor('p')).toMatchObject({ key: KEY });
  });

  test('a profile whose key is refused so is not written either', async () => {
    const local = `profiles: { p: { baseurl: '${EVIL}', key: old-key-1 } }\n`;
    await using it = await startProfiles({ global: 'profiles: { p: {} }\n', local });
    it.keychain.items.set('p', 'own-key-1');
    const fields = { baseUrl: `${EVIL}/other`, model: 'm' };
    const saved = it.client.save({ scope: 'local', name: 'p', fields, key: KEY, keyIn: 'keychain' });
    await expect(saved).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await it.localText()).toBe(local);
  });

  test('a typed key that no keychain takes stays with its server while the file changes', async () => {
    await using it = await startProfiles({ global: `profiles: { p: { baseurl: 'http://one.example/v1' } }\n` });
    it.keychain.state.set({ store: 'session' });
    const waiting = it.keyFor('p');
    await it.client.answerKey({ id: (await it.asked()).id, key: KEY });
    await waiting;
    it.keychain.items.set('p', KEY);
    await writeFile(it.globalFile, `profiles: { p: { baseurl: 'http://two.example/v1' } }\n`);
    await vi.waitFor(() => expect(it.view('p')?.baseUrl).toContain('two'), { timeout: 5000 });
    const second = it.keyFor('p');
    await it.client.declineKey({ id: (await it.asked()).id });
    expect(await second).toMatchObject({ key: undefined });
  });

  test('a client that was made before the file changed gets no key of the new server', async () => {
    await using it = await startProfiles({ global: "profiles: { p: { baseurl: 'http://old.example/v1' } }\n" });
    const old = it.profiles.find('p');
    if (!old) throw new Error('The profile is missing');
    await it.client.save({
      scope: 'global',
      name: 'p',
      fields: { baseUrl: 'http://new.example/v1' },
      key: KEY,
      keyIn: 'profile',
    });
    const { signal } = new AbortController();
    expect(await it.profiles.keyFor(old, signal)).toEqual({
      key: undefined,
      why: 'Profile p has another server now; send again',
    });
    expect(await it.profiles.unauthorized(old, 'old-key', signal)).toBeUndefined();
    expect(await it.keyFor('p')).toMatchObject({ key: KEY });
  });

  test('a broken record of servers binds nothing to a local file', async () => {
    await using it = await startProfiles({ local: `profiles: { p: { baseurl: '${USUAL}' } }\n` });
    await endOnly(it);
    it.keychain.items.set('p', 'kept-key');
    await writeFile(join(it.data, 'key-origins.json'), '{"v":1,"origins":{"p":7}}');
    await using again = await startProfiles({ after: it });
    void again.keyFor('p');
    expect(await again.asked()).toMatchObject({ why: 'Profile p has no key yet' });
  });
});

test('a record of servers that cannot be read is kept aside when the next server is written down', async () => {
  await using it = await startProfiles({ global: ONE });
  const broken = '{"v":1,"origins":{"q":"https://q.example"}';
  await writeFile(join(it.data, 'key-origins.json'), broken);
  await it.client.setKey({ name: 'p', key: KEY, where: 'keychain' });
  const kept = (await readdir(it.data)).filter((name) => name.startsWith('key-origins.broken-'));
  expect(kept).toHaveLength(1);
  expect(await readFile(join(it.data, kept[0] ?? ''), 'utf8')).toBe(broken);
});

test('no key is in what the page sees, in the log, or in what is asked', async () => {
  const secrets = ['sk-in-the-file-0001', 'sk-in-the-variable-2', 'sk-in-the-keychain-3', 'sk-that-was-typed-04'];
  const [inFile = '', inVariable = '', inKeychain = '', typed = ''] = secrets;
  await using it = await startProfiles({
    global: `profiles:\n  a: { key: ${inFile} } # ${inFile}\n  b: {}\n`,
    local: `profiles: { c: { baseurl: 'http://c.example/v1', prompt: 'say ${inFile}' } }\n`,
    environmentKey: inVariable,
    selected: ['a', 'b', 'c'],
  });
  it.keychain.items.set('b', inKeychain);
  await it.keyFor('a');
  await it.keyFor('b');
  void it.keyFor('c');
  const question = await it.asked();
  await it.client.answerKey({ id: question.id, key: typed });
  await it.client.setKey({ name: 'b', key: inKeychain, where: 'session' });
  const seen = JSON.stringify([it.state(), it.logged, it.warned, question]);
  for (const secret of secrets) {
    expect(seen).not.toContain(secret);
    expect(it.redactor.text(`x ${secret} y`)).toBe('x [secret removed] y');
  }
});

test('the record of servers has no keys in it and is its owner’s alone', async () => {
  await using it = await startProfiles({ global: ONE });
  expect(await it.client.setKey({ name: 'p', key: KEY, where: 'keychain' })).toEqual({ kept: 'keychain' });
  const file = join(it.data, 'key-origins.json');
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ v: 1, origins: { p: 'https://api.openai.com' } });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await it.client.forgetKey({ name: 'p' });
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ v: 1, origins: {} });
  expect(it.keychain.items.size).toBe(0);
  expect(it.view('p')?.key).toBe('missing');
});
