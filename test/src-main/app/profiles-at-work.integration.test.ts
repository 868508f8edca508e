import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { KeyRequest, ProfilesState } from '#contract';
import { localClient } from '#core/servers/local-client';
import { type PhiHome, type PhiHomeOptions, type PhiStart, phiHome } from '../../support/phi-app.ts';
import { type ScriptedModelServer, scriptedModelServer } from '../../support/scripted-model-server.ts';

const REFUSED = { status: 401, body: '{"error":{"message":"that key is not known"}}' };

/** The whole app on a home of its own, and what it says over the wire. */
async function startApp(home: PhiHome, start?: PhiStart) {
  const app = await home.open(start);
  const api = localClient(app);
  const profiles = () => now(api.profiles.changed());
  /** Sends a message in a session of its own; the answer is its end: the reply's text, or why there is none. */
  const say = async (text: string, profile?: string): Promise<string> => {
    const { id: session } = await api.sessions.create({});
    await api.sessions.send({ session, text, ...(profile && { profile }) });
    for await (const sessions of await api.sessions.changed()) {
      const state = sessions.find(({ id }) => id === session)?.state;
      if (state === 'done' || state === 'failed') break;
    }
    const first = await now(api.sessions.conversation({ session }));
    const reply = first.kind === 'snapshot' ? first.items.findLast(({ kind }) => kind === 'assistant') : undefined;
    return reply?.kind === 'assistant' ? (reply.note ?? reply.text) : 'nothing';
  };
  return {
    app,
    api,
    home,
    global: join(home.home, '.phishell.yaml'),
    local: join(home.workspace, '.phishell.yaml'),
    say,
    profiles,
    /** Waits until the files are taken in. */
    until: async (isSo: (state: ProfilesState) => boolean) => {
      for await (const state of await api.profiles.changed()) if (isSo(state)) return state;
      throw new Error('The profiles ended');
    },
    settings: () => now(api.settings.changed()),
    notices: () => now(api.app.notices()),
    asked: async (): Promise<KeyRequest> => {
      for await (const [question] of await api.profiles.keyRequests()) if (question) return question;
      throw new Error('The questions ended');
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

async function now<T>(stream: Promise<AsyncIterable<T>>): Promise<T> {
  for await (const value of await stream) return value;
  throw new Error('The stream ended');
}

async function started(options: PhiHomeOptions = {}, start?: PhiStart) {
  const home = await phiHome(options);
  const it = await startApp(home, start);
  return {
    ...it,
    [Symbol.asyncDispose]: async () => {
      await it[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

/** The keys that came with requests for completions, in their order. */
const keysAt = ({ completions }: Pick<ScriptedModelServer, 'completions'>) =>
  completions.map(({ headers }) => headers.authorization?.replace('Bearer ', ''));

describe('a data folder of the first version', () => {
  const settingsFor = (baseUrl: string) => `# mine
appearance:
  theme: dark # at night
model:
  provider: openai
  base_url: ${baseUrl}
  name: tiny
  key: dear-0123456789abcdef
  key_origin: ${new URL(baseUrl).origin}
  stall_seconds: 60
`;

  test('becomes one with a profile that answers, settings without problems, and a notice, once', async () => {
    await using server = await scriptedModelServer([{ text: 'Hello' }, { text: 'Again' }]);
    await using home = await phiHome({ global: '', settings: settingsFor(server.baseUrl) });
    {
      await using it = await startApp(home);
      const file = join(home.home, '.phishell.yaml');
      expect(await it.notices()).toMatchObject([
        { level: 'info', title: 'Profiles', text: `The model of your settings is the profile local in ${file} now` },
      ]);
      const { settings, problems, yaml } = await it.settings();
      expect(problems).toEqual([]);
      expect(settings).toMatchObject({ appearance: { theme: 'dark' }, chat: { stall_seconds: 60 } });
      expect(yaml).toBe('# mine\nappearance:\n  theme: dark # at night\nchat:\n  stall_seconds: 60\n');
      expect(it.app.startProblem()).toBeUndefined();
      expect(await it.say('hi')).toBe('Hello');
    }
    await using it = await startApp(home);
    expect(await it.notices()).toEqual([]);
    expect((await it.profiles()).profiles).toMatchObject([{ name: 'local', model: 'tiny', key: 'profile' }]);
    expect(await it.say('hi')).toBe('Again');
    expect(keysAt(server)).toEqual(['dear-0123456789abcdef', 'dear-0123456789abcdef']);
  });

  test('that cannot be moved says why, keeps its key off the page, and is moved at the next start', async () => {
    await using server = await scriptedModelServer([{ text: 'Hello' }]);
    await using home = await phiHome({ global: 'profiles: {\n', settings: settingsFor(server.baseUrl) });
    {
      await using it = await startApp(home);
      expect(await it.notices()).toMatchObject([{ text: expect.stringContaining('could not become a profile') }]);
      const state = await it.settings();
      expect(state.problems.map(({ path }) => path)).toContain('model.key');
      const log = await it.api.app.log({ lines: 500 });
      expect(JSON.stringify([state, log, await it.notices()])).not.toContain('dear-0123');
    }
    await writeFile(join(home.home, '.phishell.yaml'), 'profiles: {}\n');
    await using it = await startApp(home);
    expect((await it.settings()).problems).toEqual([]);
    expect(await it.say('hi')).toBe('Hello');
    expect(keysAt(server)).toEqual(['dear-0123456789abcdef']);
  });
});

describe('the files', () => {
  test('none: nobody answers until a model is connected, which writes the global one', async () => {
    await using it = await started({ global: '', replies: [{ text: 'Hello' }] });
    expect(it.app.startProblem()?.kind).toBe('no-files');
    await expect(it.say('hi')).rejects.toMatchObject({ code: 'UNAVAILABLE', message: 'No model is connected' });
    await it.api.profiles.connect({ baseUrl: it.home.model.baseUrl, model: 'tiny' });
    expect(await readFile(it.global, 'utf8')).toContain(`baseurl: ${it.home.model.baseUrl}`);
    expect(await it.say('hi')).toBe('Hello');
  });

  test('a broken one: nobody answers and everybody is told where, until it is mended; then broken again, the last good is used', async () => {
    await using it = await started({ global: 'profiles:\n  A: {\n', replies: [{ text: 'one' }, { text: 'two' }] });
    const problem = { code: 'UNAVAILABLE', message: expect.stringContaining(`${it.global}:3: `) };
    await expect(it.say('hi')).rejects.toMatchObject(problem);
    await writeFile(it.global, `profiles:\n  A: {baseurl: '${it.home.model.baseUrl}', key: k}\n`);
    await it.until(({ profiles }) => profiles.length === 1);
    expect(await it.say('hi')).toBe('one');
    await writeFile(it.global, 'profiles:\n  A: {\n');
    await it.until(({ problems }) => problems.length === 1);
    expect(it.app.startProblem()?.message).toContain(`${it.global}:3: `);
    expect(await it.say('hi')).toBe('two');
  });

  test('several profiles without a default: each can be named, and without a name it is said what to do', async () => {
    await using it = await started({
      global: (baseUrl) => `profiles:\n  A: &a {baseurl: '${baseUrl}', key: k}\n  B: *a\n`,
      replies: [{ text: 'B' }],
    });
    await expect(it.say('hi')).rejects.toMatchObject({ message: expect.stringContaining('several profiles (A, B)') });
    expect(await it.say('hi', 'B')).toBe('B');
  });

  test('an editor’s save moves a profile to another server and model; its key does not go along', async () => {
    await using other = await scriptedModelServer([{ text: 'other' }]);
    const keychain = new Map([['phishell/A', 'kept-key-1']]);
    await using it = await started({
      global: (baseUrl) => `profiles:\n  A: {baseurl: '${baseUrl}', model: one}\n`,
      keychain,
      replies: [{ text: 'one' }],
    });
    expect(await it.say('hi')).toBe('one');
    await writeFile(`${it.global}.new`, `profiles:\n  A: {baseurl: '${other.baseUrl}', model: two}\n`);
    await rename(`${it.global}.new`, it.global);
    await it.until(({ profiles }) => profiles[0]?.model === 'two');
    const reply = it.say('hi');
    const question = await it.asked();
    expect(question.why).toMatch(/stored key of profile A was entered for http:\S+ and is not sent to http/);
    await it.api.profiles.answerKey({ id: question.id, key: 'key-for-two' });
    expect(await reply).toBe('other');
    expect(keysAt(it.home.model)).toEqual(['kept-key-1']);
    expect(keysAt(other)).toEqual(['key-for-two']);
  });
});

test('the file is taken away, a folder comes in its place, and it comes back', async () => {
  await using it = await started({ replies: [{ text: 'one' }, { text: 'two' }] });
  const text = await readFile(it.global, 'utf8');
  await rm(it.global);
  await it.until(({ profiles }) => profiles.length === 0);
  await expect(it.say('hi')).rejects.toMatchObject({ message: 'No model is connected' });
  await mkdir(it.global);
  await it.until(({ problems }) => problems.length === 1);
  await expect(it.say('hi')).rejects.toMatchObject({ message: expect.stringContaining(`${it.global}:`) });
  await it.api.profiles.saveYaml({ scope: 'global', yaml: text });
  await it.until(({ profiles }) => profiles.length === 2);
  expect(await it.say('hi')).toBe('one');
  expect(await it.say('hi', 'B')).toBe('two');
});

test('where keys are kept can be written into the settings by hand, and holds at once', async () => {
  const keychain = new Map<string, string>();
  await using it = await started({
    global: (baseUrl) => `profiles:\n  A: {baseurl: '${baseUrl}'}\n`,
    keychain,
    replies: [{ text: 'one' }],
  });
  await it.api.settings.saveYaml({ yaml: 'keychain: { store: session }\n' });
  const reply = it.say('hi');
  await it.api.profiles.answerKey({ id: (await it.asked()).id, key: 'typed-key-1' });
  expect(await reply).toBe('one');
  expect([...keychain]).toEqual([]);
  await writeFile(join(it.home.dataFolder, 'settings.yaml'), 'keychain: { store: system }\n');
  await expect.poll(() => [...keychain], { timeout: 5000 }).toEqual([['phishell/A', 'typed-key-1']]);
});

describe('a local file that names a server of its own', () => {
  test('gets no kept key, and is gone with the file', async () => {
    await using evil = await scriptedModelServer([{ text: 'evil' }]);
    await using it = await started({
      global: (baseUrl) => `profiles:\n  A: {baseurl: '${baseUrl}'}\n`,
      keychain: new Map([['phishell/A', 'kept-key-1']]),
      replies: [{ text: 'one' }, { text: 'two' }],
    });
    expect(await it.say('hi')).toBe('one');
    await writeFile(it.local, `profiles:\n  A: {baseurl: '${evil.baseUrl}'}\n  evil: {baseurl: '${evil.baseUrl}'}\n`);
    await it.until(({ profiles }) => profiles.some(({ key }) => key === 'elsewhere'));
    const reply = it.say('hi', 'A');
    await it.api.profiles.declineKey({ id: (await it.asked()).id });
    expect(await reply).toBe('No key was given for profile A');
    expect(keysAt(evil)).toEqual([]);
    await writeFile(it.local, '');
    await it.until(({ profiles }) => profiles.length === 1);
    expect(await it.say('hi')).toBe('two');
    await expect(it.say('hi', 'evil')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('gets the key of PHISHELL_KEY once its folder is trusted, and the request that waited goes on', async () => {
    await using other = await scriptedModelServer([{ text: 'Hello' }, REFUSED]);
    const local = `profiles:\n  L: {baseurl: '${other.baseUrl}'}\n`;
    await using it = await started({ global: '', local }, { phishellKey: 'key-of-the-variable' });
    const reply = it.say('hi');
    const { folder = '', why } = await it.asked();
    expect(why).toContain('PHISHELL_KEY is not sent to');
    expect(keysAt(other)).toEqual([]);
    await it.api.profiles.trustFolder({ path: folder, trusted: true });
    expect(await reply).toBe('Hello');
    // The variable is the person's to mend: nobody is asked.
    expect(await it.say('hi')).toContain('that key is not known');
    expect(keysAt(other)).toEqual(['key-of-the-variable', 'key-of-the-variable']);
  });
});

describe('a kept key that the server refuses', () => {
  const global = (baseUrl: string) => `profiles:\n  A: {baseurl: '${baseUrl}'}\n`;

  test('is asked for anew, kept, and sent with the same request; refused again, that is what is said', async () => {
    const keychain = new Map([['phishell/A', 'old-key-1']]);
    await using it = await started({ global, keychain, replies: [REFUSED, { text: 'Hello' }, REFUSED, REFUSED] });
    const reply = it.say('hi');
    const question = await it.asked();
    expect(question).toMatchObject({ profile: 'A', isRefused: true });
    await it.api.profiles.answerKey({ id: question.id, key: ' new-key-1 ' });
    expect(await reply).toBe('Hello');
    expect(keychain.get('phishell/A')).toBe('new-key-1');
    // Empty: the old one again.
    const second = it.say('hi');
    await it.api.profiles.answerKey({ id: (await it.asked()).id, key: '' });
    expect(await second).toContain('that key is not known (401');
    expect(keysAt(it.home.model)).toEqual(['old-key-1', 'new-key-1', 'new-key-1', 'new-key-1']);
  });

  test('and was changed by another program meanwhile is read anew, and nobody is asked', async () => {
    const keychain = new Map([['phishell/A', 'old-key-1']]);
    await using it = await started({ global, keychain, replies: [{ text: 'one' }, REFUSED, { text: 'two' }] });
    expect(await it.say('hi')).toBe('one');
    keychain.set('phishell/A', 'new-key-1');
    expect(await it.say('hi')).toBe('two');
    expect(keysAt(it.home.model)).toEqual(['old-key-1', 'old-key-1', 'new-key-1']);
    expect(await it.notices()).toEqual([]);
  });

  test('of the file is the person’s to mend: the refusal is shown, and a key that is written into it counts at once', async () => {
    await using it = await started({
      global: (baseUrl) => `profiles:\n  A: {baseurl: '${baseUrl}', key: wrong-key-1}\n`,
      replies: [REFUSED, { text: 'Hello' }],
    });
    expect(await it.say('hi')).toContain('that key is not known');
    const fields = `baseurl: '${it.home.model.baseUrl}', model: newer, key: right-key-1`;
    await writeFile(it.global, `profiles:\n  A: {${fields}}\n`);
    await it.until(({ profiles }) => profiles[0]?.model === 'newer');
    expect(await it.say('hi')).toBe('Hello');
    expect(keysAt(it.home.model)).toEqual(['wrong-key-1', 'right-key-1']);
  });
});
