import { appendFile, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { probeSandbox } from '#process/sandbox/probe';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type AgentApp, agentApp, calls, DONE, lastMessages } from './support/agent-app.ts';

const { works } = await probeSandbox({ PATH: process.env.PATH ?? '' });

async function turnOf({ phi, session }: AgentApp, text: string): Promise<string> {
  const { turn } = await phi.api.sessions.send({ session, text });
  await phi.ended(turn);
  return turn;
}

test('a file that a Python tool wrote is undone with its turn', async () => {
  await using it = await agentApp();
  it.phi.model.push(calls(['write', { file_path: 'notes/a.md', content: 'first' }]), DONE);
  const turn = await turnOf(it, 'Write a note');
  const file = join(it.path, 'notes/a.md');
  expect(await readFile(file, 'utf8')).toBe('first');
  await it.phi.api.changes.undoTurn({ session: it.session, turn });
  await expect(readFile(file)).rejects.toMatchObject({ code: 'ENOENT' });
  await it.phi.api.changes.redoTurn({ session: it.session, turn });
  expect(await readFile(file, 'utf8')).toBe('first');
});

test('a tool that was allowed from now on asks again when its code is another', async () => {
  await using it = await agentApp();
  const read = calls(['read', { file_path: 'AGENTS.md' }]);
  it.phi.model.push(read, DONE, read, DONE, read, DONE);
  await it.phi.say('Read', undefined, it.session);
  const [question] = it.phi.asked;
  if (question?.subject.kind !== 'call') throw new Error('It was not asked about');
  const { provider } = question.subject;
  const rule = { verdict: 'allow', subject: { kind: 'tool', tool: 'read', provider } } as const;
  await it.phi.api.rules.saveForSession({ session: it.session, rules: [rule] });
  await it.phi.say('Read again', undefined, it.session);
  expect(it.phi.asked).toHaveLength(1);
  await appendFile(join(it.path, 'tools/read.py'), '\n# other code\n');
  await it.detail(({ state }) => state === 'changed');
  await it.trust();
  await it.phi.say('Read once more', undefined, it.session);
  expect(it.phi.asked).toHaveLength(2);
});

test('arguments that a tool does not have are told to the model, which goes on', async () => {
  await using it = await agentApp();
  it.phi.model.push(calls(['read', { file_path: 'AGENTS.md', colour: 'red' }], ['read', {}]), DONE);
  await it.phi.say('Read', undefined, it.session);
  const [unknown, missing] = lastMessages(it).slice(-2);
  expect(unknown?.content).toMatch(/colour/);
  expect(missing?.content).toMatch(/file_path/);
});

test('without Python its tools are listed as needing it, with what to do, and the others work', async () => {
  await using programs = await temporaryFolder();
  for (const name of await readdir('/usr/bin')) {
    if (!/^py/.test(name)) await symlink(join('/usr/bin', name), join(programs.path, name));
  }
  await using it = await agentApp({ start: { environment: { PATH: programs.path } } });
  const detail = await it.detail();
  const states = Object.fromEntries(detail.toolList.map(({ name, state }) => [name, state]));
  expect(states).toMatchObject({ read: 'needs-python', write: 'needs-python', 'count-words': 'ready' });
  expect(detail.noPython).toMatch(/^No Python was found\. Install/);
  it.phi.model.push(calls(['count-words', { files: ['AGENTS.md'] }]), DONE);
  await it.phi.say('Count', undefined, it.session);
  expect(lastMessages(it).at(-1)?.content).toMatch(/"?words"?/);
});

test('two windows on one workspace see the same state', async () => {
  await using it = await agentApp();
  const signal = AbortSignal.timeout(20_000);
  const windows = await Promise.all([1, 2].map(() => it.phi.api.workspaces.detail({ path: it.path }, { signal })));
  const restricted = windows.map(async (window) => {
    for await (const { state, pids } of window) if (state === 'restricted') return pids;
    return undefined;
  });
  await it.phi.api.workspaces.restrict({ path: it.path });
  expect(await Promise.all(restricted)).toEqual([[], []]);
});

test.skipIf(!works)(
  'a tool sees no other process, writes nowhere else, and reaches no socket of the host',
  async () => {
    await using it = await agentApp();
    const { home, dataFolder } = it.phi.home;
    await writeFile(join(home, 'outside.txt'), 'mine');
    const tries = [
      `cat /proc/${process.pid}/environ`,
      `kill -0 ${process.pid}`,
      `echo x > /usr/local/escaped`,
      `python3 -c 'import socket; socket.socket(socket.AF_UNIX).connect("${dataFolder}/host.sock")'`,
      `mount -t tmpfs none /mnt`,
    ];
    for (const command of tries) {
      it.phi.model.push(calls(['bash', { command: `${command} && echo DONE IT` }]), DONE);
      await it.phi.say('Try', undefined, it.session);
      expect(lastMessages(it).at(-1)?.content, command).not.toContain('DONE IT');
    }
    // It may write to a folder of that name in its own /tmp; the real one stays.
    it.phi.model.push(calls(['bash', { command: `echo x > ${home}/outside.txt` }]), DONE);
    await it.phi.say('Try', undefined, it.session);
    expect(await readFile(join(home, 'outside.txt'), 'utf8')).toBe('mine');
  },
);

const SYSTEM = `async def build_system_prompt():
    return "You are brief."

async def compact_history(history, max_tokens, complete):
    summary = await complete([{"role": "user", "content": "Sum up"}])
    return MADE
`;

async function longTalk(it: AgentApp): Promise<void> {
  for (let at = 0; at < 4; at += 1) {
    it.phi.model.push({
      text: `answer ${at} ${'word '.repeat(300)}`,
      usage: { prompt: 900 * at + 900, completion: 400 },
    });
    await it.phi.say(`question ${at}`, undefined, it.session);
  }
}

const SMALL = (baseUrl: string) =>
  `default: A\nprofiles:\n  A: {baseurl: '${baseUrl}', key: k, model: m, context: 3000}\n`;

test('a conversation that fills the context is compacted by the workspace’s own function, with the model’s help', async () => {
  const made = '[{"role": "user", "content": "So far: " + summary}]';
  await using it = await agentApp({
    global: SMALL,
    prepare: (path) => writeFile(join(path, 'systems/system.py'), SYSTEM.replace('MADE', made)),
  });
  await longTalk(it);
  it.phi.model.push({ text: 'SHORT' }, { text: 'the next answer' });
  expect(await it.phi.say('and now?', undefined, it.session)).toBe('the next answer');
  const [replaced] = await it.phi.events('history.replaced', it.session);
  expect(replaced?.data).toMatchObject({ messages: [{ role: 'user', content: 'So far: SHORT' }] });
  const sent = lastMessages(it).filter(({ role }) => role !== 'system');
  expect(sent.map(({ content }) => content)).toEqual(['So far: SHORT', 'and now?']);
});

test('an answer that models cannot be sent is refused and said, and the turn goes on', async () => {
  const made = '[{"role": "tool", "tool_call_id": "gone", "content": summary}]';
  await using it = await agentApp({
    global: SMALL,
    prepare: (path) => writeFile(join(path, 'systems/system.py'), SYSTEM.replace('MADE', made)),
  });
  await longTalk(it);
  it.phi.model.push({ text: 'SHORT' }, { text: 'a summary by the app itself' }, { text: 'the next answer' });
  await it.phi.say('and now?', undefined, it.session);
  const [refused] = await it.phi.events('history.refused', it.session);
  expect(refused?.data).toMatchObject({ why: 'message 1 of its answer is a result without its call' });
  expect(await it.phi.events('history.replaced', it.session)).toEqual([]);
});
