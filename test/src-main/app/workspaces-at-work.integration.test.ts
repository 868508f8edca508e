import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { answerSecondStart } from '#app/start/answer-second-start';
import type { Question } from '#contract';
import { listedChanges } from '../../support/listed-changes.ts';
import { type PhiHome, phiHome, sentTo } from '../../support/phi-app.ts';
import { type PhiEngine, phiEngine } from '../../support/phi-engine.ts';
import type { Script } from '../../support/scripted-model-server.ts';

const call = (tool: string, args: unknown): Script => ({ calls: [{ tool, arguments: args }] });
const run = (command: string) => call('execute_command', { command });

/** A home with two folders beside each other; the app starts in `work` where nothing else is said. */
async function twoFolders() {
  const home = await phiHome();
  const other = join(home.home, 'other');
  await mkdir(other);
  return { home, other, [Symbol.asyncDispose]: () => home[Symbol.asyncDispose]() };
}

/** The app started again, in this folder. */
const startedIn = (home: PhiHome, folder: string, answer?: (question: Question) => { verdict: 'allow' } | undefined) =>
  phiEngine({ home, start: { args: ['-dir', folder] }, ...(answer && { answer }) });

const changesOf = ({ api }: PhiEngine) => listedChanges(api.changes);

describe('a session that was made in one folder and is gone on with after a start in another', () => {
  test('works in its own: commands, files, Changes, and what the model is told', async () => {
    await using it = await twoFolders();
    const { home, other } = it;
    let session = '';
    {
      await using first = await startedIn(home, home.workspace);
      session = first.session;
    }
    home.model.push(run('pwd'), call('create_or_update_file', { path: 'made.txt', content: 'hello\n' }));
    home.model.push(run('touch by-command.txt'), { text: 'Done' });

    await using second = await startedIn(home, other);
    await second.say('Go on', undefined, session);

    const calls = await second.calls(session);
    expect(calls[0]?.result).toContain(home.workspace);
    expect(await readFile(join(home.workspace, 'made.txt'), 'utf8')).toBe('hello\n');
    expect(existsSync(join(home.workspace, 'by-command.txt'))).toBe(true);
    const [system] = sentTo(home.model).at(-1)?.messages ?? [];
    expect(system?.content).toContain(`Workspace: ${home.workspace}\n`);
    expect(second.asked.map(({ workspace, isOutside }) => ({ workspace, isOutside }))).toEqual(
      Array(second.asked.length).fill({ workspace: home.workspace, isOutside: false }),
    );
    const changes = await changesOf(second);
    expect(changes.map(({ shownPath, workspace }) => [shownPath, workspace]).sort()).toEqual([
      ['by-command.txt', home.workspace],
      ['made.txt', home.workspace],
    ]);
  });

  test('has the rules of its own folder, and the new session beside it those of its', async () => {
    await using it = await twoFolders();
    const { home, other } = it;
    let session = '';
    {
      await using first = await startedIn(home, home.workspace);
      session = first.session;
      const pattern = {
        program: 'touch',
        arguments: ['a'],
        wrappers: [],
        variables: [],
        redirections: [],
        runs: 'box' as const,
      };
      const rule = { verdict: 'allow', subject: { kind: 'command', ...pattern } } as const;
      await first.api.rules.save({ scope: 'workspace', rule });
    }
    await using second = await startedIn(home, other);
    home.model.push(run('touch a'), { text: 'Done' });
    await second.say('Go on', undefined, session);
    expect(second.asked).toEqual([]);

    home.model.push(run('touch a'), { text: 'Done' });
    await second.say('You, too');
    expect(second.asked.map(({ workspace }) => workspace)).toEqual([other]);
    expect([existsSync(join(home.workspace, 'a')), existsSync(join(other, 'a'))]).toEqual([true, true]);
  });

  test('may not change the profiles of any open workspace', async () => {
    await using it = await twoFolders();
    const { home, other } = it;
    await using phi = await startedIn(home, home.workspace);
    const { id } = await phi.api.sessions.create({ workspace: other });
    for (const folder of [home.workspace, other]) {
      for (const session of [phi.session, id]) {
        const path = join(folder, '.phishell.yaml');
        home.model.push(call('create_or_update_file', { path, content: 'x' }), { text: 'Done' });
        await phi.say('Change it', undefined, session);
        expect((await phi.calls(session)).at(-1)?.result).toContain('belongs to Sigma Shell itself');
      }
    }
  });
});

describe('a session whose folder is gone', () => {
  test('can be read; a turn is refused with what to do, and goes on when the folder is back', async () => {
    await using it = await twoFolders();
    const { home, other } = it;
    let session = '';
    home.model.push({ text: 'Hello' });
    {
      await using first = await startedIn(home, home.workspace);
      session = first.session;
      await first.say('Hello');
    }
    await rename(home.workspace, `${home.workspace}.moved`);
    await using second = await startedIn(home, other);

    expect(await second.items(session)).toContainEqual(expect.objectContaining({ kind: 'assistant', text: 'Hello' }));
    await expect(second.api.sessions.send({ session, text: 'Go on' })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: `The folder ${home.workspace} is gone`,
      data: { advice: 'Put it back where it was, or start a new session in another folder' },
    });
    await rename(`${home.workspace}.moved`, home.workspace);
    home.model.push({ text: 'Here again' });
    expect(await second.say('Go on', undefined, session)).toBe('Here again');
  });

  test('a file in its place is none, and a new session in it is refused', async () => {
    await using it = await twoFolders();
    const { home, other } = it;
    await using phi = await startedIn(home, home.workspace);
    await rename(other, `${other}.moved`);
    await writeFile(other, 'no folder');
    await expect(phi.api.sessions.create({ workspace: other })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: `${other} is not a folder`,
    });
  });
});

test('new sessions are made in the folder that is named, else in the first, and the list says where', async () => {
  await using it = await twoFolders();
  const { home, other } = it;
  await using phi = await startedIn(home, home.workspace);
  const named = await phi.api.sessions.create({ workspace: other });
  const unnamed = await phi.api.sessions.create({});
  expect([named.workspace, unnamed.workspace]).toEqual([other, home.workspace]);
  expect(await phi.line('pwd', named.id)).toBe(other);
  for await (const { open } of await phi.api.app.workspaces()) {
    expect(open.map(({ path }) => path)).toEqual([home.workspace, other]);
    break;
  }
});

test('the folder of a second start is opened once, and shown by a new session, later by the newest', async () => {
  await using it = await twoFolders();
  const { home, other } = it;
  await using phi = await startedIn(home, home.workspace);
  const answer = await answerSecondStart(phi.app, other);
  expect(answer).toMatchObject({ workspace: home.workspace, folder: other });
  const shown = async () => {
    for await (const state of await phi.api.app.workspaces()) return state.shown;
    throw new Error('The state ended');
  };
  const first = await shown();
  expect(await phi.line('/bin/pwd', first?.session)).toContain(other);

  await answerSecondStart(phi.app, other);
  expect(await shown()).toMatchObject({ workspace: other, session: first?.session });
  for await (const notices of await phi.api.app.notices()) {
    expect(notices.filter(({ text }) => text.startsWith(other))).toHaveLength(1);
    break;
  }

  await rename(other, `${other}.moved`);
  expect(await answerSecondStart(phi.app, other)).toMatchObject({
    problem: `The folder ${other} is gone. Put it back where it was, or start a new session in another folder`,
  });
});

test('a workspace is kept in the background as soon as a session is made in it, before any call', async () => {
  await using it = await twoFolders();
  const { home, other } = it;
  const kept = (text: string) => {
    const hash = createHash('sha256').update(text).digest('hex');
    const content = join(home.dataFolder, 'ledger/content');
    return ['incoming', hash.slice(0, 2)].some((folder) => existsSync(join(content, folder, hash)));
  };
  await writeFile(join(home.workspace, 'first.txt'), 'in the first\n');
  await writeFile(join(other, 'second.txt'), 'in the second\n');
  await using engine = await startedIn(home, home.workspace);
  await vi.waitFor(() => expect(kept('in the first\n')).toBe(true), { timeout: 20_000 });
  expect(kept('in the second\n')).toBe(false);
  await engine.api.sessions.create({ workspace: other });
  await vi.waitFor(() => expect(kept('in the second\n')).toBe(true), { timeout: 20_000 });
});
