import { chmod, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { UndoTransactions } from '#ledger';
import { UndoJournal } from '../../../../src-main/ledger/undo/undo-journal.ts';
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
