import { createHash } from 'node:crypto';
import { call } from '@orpc/server';
import { describe, expect, test } from 'vitest';
import type { FileState, LedgerEventData, TurnUndoOutcome } from '../../../src-main/contract/index.ts';
import { movesAmong } from '../../../src-main/files/history/moves.ts';
import { type FileWorkbench, fileWorkbench, outcomeOf, SESSION } from './file-workbench.ts';

const context = { context: { reportBug: () => {} } };
const undoTurn = (bench: FileWorkbench, turn: string): Promise<TurnUndoOutcome> =>
  call(bench.files.router.undoTurn, { session: SESSION, turn }, context);

async function write(bench: FileWorkbench, turn: string, path: string, file_content: string) {
  const session = await bench.ledger.session(SESSION);
  const record = { record: async (type, data) => (await session.append(type, data, { turn })).id } as Parameters<
    FileWorkbench['run']
  >[2];
  const plan = await bench.plan('create_or_update_file', { path, file_content });
  outcomeOf(await bench.run(plan, {}, record));
}

describe('the files of one turn', () => {
  test('stand together, the newest set first', async () => {
    await using bench = await fileWorkbench();
    await write(bench, 'turn-1', 'a', '1\n');
    await write(bench, 'turn-2', 'b', '1\n');
    await write(bench, 'turn-1', 'c', '1\n');
    const list = await bench.changes();
    expect(list.map(({ shownPath, turn }) => `${turn} ${shownPath}`)).toEqual(['turn-1 a', 'turn-1 c', 'turn-2 b']);
  });

  test('are undone whole', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a', 'old\n');
    await write(bench, 'turn-1', 'a', 'first\n');
    await write(bench, 'turn-1', 'new/b', 'b\n');
    await write(bench, 'turn-1', 'a', 'second\n');
    await write(bench, 'turn-2', 'c', 'another turn\n');
    const { paths } = await undoTurn(bench, 'turn-1');
    expect(paths.map(({ path, outcome }) => [path, outcome])).toEqual([
      [bench.at('a'), 'restored'],
      [bench.at('new'), 'restored'],
      [bench.at('new/b'), 'restored'],
    ]);
    expect(await bench.text('a')).toBe('old\n');
    await expect(bench.text('new/b')).rejects.toThrow('ENOENT');
    expect(await bench.text('c')).toBe('another turn\n');
    await expect(undoTurn(bench, 'turn-1')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('of a turn that changed nothing there is nothing to undo', async () => {
    await using bench = await fileWorkbench();
    await expect(undoTurn(bench, 'turn-9')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

const state = (text: string, mode = 0o644): FileState => ({
  kind: 'file',
  hash: createHash('sha256').update(text).digest('hex'),
  size: text.length,
  mode,
});
const gone = (path: string, text: string): LedgerEventData<'file.changed'> => ({
  path,
  change: 'deleted',
  before: state(text),
  origin: 'command',
  callId: 'c1',
});
const made = (path: string, text: string): LedgerEventData<'file.changed'> => ({
  path,
  change: 'created',
  after: state(text),
  origin: 'command',
  callId: 'c1',
});
const moves = (...changes: LedgerEventData<'file.changed'>[]) =>
  [...movesAmong(changes.map((data) => ({ id: `${data.change} ${data.path}`, data })))]
    .map(([id, { movedFrom, movedTo }]) => `${id} ${movedFrom ? `from ${movedFrom}` : `to ${movedTo}`}`)
    .sort();

describe('what a command moved', () => {
  test('is a deletion and a creation of the same bytes', () => {
    expect(moves(gone('/w/a', 'text'), made('/w/b', 'text'), made('/w/c', 'other'))).toEqual([
      'created /w/b from /w/a',
      'deleted /w/a to /w/b',
    ]);
  });

  test('goes by the name where several are alike, and is left open where that does not tell', () => {
    const same = [gone('/w/one/a', 'x'), gone('/w/one/b', 'x'), made('/w/two/b', 'x'), made('/w/two/a', 'x')];
    expect(moves(...same)).toEqual([
      'created /w/two/a from /w/one/a',
      'created /w/two/b from /w/one/b',
      'deleted /w/one/a to /w/two/a',
      'deleted /w/one/b to /w/two/b',
    ]);
    expect(moves(gone('/w/a', 'x'), gone('/w/b', 'x'), made('/w/c', 'x'), made('/w/d', 'x'))).toEqual([]);
    expect(moves(gone('/w/a', ''), made('/w/b', ''))).toEqual([]);
  });

  test('is told at once where thousands of files are alike', () => {
    const folders = Array.from({ length: 10_000 }, (_, at) => `p${at}`);
    const all = [
      ...folders.map((folder) => gone(`/w/old/${folder}/__init__.py`, 'x')),
      ...folders.map((folder) => made(`/w/new/${folder}/__init__.py`, 'x')),
    ];
    const startedAt = performance.now();
    expect(moves(gone('/w/old/a', 'x'), made('/w/new/a', 'x'), ...all)).toEqual([
      'created /w/new/a from /w/old/a',
      'deleted /w/old/a to /w/new/a',
    ]);
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });

  test('is in the list, and so are permissions that changed', async () => {
    await using bench = await fileWorkbench();
    const session = await bench.ledger.session(SESSION);
    await session.append('file.changed', gone(bench.at('a'), 'text'), { turn: 't' });
    await session.append('file.changed', made(bench.at('b'), 'text'), { turn: 't' });
    const mode = { path: bench.at('c'), change: 'modified', origin: 'command', callId: 'c1' } as const;
    await session.append('file.changed', { ...mode, before: state('c'), after: state('c', 0o755) }, { turn: 't' });
    const [deleted, created, changed] = await bench.changes();
    expect(changed?.modes).toEqual({ before: 0o644, after: 0o755 });
    expect(created?.movedFrom).toBe('a');
    expect(deleted?.movedTo).toBe('b');
  });
});
