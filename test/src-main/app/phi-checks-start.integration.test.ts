import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ProfileView } from '#contract';
import { type PhiApp, phiApp, phiHome, sentTo } from '../../support/phi-app.ts';
import { runPhi, startPhi } from '../../support/phi-program.ts';
import { scriptedModelServer } from '../../support/scripted-model-server.ts';
import { tinyProxy } from '../../support/tiny-proxy.ts';

async function profileOf({ api }: Pick<PhiApp, 'api'>, name: string): Promise<ProfileView | undefined> {
  for await (const { profiles } of await api.profiles.changed())
    return profiles.find((profile) => profile.name === name);
  throw new Error('No profiles');
}

describe('check 3.1-1', () => {
  test('-v without a configuration or a terminal is one line with the version', async () => {
    await using home = await phiHome({ global: '' });
    const { environment, home: cwd } = home;
    const said = await runPhi({ args: ['console', '-v'], cwd, environment });
    expect(said).toEqual({ stdout: expect.stringMatching(/^\d+\.\d+\.\d+\S*\n$/), stderr: '', exitCode: 0 });
  });
});

describe('check 3.1-2', () => {
  test('the default of the local file is the profile that Tab goes to; those of the global file can be named', async () => {
    await using other = await scriptedModelServer([{ text: 'Hello from C' }]);
    await using home = await phiHome({
      local: `default: C\nprofiles:\n  C: {baseurl: '${other.baseUrl}', key: key-c, model: model-c}\n`,
      replies: [{ text: 'Hello from B' }],
    });
    {
      await using phi = await home.start();
      const { session } = phi;
      await session.shows('work $');
      session.key('Tab');
      await session.shows('C >>> work/');
      session.type('hello\n');
      await session.shows('Hello from C');
    }
    expect(sentTo(other)).toMatchObject([{ model: 'model-c' }]);
    expect(home.model.completions).toHaveLength(0);
    await using phi = await home.start({ args: ['-profile', 'B', '-profile', 'A'] });
    phi.session.key('Tab');
    await phi.session.shows('B >>> work/');
    phi.session.type('hello\n');
    await phi.session.shows('Hello from B');
    expect(sentTo(home.model)).toMatchObject([{ model: 'model-b' }]);
    phi.session.key('Tab');
    await phi.session.shows('A >>> work/');
  });
});

describe('check 3.1-9', () => {
  test('without any configuration the error names both files, and the exit code is 1', async () => {
    await using home = await phiHome({ global: '' });
    await using phi = await startPhi({ args: ['console'], cwd: home.workspace, environment: home.environment });
    expect(await phi.exit).toEqual({ exitCode: 1 });
    const shown = (await phi.screen()).replace(/\n/g, '');
    expect(shown).toContain(join(home.home, '.phishell.yaml'));
    expect(shown).toMatch(/\S+\/\.phishell\.yaml or \S+\/\.phishell\.yaml/);
  });
});

describe('check 3.1-10', () => {
  test('an empty profile with PHISHELL_KEY is gpt-4o at api.openai.com', async () => {
    await using proxy = await tinyProxy();
    await using phi = await phiApp({
      global: 'profiles:\n  openai: {}\n',
      phishellKey: 'sk-from-the-environment',
      environment: { HTTPS_PROXY: proxy.url },
    });
    const { session } = phi;
    await session.shows('work $');
    session.key('Tab');
    await session.shows('openai >>>');
    expect(await profileOf(phi, 'openai')).toMatchObject({
      model: 'gpt-4o',
      baseUrl: expect.stringMatching(/^https:\/\/api\.openai\.com\/v1\/?$/),
      concurrency: 1,
      context: 102_400,
      key: 'environment',
    });
    session.type('hello\n');
    await expect.poll(() => proxy.asked[0], { timeout: 10_000 }).toBe('CONNECT api.openai.com:443');
    session.key('Ctrl+C');
  });

  test('what is not said in a profile is sent as gpt-4o, with top_p 0.25 and the key of the environment', async () => {
    await using phi = await phiApp({
      global: (baseUrl) => `profiles:\n  openai: {baseurl: '${baseUrl}'}\n`,
      phishellKey: 'sk-from-the-environment',
      replies: [{ text: 'Hello' }],
    });
    const { session, model } = phi;
    await session.shows('work $');
    session.key('Tab');
    session.type('hello\n');
    await session.shows('Hello');
    expect(model.completions).toMatchObject([
      {
        path: '/v1/chat/completions',
        headers: { authorization: 'Bearer sk-from-the-environment' },
        body: { model: 'gpt-4o', top_p: 0.25 },
      },
    ]);
  });
});

describe('check 3.1-11', () => {
  test('the preset ollama asks port 11434 of this machine with its own key, and nobody for one', async ({ skip }) => {
    if (await isTaken(11_434)) skip('another program listens on port 11434');
    await using ollama = await scriptedModelServer([{ text: 'Hello' }], { port: 11_434 });
    await using phi = await phiApp({ global: 'profiles:\n  local: {preset: ollama, model: tiny}\n' });
    const { session } = phi;
    await session.shows('work $');
    session.key('Tab');
    await session.shows('local >>>');
    session.type('hello\n');
    await session.shows('Hello');
    expect(ollama.completions).toMatchObject([
      { path: '/v1/chat/completions', headers: { authorization: 'Bearer ollama' }, body: { model: 'tiny' } },
    ]);
    expect(await session.screen()).not.toContain('API key');
    expect(await profileOf(phi, 'local')).toMatchObject({ context: 16_384, concurrency: 1, key: 'profile' });
  });
});

describe('check 3.1-12', () => {
  test.each([
    ['context: 1999', /openai.*context/],
    ['concurrency: 0', /openai.*concurrency/],
    ['preset: x', /openai.*preset/],
    ['preset: ollama', /openai.*model/],
    ['baseurl: ftp://x', /openai.*baseurl/],
  ])('%s is an error that names the profile and the field', async (line, expected) => {
    await using home = await phiHome({ global: `profiles:\n  openai:\n    ${line}\n` });
    await using app = await home.open();
    const { message = '' } = app.startProblem() ?? {};
    expect(message).toMatch(expected);
    expect(message).not.toContain('\n');
  });
});

describe('check 3.1-16', () => {
  test('-dir is where the session starts, and where the local profiles are read from', async () => {
    await using home = await phiHome();
    const sub = join(home.workspace, 'sub');
    await mkdir(sub);
    await writeFile(join(sub, '.phishell.yaml'), 'default: S\nprofiles:\n  S: {key: k}\n');
    const { workspace: cwd, environment } = home;
    await using phi = await startPhi({ args: ['console', '-dir', 'sub'], cwd, environment });
    await phi.shows('sub $');
    phi.type('pwd\n');
    await phi.shows(new RegExp(`^${sub}$`, 'm'));
    phi.type('\t');
    await phi.shows('S >>> sub/');
    phi.type('\u0004');
    expect(await phi.exit).toEqual({ exitCode: 0 });
  });
});

describe('sigma console', () => {
  test('with an unknown flag says how it is used, with exit code 2', async () => {
    await using home = await phiHome();
    const { workspace: cwd, environment } = home;
    const said = await runPhi({ args: ['console', '-nonsense'], cwd, environment });
    expect(said).toEqual({
      stdout: '',
      stderr: expect.stringMatching(/nonsense[\s\S]*Usage: sigma console/),
      exitCode: 2,
    });
  });
});

function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, 'localhost');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

describe('lines typed while the console starts', () => {
  test('run in their order, each as one of its own; what is pasted stays one', async () => {
    await using home = await phiHome();
    const { environment, workspace: cwd } = home;
    await using phi = await startPhi({ args: ['console'], cwd, environment });
    phi.type('pwd\nstatus\nexport QQ=1\n');
    phi.type('echo "[$QQ]"\n');
    const shown = await phi.shows(/\[1\]\nwork \$$/);
    expect(shown.slice(shown.indexOf('work $'))).toBe(
      ['work $ pwd', cwd, 'work $ status', 'No provider is attached', 'work $ export QQ=1', 'ok']
        .concat(['work $ echo "[$QQ]"', '[1]', 'work $'])
        .join('\n'),
    );
    phi.type('\x1b[200~echo one\necho two\x1b[201~\n');
    await phi.shows(/work \$ echo one\necho two\none\ntwo\nwork \$$/);
  });
});

test('a session is gone on with after a restart: its place, its last lines, and what the model knows', async () => {
  await using home = await phiHome({ replies: [{ text: 'I am A.' }, { text: 'Still A.' }] });
  {
    await using phi = await home.start();
    const { session } = phi;
    await session.shows('work $');
    session.type('cd /tmp\n');
    await session.shows('tmp $');
    session.key('Tab');
    session.type('Who are you?\n');
    await session.shows('I am A.', 20_000);
    await session.shows(/A >>> tmp\/$/);
  }
  await using phi = await home.start({ args: ['-resume'] });
  const { session } = phi;
  await session.shows(/1 {2}Who are you\?\n.*2 messages[\s\S]*Which, 1 to 1/);
  session.type('\n');
  await session.shows(/\$ cd \/tmp\n[\s\S]*>>> Who are you\?\nI am A\.\nA >>> tmp\/$/);
  session.type('And now?\n');
  await session.shows('Still A.', 20_000);
  const said = sentTo(home.model)
    .at(-1)
    ?.messages.map(({ content }) => content);
  expect(said?.slice(-3)).toEqual(['Who are you?', 'I am A.', 'And now?']);
});
