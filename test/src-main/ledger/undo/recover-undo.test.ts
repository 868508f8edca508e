import { chmod, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { AppError } from '#core/app-error';
import { type Ledger, type SessionLedger, UndoTransactions, undoChange } from '#ledger';
import { DiskView } from '../../../../src-main/ledger/undo/disk-view.ts';
import { OpenFolders } from '../../../../src-main/ledger/undo/open-folders.ts';
import { journalEntryOf, UndoJournal } from '../../../../src-main/ledger/undo/undo-journal.ts';
import { setUp } from '../undo-box.ts';

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

/** An undo that ended while it staged: the folders had these permissions before. */
async function recoverAfter(box: Awaited<ReturnType<typeof setUp>>, modes: Readonly<Record<string, number>>) {
  const journal = new UndoJournal(join(dirname(box.ledger.content.folder), 'undoing'));
  const paths = Object.entries(modes).map(([name, mode]) => ({
    event: name,
    changes: [name],
    path: box.inside(name),
    present: { kind: 'directory' as const, size: 0, mode },
  }));
  const kind = { turn: 't1', direction: 'undo', isForced: false } as const;
  await journal.begin({ id: 'tx', session: 'one', ...kind, paths, settled: [] });
  await new UndoTransactions({ ledger: box.ledger }).recover();
  expect(await journal.unfinished()).toEqual([]);
}

test('a folder that was made writable for an undo that ended early is locked again', async () => {
  await using box = await setUp();
  await box.session.append('message.user', { text: 'hello' });
  await mkdir(box.inside('locked'));
  await recoverAfter(box, { locked: 0o555 });
  expect(await modeOf(box.inside('locked'))).toBe(0o555);
});

test('permissions that a person has set since then stay, and a link in the place of a folder is not followed', async () => {
  await using box = await setUp();
  await box.session.append('message.user', { text: 'hello' });
  await mkdir(box.inside('closed'));
  await chmod(box.inside('closed'), 0o700);
  await mkdir(box.inside('other'));
  await symlink('other', box.inside('link'));
  await recoverAfter(box, { closed: 0o755, link: 0o555 });
  expect(await modeOf(box.inside('closed'))).toBe(0o700);
  expect(await modeOf(box.inside('other'))).toBe(0o755);
});

test('what had stepped aside, and cannot go back or be removed, is told with its name', async () => {
  await using box = await setUp();
  await box.session.append('message.user', { text: 'hello' });
  const [path, aside] = [box.inside('place'), box.inside('aside')];
  await writeFile(path, 'made by somebody meanwhile');
  await mkdir(aside);
  await writeFile(join(aside, 'work'), 'of a person');
  const journal = new UndoJournal(join(dirname(box.ledger.content.folder), 'undoing'));
  const kind = { turn: 't1', direction: 'undo', isForced: false } as const;
  const present = { kind: 'directory' as const, size: 0, mode: 0o755 };
  const paths = [{ event: 'e', changes: ['e'], path, aside, present }];
  await journal.begin({ id: 'tx', session: 'one', ...kind, paths, settled: [] });
  await journal.advance('tx');
  await new UndoTransactions({ ledger: box.ledger }).recover();
  expect(await journal.unfinished()).toEqual([]);
  expect(await readFile(join(aside, 'work'), 'utf8')).toBe('of a person');
  const errors = (await box.events()).filter(({ type }) => type === 'error.raised');
  expect(errors.map(({ data }) => data)).toMatchObject([{ where: aside, message: expect.stringContaining(aside) }]);
});

/** Changes that made a file each, and the undo of them, recorded but not ended; what is told of its end is up to the test. */
async function undoBegun(
  box: Awaited<ReturnType<typeof setUp>>,
  names: readonly string[],
  { byBox, alsoOf }: { readonly byBox?: Record<string, string>; readonly alsoOf?: string } = {},
) {
  using folders = new OpenFolders();
  const works = [];
  for (const path of names.map(box.inside)) {
    await writeFile(path, `made by a command: ${path}`);
    const { id: event } = await box.session.append('file.changed', { path, change: 'created', origin: 'command' });
    const changes = [...(alsoOf === undefined ? [] : [alsoOf]), event];
    const goal = { event, changes, path, expected: undefined, wanted: undefined, isConfirmed: false };
    const view = await new DiskView(folders, box.ledger.content).look(path);
    works.push({ goal, view, verdict: { kind: 'restore' }, action: 'remove' } as const);
  }
  const request = { id: 'tx', session: 'one', direction: 'undo', isForced: false, byBox } as const;
  const journal = new UndoJournal(join(dirname(box.ledger.content.folder), 'undoing'));
  await journal.begin(journalEntryOf(request, works, works));
  const recorded: { readonly path: string; readonly change: string; readonly id: string }[] = [];
  for (const { goal, view } of works) {
    const { path, event } = goal;
    const made = { path, change: 'deleted', before: view.present, origin: 'undo', transaction: 'tx' } as const;
    const { id } = await box.session.append('file.changed', { ...made, settles: [event] }, { cause: event });
    recorded.push({ path, change: event, id });
  }
  await journal.advance('tx');
  return recorded;
}

const undoneIn = async (box: Awaited<ReturnType<typeof setUp>>) =>
  (await box.events()).filter(({ type }) => type === 'change.undone').map(({ data }) => data);

test('what the box took back is told as that also where the app ended on the way', async () => {
  await using box = await setUp();
  const [begun] = await undoBegun(box, ['config'], { byBox: { [box.inside('config')]: 'git runs it' } });

  await new UndoTransactions({ ledger: box.ledger }).recover();

  expect(await undoneIn(box)).toMatchObject([{ change: begun?.change, path: begun?.path, byBox: 'git runs it' }]);
});

test('changes of which only some were told as undone when the app ended are all told', async () => {
  await using box = await setUp();
  const [first, second] = await undoBegun(box, ['a', 'b']);
  const end = { change: first?.change ?? '', path: first?.path ?? '', forced: false };
  await box.session.append('change.undone', end, { cause: first?.id });

  await new UndoTransactions({ ledger: box.ledger }).recover();

  expect(new Set((await undoneIn(box)).map(({ change }) => change))).toEqual(new Set([first?.change, second?.change]));
  await new UndoTransactions({ ledger: box.ledger }).recover();
  expect(await undoneIn(box)).toHaveLength(3);
});

test('a path of which only one of several changes was told as undone when the app ended has all told', async () => {
  await using box = await setUp();
  const [effect] = await undoBegun(box, ['a'], { alsoOf: 'earlier' });
  const { path = '', id: cause, change = '' } = effect ?? {};
  await box.session.append('change.undone', { change: 'earlier', path, forced: false }, { cause });

  await new UndoTransactions({ ledger: box.ledger }).recover();

  expect(new Set((await undoneIn(box)).map(({ change }) => change))).toEqual(new Set(['earlier', change]));
});

test('files that are restored while that cannot be recorded any more are not told as left, and the next start records it', async () => {
  await using box = await setUp();
  const path = box.inside('a');
  await writeFile(path, 'made by a command');
  const { id: event } = await box.session.append('file.changed', { path, change: 'created', origin: 'command' });
  const full: Ledger = {
    ...box.ledger,
    session: async (id) => {
      const session = await box.ledger.session(id);
      const append: SessionLedger['append'] = async (type, data, options) => {
        if (type === 'change.undone') throw new AppError('UNAVAILABLE', 'The disk is full');
        return await session.append(type, data, options);
      };
      return { session: id, append, read: (options) => session.read(options) } as SessionLedger;
    },
  };

  await expect(undoChange(full, { session: 'one', event, force: true })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringMatching(/: The disk is full\. What could be done to the files is done all the same$/),
  });
  await expect(stat(path)).rejects.toThrow('ENOENT');
  expect(await undoneIn(box)).toEqual([]);

  await new UndoTransactions({ ledger: box.ledger }).recover();
  expect(await undoneIn(box)).toMatchObject([{ change: event, path }]);
});
