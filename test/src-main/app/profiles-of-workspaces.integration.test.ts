import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Api, KeyRequest, ProfilesState } from '#contract';
import { type PhiHome, phiHome } from '../../support/phi-app.ts';
import { type PhiEngine, phiEngine, until } from '../../support/phi-engine.ts';
import { type ScriptedModelServer, scriptedModelServer } from '../../support/scripted-model-server.ts';

/** Two folders with a file of profiles each, both with a profile `dev`, at servers of their own. */
async function twoFolders(key: { readonly here?: string; readonly there?: string } = {}) {
  const [here, there] = [await scriptedModelServer(), await scriptedModelServer()];
  const home = await phiHome({ global: '', local: profiles('dev', here, key.here) });
  const other = join(home.home, 'other');
  await mkdir(other);
  await writeFile(join(other, '.phishell.yaml'), profiles('dev', there, key.there));
  return {
    home,
    other,
    here,
    there,
    [Symbol.asyncDispose]: async () => {
      for (const one of [home, here, there]) await one[Symbol.asyncDispose]();
    },
  };
}

const profiles = (name: string, { baseUrl }: ScriptedModelServer, key?: string) =>
  `profiles:\n  ${name}: {baseurl: '${baseUrl}', model: of-${name}${key === undefined ? '' : `, key: ${key}`}}\n`;

const startedIn = (home: PhiHome, folder: string, phishellKey?: string) =>
  phiEngine({ home, start: { args: ['-dir', folder], ...(phishellKey !== undefined && { phishellKey }) } });

const sessionIn = async ({ api }: PhiEngine, workspace: string) => (await api.sessions.create({ workspace })).id;

const keysAt = ({ completions }: Pick<ScriptedModelServer, 'completions'>) =>
  completions.map(({ headers }) => headers.authorization?.replace('Bearer ', ''));

async function first<T>(stream: Promise<AsyncIterable<T>>): Promise<T> {
  for await (const value of await stream) return value;
  throw new Error('The stream ended');
}

const seenFrom = (api: Api, workspace: string): Promise<ProfilesState> => first(api.profiles.changed({ workspace }));

async function asked(api: Api): Promise<KeyRequest> {
  for await (const [question] of await api.profiles.keyRequests()) if (question) return question;
  throw new Error('The questions ended');
}

describe('a session is answered by the profiles of its own folder', () => {
  test('beside another one, whose profile has the same name, at its server and with its key', async () => {
    await using it = await twoFolders({ here: 'key-of-here', there: 'key-of-there' });
    await using app = await startedIn(it.home, it.home.workspace);
    const there = await sessionIn(app, it.other);
    it.here.push({ text: 'one' }, { text: 'three' });
    it.there.push({ text: 'two' });

    expect(await app.say('hi')).toBe('one');
    expect(await app.say('hi', undefined, there)).toBe('two');
    expect(await app.say('hi', 'dev')).toBe('three');

    expect([keysAt(it.here), keysAt(it.there)]).toEqual([['key-of-here', 'key-of-here'], ['key-of-there']]);
  });

  test('where it was made at an earlier start, and this one is in another folder', async () => {
    await using it = await twoFolders({ here: 'key-of-here', there: 'key-of-there' });
    let session = '';
    {
      await using before = await startedIn(it.home, it.home.workspace);
      session = before.session;
      it.here.push({ text: 'one' });
      await before.say('hi');
    }
    await using app = await startedIn(it.home, it.other);
    it.here.push({ text: 'again' });
    expect(await app.say('hi', undefined, session)).toBe('again');
    expect([keysAt(it.here), keysAt(it.there)]).toEqual([['key-of-here', 'key-of-here'], []]);
  });

  test('has its chat modes, which follow its file', async () => {
    await using it = await twoFolders();
    await writeFile(join(it.other, '.phishell.yaml'), profiles('theirs', it.there, 'k'));
    await using app = await startedIn(it.home, it.home.workspace);
    const there = await sessionIn(app, it.other);
    const modes = async (session: string) => (await first(app.api.console.changed({ session }))).modes;

    await until(async () => (await modes(there)).includes('theirs'));
    expect([await modes(app.session), await modes(there)]).toEqual([['dev'], ['theirs']]);
    await expect(app.api.console.addMode({ session: there, profile: 'dev' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      data: { advice: 'Known profiles: theirs.' },
    });

    await writeFile(join(it.other, '.phishell.yaml'), profiles('renamed', it.there, 'k'));
    await until(async () => (await modes(there)).join() === 'renamed');
    expect(await modes(app.session)).toEqual(['dev']);
    await expect(app.say('hi', 'dev', there)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a key goes to the server of the folder that was trusted with it, and to no other', () => {
  test('PHISHELL_KEY waits for each folder’s own trust', async () => {
    await using it = await twoFolders();
    await using app = await startedIn(it.home, it.home.workspace, 'key-of-the-variable');
    const there = await sessionIn(app, it.other);
    await app.api.profiles.trustFolder({ path: it.home.workspace, trusted: true });
    it.here.push({ text: 'one' });
    it.there.push({ text: 'two' });
    expect(await app.say('hi')).toBe('one');

    const reply = app.say('hi', undefined, there);
    const question = await asked(app.api);
    expect(question).toMatchObject({ profile: 'dev', folder: it.other, origin: new URL(it.there.baseUrl).origin });
    expect(keysAt(it.there)).toEqual([]);
    await app.api.profiles.trustFolder({ path: it.other, trusted: true });
    expect(await reply).toBe('two');
    expect(keysAt(it.there)).toEqual(['key-of-the-variable']);
  });

  test('one that was typed for a folder’s profile is not at hand for that of another folder, of the same name and server', async () => {
    await using it = await twoFolders();
    await writeFile(join(it.other, '.phishell.yaml'), profiles('dev', it.here));
    await using app = await startedIn(it.home, it.home.workspace);
    const there = await sessionIn(app, it.other);
    it.here.push({ text: 'one' }, { text: 'two' });

    const reply = app.say('hi');
    await app.api.profiles.answerKey({ id: (await asked(app.api)).id, key: 'typed-for-here' });
    expect(await reply).toBe('one');

    const second = app.say('hi', undefined, there);
    await app.api.profiles.answerKey({ id: (await asked(app.api)).id, key: 'typed-for-there' });
    expect(await second).toBe('two');
    expect(keysAt(it.here)).toEqual(['typed-for-here', 'typed-for-there']);
  });

  test('two requests at once ask for each folder’s, and one that is refused asks again for its own alone', async () => {
    await using it = await twoFolders();
    await using app = await startedIn(it.home, it.home.workspace);
    const there = await sessionIn(app, it.other);
    it.here.push({ text: 'one' });
    it.there.push({ status: 401, body: '{"error":{"message":"unknown key"}}' }, { text: 'two' });
    const replies = [app.say('hi'), app.say('hi', undefined, there)];
    const both = await until(async () => {
      const open = await first(app.api.profiles.keyRequests());
      return open.length === 2 && open;
    });
    const question = (server: ScriptedModelServer, open: readonly KeyRequest[]) =>
      open.find(({ origin }) => origin === new URL(server.baseUrl).origin)?.id ?? '';
    await app.api.profiles.answerKey({ id: question(it.here, both), key: 'typed-for-here' });
    expect(await replies[0]).toBe('one');
    await app.api.profiles.answerKey({ id: question(it.there, both), key: 'wrong-for-there' });
    const again = await until(async () => (await first(app.api.profiles.keyRequests())).find((one) => one.isRefused));
    expect(again.origin).toBe(new URL(it.there.baseUrl).origin);
    await app.api.profiles.answerKey({ id: again.id, key: 'right-for-there' });
    expect(await replies[1]).toBe('two');
    expect([keysAt(it.here), keysAt(it.there)]).toEqual([['typed-for-here'], ['wrong-for-there', 'right-for-there']]);
  });
});

describe('Settings', () => {
  test('show and change the profiles of the folder that is named', async () => {
    await using it = await twoFolders({ here: 'key-of-here' });
    await using app = await startedIn(it.home, it.home.workspace);
    const file = join(it.other, '.phishell.yaml');

    const before = await seenFrom(app.api, it.other);
    expect(before.files.map(({ path, scope }) => [path, scope])).toEqual([
      [join(it.home.home, '.phishell.yaml'), 'global'],
      [file, 'local'],
    ]);
    expect(before.profiles).toMatchObject([{ name: 'dev', scope: 'local', key: 'missing' }]);

    const fields = { baseUrl: it.there.baseUrl, model: 'newer' };
    await app.api.profiles.save({ scope: 'local', name: 'more', fields, workspace: it.other });
    await app.api.profiles.setDefault({ scope: 'local', name: 'more', workspace: it.other });
    await app.api.profiles.setKey({ name: 'more', key: 'into-the-file', where: 'profile', workspace: it.other });
    const text = await readFile(file, 'utf8');
    expect(text).toContain('model: newer');
    expect(text).toContain('into-the-file');
    const after = await seenFrom(app.api, it.other);
    expect(after).toMatchObject({ default: 'more', selected: ['more'] });

    await app.api.profiles.remove({ scope: 'local', name: 'more', workspace: it.other });
    expect((await seenFrom(app.api, it.other)).profiles.map(({ name }) => name)).toEqual(['dev']);
    const first = await seenFrom(app.api, it.home.workspace);
    expect(first.profiles).toMatchObject([{ name: 'dev', key: 'profile', baseUrl: it.here.baseUrl }]);
  });

  test('change the person’s own file, and every folder sees it', async () => {
    await using it = await twoFolders();
    await using app = await startedIn(it.home, it.home.workspace);
    await seenFrom(app.api, it.other);
    const fields = { baseUrl: it.here.baseUrl, model: 'm' };
    await app.api.profiles.save({ scope: 'global', name: 'mine', fields, workspace: it.other });
    for (const folder of [it.home.workspace, it.other]) {
      expect((await seenFrom(app.api, folder)).profiles.map(({ name }) => name)).toEqual(['mine', 'dev']);
    }
  });
});
