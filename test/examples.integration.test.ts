import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { agentApp, calls, DONE, lastMessages } from './src-main/workspaces/support/agent-app.ts';
import { adapterBox } from './support/adapter-box.ts';
import { phiHome, sentTo } from './support/phi-app.ts';
import { phiEngine, until } from './support/phi-engine.ts';

const ROOT = resolve(import.meta.dirname, '..');
const EXAMPLES = join(ROOT, 'examples');
const run = promisify(execFile);
const TOKEN = 'a-token-of-the-test';
const PRINTED = (language: string) => [
  `the session kept: ${language === 'Python' ? "['example', '3']" : "[ 'example', '3' ]"}`,
  'line 1',
  'line 2',
  'line 3',
  'exit code: 0',
  'a failure is a result: 1 cat: missing.txt: No such file or directory',
  'an error has a code: session_closed',
];

/** Lines that a client printed after the one that names this machine's shell. */
function printed(stdout: string): readonly string[] {
  const [shell, ...rest] = stdout.trim().split('\n');
  expect(shell).toMatch(/^shell: bash/);
  return rest;
}

test('the provider in Python answers, also of what fails, and what it writes can be undone', async () => {
  await using phi = await phiEngine({
    replies: [
      calls(['add_note', { text: 'Keys are at the porter’s' }], ['add_note', { text: 'two\nlines' }]),
      calls(['find_notes', { text: 'KEYS' }]),
      { text: 'Noted.' },
    ],
  });
  const attached = await phi.line(`attach /usr/bin/python3 -B ${join(EXAMPLES, 'provider-python', 'notes.py')}`);
  expect(attached).toMatch(/add_note, find_notes|find_notes, add_note/);

  expect(await phi.say('Note that, then find it.')).toBe('Noted.');

  const told = sentTo(phi.model)
    .at(-1)
    ?.messages.flatMap(({ role, content }) => (role === 'tool' ? [content] : []));
  expect(told).toEqual(['OK', '{"error":"A note is one line"}', '[{"line":1,"text":"- Keys are at the porter’s"}]']);
  const [changed, ...others] = await phi.events('file.changed');
  const notes = join(phi.home.workspace, 'notes.md');
  expect([changed?.data.path, others]).toEqual([notes, []]);
  const turn = { session: phi.session, turn: changed?.turn ?? '' };
  await phi.api.changes.undoTurn(turn);
  expect(existsSync(notes)).toBe(false);
});

test('the provider in TypeScript is built after a question, and its functions are tools', async () => {
  await using home = await phiHome({
    hasNodePackages: true,
    replies: [
      calls(['countText', { path: 'poem.txt' }], ['frequentWords', { path: 'poem.txt', count: 1 }]),
      { text: 'Six.' },
    ],
  });
  const folder = join(home.workspace, 'text-statistics');
  await cp(join(EXAMPLES, 'provider-typescript'), folder, { recursive: true });
  // What would be installed, which needs a network.
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(home.workspace, 'poem.txt'), 'to be or not to be\n');
  const environment = { PATH: `${resolve(process.execPath, '..')}:/usr/bin:/bin` };
  await using phi = await phiEngine({ home, start: { environment } });

  const attached = await phi.line('attach js text-statistics');
  expect(attached).toMatch(/countText, frequentWords|frequentWords, countText/);
  expect(phi.asked.map(({ subject }) => subject)).toMatchObject([{ kind: 'confirm', title: 'Build the package?' }]);
  expect(await phi.say('How many words, and which most often?')).toBe('Six.');
  const told = sentTo(phi.model)
    .at(-1)
    ?.messages.flatMap(({ role, content }) => (role === 'tool' ? [content] : []));
  expect(told).toEqual(['6', '[{"word":"be","count":2}]']);
});

const TRANSPORTS = [
  { how: 'without a token', socketio: [], environment: {} },
  { how: 'with a token', socketio: [`auth_token: ${TOKEN}`], environment: { TOKEN } },
];

test.for(TRANSPORTS)('the client in Python is served $how', async ({ socketio, environment }, { skip }) => {
  const missing = ['socketio', 'requests', 'websocket'].find(
    (name) => !existsSync(join('/usr/lib/python3/dist-packages', name)),
  );
  skip(missing !== undefined, `The Debian package python3-${missing} is not installed`);
  await using box = await adapterBox({ socketio });
  const program = join(EXAMPLES, 'adapter-client-python', 'client.py');
  const { stdout } = await run('/usr/bin/python3', ['-B', program, await box.start()], {
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', ...environment },
  });
  expect(printed(stdout)).toEqual(PRINTED('Python'));
  const [created] = await box.events();
  expect(created?.data).toMatchObject({ title: '“example in Python”, a client of the Shell Adapter' });
});

test.for(TRANSPORTS)('the client in Node is served $how', async ({ socketio, environment }) => {
  await using box = await adapterBox({ socketio });
  const program = join(EXAMPLES, 'adapter-client-node', 'client.mjs');
  const { stdout } = await run(process.execPath, [program, await box.start()], {
    env: { PATH: '/usr/bin:/bin', ...environment },
  });
  expect(printed(stdout)).toEqual(PRINTED('Node'));
  const [created] = await box.events();
  expect(created?.data).toMatchObject({ title: '“example in Node”, a client of the Shell Adapter' });
});

test('the prompt store is in order, and its cases render to what they say', async () => {
  await using home = await phiHome();
  await mkdir(join(home.dataFolder, 'prompts'), { recursive: true });
  for (const part of ['store', 'cases']) {
    await cp(join(EXAMPLES, 'prompt-store', part), join(home.dataFolder, 'prompts', part), { recursive: true });
  }
  await using phi = await phiEngine({ home });
  // A busy machine takes its time for the first ones.
  await phi.api.settings.set({ key: 'prompts.render.timeout_ms', value: 20_000 });
  await phi.api.prompts.refresh();
  const state = await until(async () => {
    for await (const one of await phi.api.prompts.changed()) return one.prompts.length > 0 && one;
    return undefined;
  });
  expect(state.prompts.map(({ id }) => id).toSorted()).toEqual(['release.notes', 'release.ticket', 'reviewer.shorten']);
  expect(state.problems).toEqual([]);

  for (const id of ['release.notes', 'release.ticket']) {
    const results = await phi.api.prompts.runCases({ id });
    expect(results.length).toBeGreaterThan(0);
    expect(results.map(({ name, state: came }) => [name, came])).toEqual(results.map(({ name }) => [name, 'same']));
  }
  const { outcome } = await phi.api.prompts.preview({ id: 'reviewer.shorten', args: '{"text":"It rains."}' });
  expect(outcome).toMatchObject({
    rendered: { messages: [{ content: expect.stringContaining('plain and short.\n\nIt rains.') }] },
  });
});

test('the workspace is read without a problem, and works once it is trusted', async () => {
  await using it = await agentApp({
    template: 'empty',
    prepare: (path) => cp(join(EXAMPLES, 'workspace'), path, { recursive: true }),
  });
  const detail = await it.detail(({ toolList }) => toolList.every(({ state }) => state === 'ready'));
  expect(detail).toMatchObject({ state: 'ready', tools: 2, skills: 1, schedules: 1, problems: 0 });
  it.phi.model.push(
    calls(
      ['add_book', { title: 'Emma', author: 'Jane Austen' }],
      ['pages-a-day', { pages: 300, until: new Date(Date.now() + 10 * 86_400_000 - 60_000).toISOString() }],
    ),
    DONE,
  );
  await it.phi.say('Put Emma on my list', undefined, it.session);

  const messages = lastMessages(it);
  expect(messages.slice(-2).map(({ content }) => content)).toEqual([
    'Added. The list has 3 books.',
    '{"days":10,"pagesADay":30}',
  ]);
  expect(messages[0]?.content).toMatch(/You keep a reading list[\s\S]*reading-log\.[\s\S]*# How to work here/);
  expect(await readFile(join(it.path, 'data', 'books.md'), 'utf8')).toMatch(/^- Emma, Jane Austen$/m);
  expect(it.phi.asked.map(({ tool }) => tool)).toEqual(['add_book', 'pages-a-day']);
});
