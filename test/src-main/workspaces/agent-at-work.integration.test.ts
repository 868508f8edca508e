import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { probeSandbox } from '#process/sandbox/probe';
import { agentApp, calls, DONE, lastMessages } from './support/agent-app.ts';

const { works } = await probeSandbox({ PATH: process.env.PATH ?? '' });
const toolsOf = (body: unknown) =>
  (body as { tools?: { function: { name: string } }[] }).tools?.map(({ function: { name } }) => name);

test('a workspace is restricted until it is trusted; then its tools are all that is offered', async () => {
  await using it = await agentApp({ isTrusted: false });
  const restricted = await it.detail(({ toolList }) => toolList.length > 0);
  expect(restricted).toMatchObject({ state: 'restricted', pids: [], tools: 5, skills: 2, schedules: 1, problems: 0 });
  it.phi.model.push(DONE);
  await it.phi.say('Hello', undefined, it.session);
  expect(it.phi.model.completions.at(-1)?.body).not.toHaveProperty('tools');

  const ready = await it.trust();
  expect(ready.toolList.filter(({ state }) => state === 'ready').map(({ name }) => name)).toContain('read');
  it.phi.model.push(DONE);
  await it.phi.say('Hello again', undefined, it.session);
  const { body } = it.phi.model.completions.at(-1) ?? {};
  expect(toolsOf(body)?.toSorted()).toEqual(['bash', 'count-words', 'edit', 'read', 'read_file', 'write']);
  const [system] = (body as { messages: { role: string; content: string }[] }).messages;
  expect(system?.content).toMatch(
    /Sigma Shell[\s\S]*You are a careful assistant[\s\S]*- meeting-notes:[\s\S]*# How to work here[\s\S]*Prompt of A\./,
  );
  const [rendered] = (await it.phi.events('prompt.rendered', it.session)).slice(-1);
  expect(((rendered?.data.origins ?? []) as { origin: string }[]).map(({ origin }) => origin)).toEqual([
    'product',
    'workspace',
    'agents-file',
    'profile',
  ]);
});

test('calls of one reply run side by side, are asked about, recorded, and undone', async () => {
  await using it = await agentApp();
  it.phi.model.push(
    calls(
      ['write', { file_path: 'notes/a.md', content: 'first' }],
      ['read', { file_path: 'nowhere.md' }],
      ['write', { file_path: 'notes/b.md', content: 'second' }],
    ),
    DONE,
  );
  await it.phi.say('Write notes', undefined, it.session);
  expect(await readFile(join(it.path, 'notes/a.md'), 'utf8')).toBe('first');
  expect(await readFile(join(it.path, 'notes/b.md'), 'utf8')).toBe('second');
  const messages = lastMessages(it);
  expect(messages.slice(-3).map(({ role, content }) => `${role} ${content.slice(0, 12)}`)).toEqual([
    'tool Wrote 5 char',
    'tool Error: [Errn',
    'tool Wrote 6 char',
  ]);
  expect(it.phi.asked.map(({ subject }) => subject.kind)).toEqual(['call', 'call', 'call']);
  const changed = await it.phi.events('file.changed', it.session);
  expect(changed.map(({ data }) => String(data.path).split('/').at(-1)).sort()).toEqual(
    expect.arrayContaining(['a.md', 'b.md']),
  );
});

test.skipIf(!works)('tools stay in the box: no keys, no network, no code of their own to change', async () => {
  await using it = await agentApp();
  await mkdir(join(it.phi.home.home, '.ssh'));
  await writeFile(join(it.phi.home.home, '.ssh', 'id_ed25519'), 'a key');
  const tries = [
    `cat ${it.phi.home.home}/.ssh/id_ed25519`,
    `ls ${it.phi.home.dataFolder}`,
    'echo changed >> tools/read.py',
    'echo new > tools/new.py',
    `exec 3<>/dev/tcp/127.0.0.1/${new URL(it.phi.model.baseUrl).port}`,
  ];
  for (const command of tries) {
    it.phi.model.push(calls(['bash', { command: `${command} && echo DONE IT` }]), DONE);
    await it.phi.say('Try', undefined, it.session);
    const messages = lastMessages(it);
    expect(messages.at(-1)?.content, command).not.toContain('DONE IT');
  }
  expect(await it.detail()).toMatchObject({ state: 'ready' });
});

test('what an agent changes of its code restricts it again, with the diff; what the person edits in the app does not', async () => {
  await using it = await agentApp();
  const { text, hash } = await it.phi.api.workspaces.readFile({ path: it.path, file: 'tools/write.py' });
  await it.phi.api.workspaces.writeFile({
    path: it.path,
    file: 'tools/write.py',
    text: text.replace('Wrote', 'Put'),
    hash,
  });
  it.phi.model.push(calls(['write', { file_path: 'notes/a.md', content: 'x' }]), DONE);
  await it.phi.say('Write', undefined, it.session);
  const messages = lastMessages(it);
  expect(messages.at(-1)?.content).toMatch(/^Put 1 characters/);

  await writeFile(join(it.path, 'tools/write.py'), text);
  it.phi.model.push(DONE);
  await it.phi.say('And now', undefined, it.session);
  expect(it.phi.model.completions.at(-1)?.body).not.toHaveProperty('tools');
  const review = await it.phi.api.workspaces.review({ path: it.path });
  expect(review.changes).toMatchObject([
    { file: 'tools/write.py', change: 'changed', diff: expect.stringContaining('-    return "Put') },
  ]);
  await it.trust();
  await expect(it.phi.api.workspaces.trust({ path: it.path, hash, network: false })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
});

test.skipIf(!works)(
  'in the mode Workspace what stays in the box is not asked about, and what starts by itself is held',
  async () => {
    await using it = await agentApp({ verdict: 'refuse' });
    await it.phi.api.rules.setMode({ session: it.session, mode: 'workspace' });
    it.phi.model.push(
      calls(
        ['write', { file_path: 'notes/a.md', content: 'first' }],
        ['write', { file_path: 'Makefile', content: 'all:\n\techo run' }],
      ),
      DONE,
    );
    await it.phi.say('Write', undefined, it.session);
    expect(it.phi.asked.map(({ subject }) => subject)).toMatchObject([
      { kind: 'confirm', title: 'Keep the change of Makefile?', text: expect.stringContaining('The tool changed') },
    ]);
    expect(await readFile(join(it.path, 'notes/a.md'), 'utf8')).toBe('first');
    await expect(readFile(join(it.path, 'Makefile'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(lastMessages(it).at(-1)?.content).toContain('Not kept: the changes of Makefile were taken back');
    const judged = (await it.phi.events('approval.decided', it.session)).filter(({ data }) => data.by !== 'person');
    expect(judged.map(({ data }) => data.judged)).toMatchObject([{ mode: 'workspace' }, { mode: 'workspace' }]);
  },
);
