import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Branch } from '#contract';
import { Deferred } from '#core/async/deferred';
import { type BranchBoxOptions, branchBox, RECORD, SESSION } from './branch-box.ts';

async function tryBox(options: BranchBoxOptions = {}) {
  const box = await branchBox(options);
  await writeFile(box.at('a.txt'), 'one\n');
  await box.feature.start();
  const list = async (): Promise<readonly Branch[]> => {
    for await (const branches of await box.api.changed()) return branches;
    return [];
  };
  const ended = (profile: string, state: Branch['state']) =>
    vi.waitFor(
      async () => {
        const found = (await list()).find((branch) => branch.profile === profile);
        expect(found?.state).toBe(state);
        return found as Branch;
      },
      { timeout: 20_000 },
    );
  return Object.assign(box, { list, ended });
}

test('one message goes to each profile in a branch of its own, and says what each came to', async () => {
  const commands: string[] = [];
  await using box = await tryBox({
    runTest: async (_session, command) => {
      commands.push(command);
      return 3;
    },
  });
  const asked = { session: SESSION, text: 'Make it friendlier', profiles: ['fast', 'careful'], test: 'npm test' };
  const { branches } = await box.api.tryWith(asked);
  const folders = new Set(branches.map(({ folder }) => folder));
  const [fast, careful] = box.chat.sent;
  await fast?.reply('Done.\n\nI changed a.txt.', { total: 12, cost: 0.5 });
  await fast?.end('done', 'Done.\n\nI changed a.txt.');
  await careful?.end('failed', '', 'No space left on device');

  expect(folders.size).toBe(2);
  expect(await box.ended('fast', 'done')).toMatchObject({
    line: 'Done.\nI changed a.txt.',
    tokens: 12,
    cost: 0.5,
    test: { command: 'npm test', exitCode: 3 },
  });
  expect(await box.ended('careful', 'failed')).toMatchObject({ line: 'No space left on device', isDropped: false });
  expect(commands).toEqual(['npm test', 'npm test']);
});

test('the images of a message go to each profile with it', async () => {
  await using box = await tryBox();
  const asked = vi.spyOn(box.chat, 'enqueue');
  const images = [{ hash: 'a'.repeat(64), type: 'image/png' as const, bytes: 10 }];
  await box.api.tryWith({ session: SESSION, text: 'Look', images, profiles: ['one', 'two'] });
  expect(asked.mock.calls.map(([, message]) => message)).toEqual([
    { text: 'Look', images, profile: 'one' },
    { text: 'Look', images, profile: 'two' },
  ]);
  await box.api.stop({ branch: (await box.list())[0]?.id ?? '', all: true });
});

test('a branch that uses up its tokens is ended there and kept, and a stop of all ends the others', async () => {
  await using box = await tryBox();
  const profiles = ['loops', 'slow', 'waits'];
  const { branches } = await box.api.tryWith({ session: SESSION, text: 'Go', profiles, budget: { tokens: 50 } });
  await box.chat.sent[0]?.reply('Again', { total: 60, calls: true });

  expect(await box.ended('loops', 'over-budget')).toMatchObject({ line: 'Its 50 tokens were used up', tokens: 60 });
  const [any] = branches;
  await box.api.stop({ branch: any?.id ?? '', all: true });
  await box.ended('slow', 'stopped');
  await box.ended('waits', 'stopped');
  expect(box.feature.running()).toEqual([]);
});

test.each([
  ['before its message is sent', 'create', 0],
  ['while its message is sent', 'enqueue', 1],
] as const)('a stop of all that comes %s ends the branch, and makes no more of them', async (_, step, sent) => {
  await using box = await tryBox();
  const [reached, go] = [new Deferred<void>(), new Deferred<void>()];
  const original = box.chat[step].bind(box.chat) as (...given: unknown[]) => Promise<never>;
  box.chat[step] = async (...given: unknown[]) => {
    reached.resolve();
    await go.promise;
    return await original(...given);
  };
  const asked = box.api.tryWith({ session: SESSION, text: 'Go', profiles: ['one', 'two'] });
  await reached.promise;
  await box.api.stop({ branch: (await box.list())[0]?.id ?? '', all: true });
  go.resolve();
  expect((await asked).branches).toHaveLength(1);
  await vi.waitFor(async () => expect((await box.list()).map(({ state }) => state)).toEqual(['stopped']));
  expect(box.chat.sent).toHaveLength(sent);
});

test('a stop of all ends also a branch whose beginning is just being written down', async () => {
  await using box = await tryBox();
  const [reached, go] = [new Deferred<void>(), new Deferred<void>()];
  const record = await box.ledger.session(RECORD);
  const append = record.append.bind(record);
  let created = 0;
  vi.spyOn(record, 'append').mockImplementation(async (type, ...more) => {
    if (type === 'branch.created' && ++created === 2) {
      reached.resolve();
      await go.promise;
    }
    return await append(type, ...more);
  });
  const asked = box.api.tryWith({ session: SESSION, text: 'Go', profiles: ['one', 'two', 'three'] });
  await reached.promise;
  await box.api.stop({ branch: (await box.list())[0]?.id ?? '', all: true });
  go.resolve();
  expect((await asked).branches).toHaveLength(2);
  await vi.waitFor(async () => expect((await box.list()).map(({ state }) => state)).toEqual(['stopped', 'stopped']));
  expect(box.chat.sent).toHaveLength(1);
});

test('a branch that works cannot be dropped or taken from, and a question of it is said', async () => {
  await using box = await tryBox();
  const { branches } = await box.api.tryWith({ session: SESSION, text: 'Go', profiles: ['one'] });
  const branch = branches[0]?.id ?? '';
  const about = { callId: 'c', tool: 'execute_command', title: 'Run a command: rm -r x', why: 'It asks' };
  box.chat.sent[0]?.tell({ kind: 'asked', question: 'q', ...about });

  expect(await box.ended('one', 'waiting')).toMatchObject({ line: 'Run a command: rm -r x' });
  await expect(box.api.drop({ branch })).rejects.toMatchObject({ code: 'CONFLICT' });
  const of = [{ branch, paths: ['a.txt'] }];
  await expect(box.api.take({ session: SESSION, of })).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('a branch whose server asks for a key waits for the person, and its clock with it', async () => {
  await using box = await tryBox();
  const profiles = ['keyless', 'other'];
  box.keysWanted.set([{ profile: 'keyless' }]);
  await box.api.tryWith({ session: SESSION, text: 'Go', profiles, budget: { seconds: 1 } });

  expect(await box.ended('keyless', 'waiting')).toMatchObject({ line: 'Its server asks for a key' });
  await box.ended('other', 'over-budget');
  expect((await box.list()).find(({ profile }) => profile === 'keyless')?.state).toBe('waiting');
  box.keysWanted.set([]);
  await box.ended('keyless', 'over-budget');
});

test('a branch in which something runs is not taken from', async () => {
  await using box = await tryBox();
  const { branch, session } = await box.feature.open(box.workspace, 'A run');
  const [made] = await box.list();
  await writeFile(join(made?.folder ?? '', 'a.txt'), 'two\n');
  box.busySessions.add(session);
  await expect(box.feature.acceptAll(branch, SESSION)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await box.events('branch.taken')).toEqual([]);
  box.busySessions.clear();
  await box.feature.acceptAll(branch, SESSION);
  await vi.waitFor(async () => expect(await readFile(box.at('a.txt'), 'utf8')).toBe('two\n'), { timeout: 20_000 });
});

test('a branch whose session cannot be made has failed with that reason', async () => {
  await using box = await tryBox();
  box.chat.create = async () => {
    throw new Error('The disk is full');
  };
  await expect(box.feature.open(box.workspace, 'A run')).rejects.toThrow('The disk is full');
  expect(await box.list()).toMatchObject([{ state: 'failed', line: 'The disk is full' }]);
});

test('more paths than are listed are not accepted in part', async () => {
  await using box = await tryBox();
  const { branch } = await box.feature.open(box.workspace, 'A run');
  const [made] = await box.list();
  for (let at = 0; at <= 5000; at++) await writeFile(join(made?.folder ?? '', `${at}.txt`), '');
  await expect(box.feature.acceptAll(branch, SESSION)).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
  expect(await box.events('branch.taken')).toEqual([]);
});

test('a branch that cannot be made what its workspace is is restored all the same, and says so', async () => {
  let problem: string | undefined;
  await using box = await tryBox({
    inherit: async () => {
      if (problem !== undefined) throw new Error(problem);
    },
  });
  const { branch } = await box.feature.open(box.workspace, 'A run');
  await box.api.drop({ branch });
  expect(box.released).toEqual([(await box.list())[0]?.folder]);
  problem = 'The workspace is gone';
  await expect(box.api.restore({ branch })).rejects.toThrow();
  expect(await box.list()).toMatchObject([{ id: branch, isDropped: false }]);
  expect(await readFile(join((await box.list())[0]?.folder ?? '', 'a.txt'), 'utf8')).toBe('one\n');
});

test('a branch whose end cannot be recorded has ended all the same, and is recorded once it can be', async () => {
  await using box = await tryBox();
  await box.api.tryWith({ session: SESSION, text: 'Look', profiles: ['fast'] });
  box.refuse('branch.ended');
  await box.chat.sent[0]?.end('done', 'All is well');
  const { id, line } = await box.ended('fast', 'done');
  expect(line).toContain('All is well');
  expect(line).toContain('The record cannot be written');
  box.refuse(undefined);
  await box.api.keep({ branch: id });
  await vi.waitFor(async () => expect(await box.events('branch.ended')).toHaveLength(1));
  expect(await box.ended('fast', 'done')).toMatchObject({ line: 'All is well', isKept: true });
});

test('a copy that fails while its end cannot be recorded is not left in the making', async () => {
  await using box = await tryBox({ inherit: () => Promise.reject(new Error('It cannot be trusted')) });
  box.refuse('branch.ended');
  await expect(box.api.create({ workspace: box.workspace })).rejects.toThrow();
  expect(await box.list()).toMatchObject([{ state: 'failed', line: expect.stringContaining('It cannot be trusted') }]);
});

test('a branch that a crash cut short has ended also where that cannot be recorded', async () => {
  await using box = await tryBox();
  await box.api.tryWith({ session: SESSION, text: 'Look', profiles: ['fast'] });
  box.refuse('branch.ended');
  const { api, feature } = box.open();
  await feature.start();
  for await (const branches of await api.changed()) {
    expect(branches).toMatchObject([{ state: 'interrupted' }]);
    break;
  }
});

test('a message whose sending cannot be recorded is taken back', async () => {
  await using box = await tryBox();
  const { chat } = box;
  const enqueue = chat.enqueue.bind(chat);
  chat.isQuick = false;
  chat.enqueue = (...asked) => {
    box.refuse('branch.started');
    return enqueue(...asked);
  };
  await box.api.tryWith({ session: SESSION, text: 'Look', profiles: ['fast'] });
  expect(chat.withdrawn).toEqual([chat.sent[0]?.message]);
  expect(await box.ended('fast', 'failed')).toMatchObject({ line: 'The record cannot be written' });
});

test('what a record that cannot be read would tell of branches is not taken for nothing', async () => {
  await using box = await tryBox();
  await box.api.create({ workspace: box.workspace });
  box.unreadable = 'The record of /other cannot be read';
  const { api, feature } = box.open();
  await feature.start();
  for await (const branches of await api.changed()) {
    expect(branches).toMatchObject([{ state: 'ready' }]);
    break;
  }
  await expect(feature.list()).rejects.toThrow('The record of /other cannot be read');
});

test('a branch in which somebody worked stays where the line that says it was copied cannot be read', async () => {
  await using box = await tryBox();
  const { id, folder } = await box.api.create({ workspace: box.workspace });
  await writeFile(join(folder, 'work.txt'), 'hours of it\n');
  const record = join(box.ledger.folder, 'sessions', `${RECORD}.jsonl`);
  const lines = (await readFile(record, 'utf8')).split('\n');
  const damaged = lines.map((line) => (line.includes('"branch.ready"') ? '#'.repeat(line.length) : line));
  await writeFile(record, damaged.join('\n'));
  const { api, feature } = box.open();
  await feature.start();
  expect(await readFile(join(folder, 'work.txt'), 'utf8')).toBe('hours of it\n');
  for await (const branches of await api.changed()) {
    expect(branches).toMatchObject([{ id, state: 'interrupted', isDropped: false }]);
    break;
  }
});

/** Makes the lines of the record that have `types` unreadable. */
async function damage(folder: string, types: readonly string[]): Promise<void> {
  const record = join(folder, 'sessions', `${RECORD}.jsonl`);
  const isHit = (line: string) => types.some((type) => line.includes(`"${type}"`));
  const lines = (await readFile(record, 'utf8')).split('\n');
  await writeFile(record, lines.map((line) => (isHit(line) ? '#'.repeat(line.length) : line)).join('\n'));
}

test('a branch that was worked in is compared, dropped and erased whole where the line of its copy cannot be read', async () => {
  await using box = await tryBox();
  const { id, folder } = await box.api.create({ workspace: box.workspace });
  await writeFile(join(folder, 'work.txt'), 'hours of it\n');
  await damage(box.ledger.folder, ['branch.ready']);
  const { api, feature } = box.open();
  await feature.start();
  const { paths } = await api.compare({ branches: [id] });
  expect(paths.map(({ path }) => path)).toEqual(['work.txt']);
  await api.drop({ branch: id });
  await api.erase({ branch: id });
  expect(await readdir(join(box.dataFolder, 'branches'))).not.toContain(id);
});

test('a half copy is removed by a later start where its end could not be recorded in time', async () => {
  await using box = await tryBox();
  const { id } = await box.api.create({ workspace: box.workspace });
  await damage(box.ledger.folder, ['branch.ready', 'branch.started']);
  box.refuse('branch.ended');
  await box.open().feature.start();
  box.refuse(undefined);
  // Anything that can be recorded takes what is owed with it.
  await box.api.create({ workspace: box.workspace });
  const { api, feature } = box.open();
  await feature.start();
  for await (const branches of await api.changed()) {
    expect(branches.map((branch) => branch.id)).not.toContain(id);
    break;
  }
  expect(await readdir(join(box.dataFolder, 'branches'))).not.toContain(id);
});
