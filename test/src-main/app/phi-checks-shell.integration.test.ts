// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell variables
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type PhiHomeOptions, type PhiStart, phiApp, phiHome, sentTo, toolsOf } from '../../support/phi-app.ts';

const WEATHER = join(import.meta.dirname, '..', '..', 'fixtures', 'providers', 'weather.py');

async function inShell(options: PhiHomeOptions & PhiStart = {}) {
  const phi = await phiApp({ size: { columns: 200, rows: 24 }, ...options });
  await phi.session.shows('work $');
  /** Types a line and waits for what it shows, below what was shown before. */
  const say = async (line: string, expected: string | RegExp) => {
    const before = (await phi.session.screen()).length;
    phi.session.type(`${line}\n`);
    await expect
      .poll(async () => (await phi.session.screen()).slice(before), { timeout: 10_000 })
      .toMatch(
        new RegExp(
          `[\\s\\S]*${typeof expected === 'string' ? expected.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&') : expected.source}`,
        ),
      );
  };
  return { ...phi, say };
}

describe('check 3.1-3', () => {
  test('Tab on an empty line goes through the named profiles in their order, each once, and back to Shell', async () => {
    await using phi = await inShell({ args: ['-profile', 'B', '-profile', 'A', '-profile', 'B'] });
    const { session } = phi;
    for (const prompt of [/B >>> work\/$/, /A >>> work\/$/, /work \$$/]) {
      session.key('Tab');
      await session.shows(prompt);
    }
    session.type('echo x');
    session.key('Tab');
    await session.shows(/work \$ echo x$/);
    session.type('yz\n');
    await session.shows(/^xyz$/m);
  });
});

describe('check 3.1-4', () => {
  test('words, quotes and variables reach a program as they were typed', async () => {
    await using phi = await inShell();
    await phi.say("export 'V=x y'", 'ok');
    await phi.say(`printf '[%s]' "a b" 'c d' $V`, '[a b][c d][x y]');
    await phi.say("printf '[%s]' '$V'", '[$V]');
  });
});

describe('check 3.1-5', () => {
  test('what is exported is listed in its order, and reaches commands and providers', async () => {
    const reply = { calls: [{ tool: 'get_weather', arguments: { city: 'Oslo' } }] };
    await using phi = await inShell({ replies: [reply, { text: 'It is sunny' }] });
    const { session, model } = phi;
    await phi.say('export K=1=2', 'ok');
    await phi.say('printenv K', '1=2');
    await phi.say('export', /HOME=[\s\S]*\nK=1=2\n[\s\S]*PATH=/);
    await phi.say('export K', 'value is missing');
    await phi.say(`attach /usr/bin/python3 ${WEATHER}`, /\[\d+\].*get_weather/);
    session.key('Tab');
    session.type('weather?\n');
    await session.shows('Enter runs it');
    await new Promise((resolve) => setTimeout(resolve, 350));
    session.key('Enter');
    await session.shows('It is sunny');
    expect(sentTo(model)[1]?.messages.at(-1)?.content).toContain('K=1=2, PHISHELL=1');
  });
});

describe('check 3.1-6', () => {
  test('an attached provider is in status and among the tools of the next request, until it is killed', async () => {
    await using phi = await inShell({ replies: [{ text: 'One' }, { text: 'Two' }] });
    const { session, model } = phi;
    await phi.say(`attach /usr/bin/python3 ${WEATHER}`, /\[\d+\].*get_weather/);
    const [, pid] = /\[(\d+)\]/.exec(await session.screen()) ?? [];
    expect((await readFile(`/proc/${pid}/cmdline`, 'latin1')).split('\0')).toContain(WEATHER);
    await phi.say('status', new RegExp(`\\[${pid}\\] [^[]*weather\\.py \\(Running\\)`));
    session.key('Tab');
    session.type('hello\n');
    await session.shows('One');
    expect(toolsOf(sentTo(model)[0])).toEqual([
      'get_weather',
      'execute_command',
      'filter_output',
      'create_or_update_file',
      'delete_file_or_dir',
      'read_file',
      'edit_file',
    ]);
    session.key('Tab');
    await session.shows(/work \$$/);
    await phi.say(`kill ${pid}`, 'ok');
    expect(existsSync(`/proc/${pid}/cwd`)).toBe(false);
    await phi.say('status', /status\n(?![^$]*Running)/);
    session.key('Tab');
    session.type('again\n');
    await session.shows('Two');
    expect(toolsOf(sentTo(model)[1])).not.toContain('get_weather');
  });
});

describe('check 3.1-7', () => {
  test('push gives the output of the last command to the next message, once, and never that of a failed one', async () => {
    await using phi = await inShell({ replies: [{ text: 'Thanks' }] });
    const { session, model } = phi;
    await phi.say('echo hi', /\nhi\n/);
    await phi.say('push', 'ok');
    await phi.say('push', 'no output');
    await phi.say('ls /nonexistent', 'exit code 2');
    await phi.say('push', 'no output');
    session.key('Tab');
    session.type('what is that?\n');
    await session.shows('Thanks');
    const content = sentTo(model)[0]?.messages.at(-1)?.content;
    expect(content).toMatch(/`echo hi`[\s\S]*`{5}\nhi\n`{5}[\s\S]*---[\s\S]*User Request:\s+what is that\?/);
  });
});

describe('check 3.1-8', () => {
  const write = { tool: 'create_or_update_file', arguments: { path: 'notes.txt', file_content: 'one\nthree\n' } };

  test('a change of a file shows removed and added lines; allowed, it is made and the model is told OK', async () => {
    await using phi = await inShell({ replies: [{ calls: [write] }, { text: 'Done' }] });
    await writeFile(join(phi.workspace, 'notes.txt'), 'one\ntwo\n');
    const { session, model } = phi;
    session.key('Tab');
    session.type('change it\n');
    expect(await session.shows('Enter runs it')).toMatch(/notes\.txt[\s\S]*\n-two\n\+three\n/);
    expect(await readFile(join(phi.workspace, 'notes.txt'), 'utf8')).toBe('one\ntwo\n');
    await new Promise((resolve) => setTimeout(resolve, 350));
    session.key('Enter');
    await session.shows('Done');
    expect(await readFile(join(phi.workspace, 'notes.txt'), 'utf8')).toBe('one\nthree\n');
    expect(sentTo(model)[1]?.messages.at(-1)).toMatchObject({ role: 'tool', content: 'OK' });
  });

  test('refused, the file stays as it is and the model is told why', async () => {
    await using phi = await inShell({ replies: [{ calls: [write] }, { text: 'Pity' }] });
    await writeFile(join(phi.workspace, 'notes.txt'), 'one\ntwo\n');
    const { session, model } = phi;
    session.key('Tab');
    session.type('change it\n');
    await session.shows('Enter runs it');
    await new Promise((resolve) => setTimeout(resolve, 350));
    session.type('not this file\n');
    await session.shows('Pity');
    expect(await readFile(join(phi.workspace, 'notes.txt'), 'utf8')).toBe('one\ntwo\n');
    expect(sentTo(model)[1]?.messages.at(-1)?.content).toContain('not this file');
  });
});

describe('check 3.1-13', () => {
  test('a local profile takes the place of the global one whole', async () => {
    await using phi = await inShell({
      local: (baseUrl) => `profiles:\n  A: {baseurl: '${baseUrl}', key: local-key}\n`,
      replies: [{ text: 'Hello' }],
    });
    phi.session.key('Tab');
    phi.session.type('hello\n');
    await phi.session.shows('Hello');
    expect(phi.model.completions[0]).toMatchObject({
      headers: { authorization: 'Bearer local-key' },
      body: { model: 'gpt-4o' },
    });
    expect(sentTo(phi.model)[0]?.messages[0]?.content).not.toContain('Prompt of A');
  });
});

describe('check 3.1-14', () => {
  test('a key that is nowhere is asked for out of sight, kept in the keychain, and not asked for again', async () => {
    const global = (baseUrl: string) => `profiles:\n  A: {baseurl: '${baseUrl}', model: m}\n`;
    await using home = await phiHome({ global, replies: [{ text: 'Hello' }, { text: 'Hello again' }] });
    {
      await using phi = await home.start();
      const { session } = phi;
      session.key('Tab');
      await session.shows('A >>>');
      session.type('hello\n');
      await session.shows('API key for A, not shown:');
      await new Promise((resolve) => setTimeout(resolve, 350));
      session.type('  \n');
      session.type(' sk-typed \n');
      await session.shows(/^Hello$/m);
      expect(session.written()).not.toContain('sk-typed');
    }
    expect([...home.keychain]).toEqual([['phishell/A', 'sk-typed']]);
    await using phi = await home.start();
    phi.session.key('Tab');
    await phi.session.shows('A >>>');
    phi.session.type('hello\n');
    expect(await phi.session.shows('Hello again')).not.toContain('API key');
    const keys = home.model.completions.map(({ headers }) => headers.authorization);
    expect(keys).toEqual(['Bearer sk-typed', 'Bearer sk-typed']);
  });
});

describe('check 3.1-15', () => {
  test('a key of the keychain that is refused is asked for again, kept, and the request is sent once more', async () => {
    const global = (baseUrl: string) => `profiles:\n  A: {baseurl: '${baseUrl}', model: m}\n`;
    const keychain = new Map([['phishell/A', 'sk-old']]);
    const refusal = { status: 401, body: '{"error":{"message":"Incorrect API key provided"}}' };
    await using phi = await inShell({ global, keychain, replies: [refusal, { text: 'Hello' }] });
    const { session } = phi;
    session.key('Tab');
    session.type('hello\n');
    await session.shows('API key for A, not shown:');
    await new Promise((resolve) => setTimeout(resolve, 350));
    session.type('sk-new\n');
    await session.shows(/^Hello$/m);
    expect([...keychain]).toEqual([['phishell/A', 'sk-new']]);
    const keys = phi.model.completions.map(({ headers }) => headers.authorization);
    expect(keys).toEqual(['Bearer sk-old', 'Bearer sk-new']);
  });
});

describe('check 3.1-17', () => {
  test('built-ins in a pipeline or behind assignments are refused, and nothing is run', async () => {
    await using phi = await inShell();
    await phi.say('pwd | tee made.txt', 'pwd cannot be part of a pipeline');
    await phi.say('touch made.txt | pwd', 'pwd cannot be part of a pipeline');
    await phi.say('FOO=1 pwd', /pwd.*nothing was run/);
    expect(existsSync(join(phi.workspace, 'made.txt'))).toBe(false);
  });
});

describe('check 3.1-18', () => {
  test('with the built-in grammar alone a redirection is refused by its operator, and an open pipeline as empty', async () => {
    await using phi = await inShell({ settings: 'console:\n  shell: builtin\n' });
    await phi.say('ls > x', '> is not supported here');
    expect(existsSync(join(phi.workspace, 'x'))).toBe(false);
    await phi.say('echo a |', /empty/);
  });

  test('otherwise the login shell makes the file', async () => {
    await using phi = await inShell();
    await phi.say('echo made > x; echo done', /\ndone\n/);
    expect(await readFile(join(phi.workspace, 'x'), 'utf8')).toBe('made\n');
    await phi.say('echo a |', /empty/);
  });
});

describe('check 3.1-19', () => {
  test('a pipeline is one command, of which push tells the whole', async () => {
    await using phi = await inShell({ replies: [{ text: 'Three' }] });
    await phi.say('seq 3 | wc -l', /\n3\n/);
    await phi.say('push', 'ok');
    phi.session.key('Tab');
    phi.session.type('how many?\n');
    await phi.session.shows('Three');
    expect(sentTo(phi.model)[0]?.messages.at(-1)?.content).toMatch(/`seq 3 \| wc -l`[\s\S]*`{5}\n3\n`{5}/);
  });
});

describe('check 3.1-20', () => {
  test('a long output is summarised by the first profile, and only the summary is given to the chat', async () => {
    const replies = [{ text: 'It counts from 1000 to 9999.' }, { text: 'I see' }];
    await using phi = await inShell({ args: ['-profile', 'B', '-profile', 'A'], replies });
    const { session, model } = phi;
    await phi.say('seq 1000 9999', /\n9999\n/);
    await phi.say('push', 'ok');
    expect(sentTo(model)).toMatchObject([{ model: 'model-b' }]);
    expect(sentTo(model)[0]?.messages.at(-1)?.content).toContain('1500');
    session.key('Tab');
    await session.shows('B >>>');
    session.key('Tab');
    await session.shows('A >>>');
    session.type('what is that?\n');
    await session.shows('I see');
    expect(sentTo(model)[1]).toMatchObject({ model: 'model-a' });
    const content = sentTo(model)[1]?.messages.at(-1)?.content;
    expect(content).toMatch(/`seq 1000 9999`[\s\S]*summary[\s\S]*It counts from 1000 to 9999\./i);
    expect(content).not.toContain('1500');
  });
});
