import { createRouterClient } from '@orpc/server';
import { describe, expect, test } from 'vitest';
import type { ChangeList, FileState, TurnFiles } from '#contract';
import { type FileWorkbench, fileWorkbench, SESSION } from '../file-workbench.ts';

const clientOf = (bench: FileWorkbench) =>
  createRouterClient(bench.files.router, { context: { reportBug: (error) => void bench.bugs.push(error) } });

async function firstOf<T>(stream: Promise<AsyncIterable<T>>): Promise<T> {
  for await (const value of await stream) return value;
  throw new Error('The stream ended');
}

const listOf = (bench: FileWorkbench, turns?: number): Promise<ChangeList> =>
  firstOf(clientOf(bench).changed(turns === undefined ? undefined : { turns }));
const filesOf = (bench: FileWorkbench, turn: string, rest: { path?: string; most?: number } = {}): Promise<TurnFiles> =>
  firstOf(clientOf(bench).files({ session: SESSION, turn, ...rest }));

const file = (hash: string): FileState => ({ kind: 'file', hash: hash.padEnd(64, '0'), size: 2, mode: 0o644 });

/** A change on the record of which nothing is done. */
async function record(
  bench: FileWorkbench,
  path: string,
  options: { turn?: string; callId?: string; cause?: string } = {},
) {
  const session = await bench.ledger.session(SESSION);
  const { callId, ...links } = options;
  const change = { path: bench.at(path), change: 'created', origin: 'command', after: file('a') } as const;
  return (await session.append('file.changed', { ...change, ...(callId && { callId }) }, links)).id;
}

async function message(bench: FileWorkbench, turn: string, text: string) {
  await (await bench.ledger.session(SESSION)).append('message.user', { text }, { turn });
}

async function undone(bench: FileWorkbench, change: string) {
  const session = await bench.ledger.session(SESSION);
  await session.append('change.undone', { change, path: bench.at('a'), forced: false }, { cause: change });
}

describe('the rows of turns', () => {
  test('stand newest first, with what led to them, how many files and by whom', async () => {
    await using bench = await fileWorkbench();
    await message(bench, 't1', '\n  Make it friendlier\nand shorter');
    for (const name of ['d', 'a', 'b', 'c']) await record(bench, name, { turn: 't1' });
    await message(bench, 't2', 'Something else');
    await record(bench, 'z', { turn: 't2' });

    const { turns, older, proposals } = await listOf(bench);

    expect([older, proposals]).toEqual([0, []]);
    expect(turns.map(({ title }) => title)).toEqual(['Something else', 'Make it friendlier']);
    expect(turns[1]).toMatchObject({
      session: SESSION,
      turn: 't1',
      source: 'message',
      sessionTitle: 'Title of session-1',
      workspace: bench.path,
      state: 'applied',
      canUndo: true,
      canRedo: false,
      by: [{ origin: 'command', files: 4 }],
      counts: { created: 4, modified: 0, deleted: 0, rejected: 0 },
      names: ['a', 'b', 'c'],
    });
  });

  test('are those of one session where it is named', async () => {
    await using bench = await fileWorkbench();
    await record(bench, 'a', { turn: 't1' });
    await (await bench.ledger.session('session-2')).append(
      'file.changed',
      { path: bench.at('b'), change: 'created', origin: 'command', after: file('b') },
      { turn: 't2' },
    );
    const ofSession = async (session: string) => {
      const { turns, older } = await firstOf<ChangeList>(clientOf(bench).changed({ turns: 5, session }));
      return [turns.map(({ turn }) => turn), older];
    };
    expect(await ofSession('session-2')).toEqual([['t2'], 0]);
    expect(await ofSession(SESSION)).toEqual([['t1'], 0]);
  });

  test('of calls that no message led to have the command or the tool as their title', async () => {
    await using bench = await fileWorkbench();
    const session = await bench.ledger.session(SESSION);
    const command = { tool: 'execute_command', arguments: { command_line: 'npm test\nexit' } };
    await session.append('tool.called', { callId: 'c1', ...command }, { turn: 'served' });
    await record(bench, 'a', { turn: 'served', callId: 'c1' });
    await session.append('tool.called', { callId: 'c2', tool: 'edit_file', arguments: { path: 'b' } });
    await record(bench, 'b', { callId: 'c2' });
    await record(bench, 'c', { cause: 'found-1' });
    await record(bench, 'd', { cause: 'found-1' });
    const { turns } = await listOf(bench);
    expect(turns.map(({ turn, source, title }) => [turn, source, title])).toEqual([
      ['found-1', 'found', ''],
      ['c2', 'call', 'edit_file b'],
      ['served', 'call', 'npm test'],
    ]);
  });

  test('reach back as far as is asked for', async () => {
    await using bench = await fileWorkbench();
    for (const turn of ['t1', 't2', 't3']) await record(bench, turn, { turn });
    const { turns, older } = await listOf(bench, 2);
    expect([turns.map(({ turn }) => turn), older]).toEqual([['t3', 't2'], 1]);
  });

  test('are not there for a turn that changed nothing in the end', async () => {
    await using bench = await fileWorkbench();
    const session = await bench.ledger.session(SESSION);
    await record(bench, 'a', { turn: 't1' });
    const gone = { path: bench.at('a'), change: 'deleted', before: file('a'), origin: 'command' } as const;
    await session.append('file.changed', gone, { turn: 't1' });
    expect((await listOf(bench)).turns).toEqual([]);
  });

  test('say when the turn is undone, in part or wholly, and stay where they are', async () => {
    await using bench = await fileWorkbench();
    const [a, b] = [await record(bench, 'a', { turn: 't1' }), await record(bench, 'b', { turn: 't1' })];
    await record(bench, 'c', { turn: 't2' });
    await undone(bench, a);
    expect((await listOf(bench)).turns.map(({ turn, state }) => `${turn} ${state}`)).toEqual([
      't2 applied',
      't1 partly',
    ]);
    await undone(bench, b);
    expect((await listOf(bench)).turns.map(({ turn, state }) => `${turn} ${state}`)).toEqual([
      't2 applied',
      't1 undone',
    ]);
  });

  test('of thousands of changes at once are sent seldom, and small', async () => {
    await using bench = await fileWorkbench();
    const ending = new AbortController();
    const sizes: number[] = [];
    const client = clientOf(bench);
    const reading = (async () => {
      for await (const list of await client.changed(undefined, { signal: ending.signal })) {
        sizes.push(JSON.stringify(list).length);
        if (list.turns[0]?.counts.created === 3000) ending.abort();
      }
    })();
    await expect.poll(() => sizes.length).toBeGreaterThan(0);
    await Promise.all(Array.from({ length: 3000 }, (_, index) => record(bench, `${index}`, { turn: 't1' })));
    await reading;
    expect(Math.max(...sizes)).toBeLessThan(1500);
    expect(sizes.length).toBeLessThan(300);
  });
});

describe('the files of a turn', () => {
  test('are sent by path, as many as are asked for', async () => {
    await using bench = await fileWorkbench();
    for (const name of ['c', 'a', 'b']) await record(bench, name, { turn: 't1' });
    const { files, total } = await filesOf(bench, 't1', { most: 2 });
    expect([files.map(({ shownPath }) => shownPath), total]).toEqual([['a', 'b'], 3]);
    const one = await filesOf(bench, 't1', { path: bench.at('c') });
    expect([one.files.map(({ shownPath }) => shownPath), one.total]).toEqual([['c'], 1]);
    expect(await filesOf(bench, 'no-such-turn')).toEqual({ files: [], total: 0 });
  });

  test('are sent again only when something about their turn changes', async () => {
    await using bench = await fileWorkbench();
    await record(bench, 'a', { turn: 't1' });
    const ending = new AbortController();
    const sent: string[] = [];
    const client = clientOf(bench);
    const reading = (async () => {
      const input = { session: SESSION, turn: 't1' };
      for await (const { files } of await client.files(input, { signal: ending.signal })) {
        sent.push(files.map(({ shownPath, state }) => `${shownPath} ${state}`).join(', '));
        if (files.length === 2) ending.abort();
      }
    })();
    await expect.poll(() => sent.length).toBe(1);
    await record(bench, 'z', { turn: 't2' });
    await record(bench, 'b', { turn: 't1' });
    await reading;
    expect(sent).toEqual(['a applied', 'a applied, b applied']);
  });

  test('that were changed several times have one diff, from the first change to the last', async () => {
    await using bench = await fileWorkbench();
    const session = await bench.ledger.session(SESSION);
    const state = async (text: string): Promise<FileState> => ({
      kind: 'file',
      size: text.length,
      mode: 0o644,
      hash: await bench.ledger.content.keep(Buffer.from(text)),
    });
    const [one, two, three] = [await state('one\n'), await state('two\n'), await state('three\n')];
    const change = { path: bench.at('a'), change: 'modified', origin: 'tool' } as const;
    await session.append('file.changed', { ...change, before: one, after: two }, { turn: 't1' });
    await session.append('file.changed', { ...change, before: two, after: three }, { turn: 't1' });
    const [net] = (await filesOf(bench, 't1')).files;
    const { id = '', since } = net ?? {};
    expect(since).toBeDefined();
    expect(await clientOf(bench).diff({ id, since })).toMatchObject({ original: 'one\n', proposed: 'three\n' });
    expect(await clientOf(bench).diff({ id })).toMatchObject({ original: 'two\n', proposed: 'three\n' });
  });
});

describe('the place of a change', () => {
  test('is its turn, also of one that is listed with others as one, and how many turns are newer', async () => {
    await using bench = await fileWorkbench();
    const change = await record(bench, 'a', { turn: 't1' });
    await record(bench, 'b', { turn: 't2' });
    const place = { session: SESSION, turn: 't1', newer: 1 };
    expect(await clientOf(bench).find({ id: change })).toEqual({ ...place, path: bench.at('a') });
    expect(await clientOf(bench).find({ id: 't1' })).toEqual(place);
    await expect(clientOf(bench).find({ id: 'nothing' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
