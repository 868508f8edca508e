import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Api, Branch } from '#contract';
import { branchBox, SESSION } from './branch-box.ts';

type Box = Awaited<ReturnType<typeof branchBox>>;

/** Two branches of one try, whose work is over. */
async function twoTries(box: Box): Promise<[Branch, Branch]> {
  await box.feature.start();
  const profiles = ['fast', 'careful'];
  const { branches } = await box.api.tryWith({ session: SESSION, text: 'Go', profiles });
  for (const sent of box.chat.sent) await sent.end('done', 'Done');
  await vi.waitFor(() => expect(box.feature.running()).toEqual([]), { timeout: 20_000 });
  const [fast, careful] = profiles.map((profile) => branches.find((one) => one.profile === profile));
  if (!fast || !careful) throw new Error('There are no two branches');
  return [fast, careful];
}

/** Lines that a branch added and removed in each path, where it is known what it began with. */
async function linesOf(api: Api['branches'], { id }: Branch) {
  const { paths } = await api.compare({ branches: [id] });
  return paths.map(({ path, branches }) => [path, branches[0]?.addedLines, branches[0]?.removedLines]);
}

const basesOf = async (box: Box) =>
  (await readFile(join(box.dataFolder, 'branches', 'bases.jsonl'), 'utf8').catch(() => '')).split('\n').slice(0, -1);

test('what a branch began with is found in a sibling that was dropped, and is kept when that is erased', async () => {
  await using box = await branchBox();
  await writeFile(box.at('a.txt'), 'one\n');
  await writeFile(box.at('b.txt'), 'one\n');
  const [fast, careful] = await twoTries(box);
  await writeFile(join(fast.folder, 'a.txt'), 'one\nfast\n');
  await writeFile(join(fast.folder, 'b.txt'), 'fast\n');
  await writeFile(join(careful.folder, 'b.txt'), 'careful\n');
  await writeFile(box.at('a.txt'), 'mine\n');
  const known = [
    ['a.txt', 1, 0],
    ['b.txt', 1, 1],
  ];
  await box.api.drop({ branch: careful.id });
  expect(await linesOf(box.api, fast)).toEqual(known);

  await box.api.erase({ branch: careful.id });
  expect(await linesOf(box.api, fast)).toEqual(known);
  const { api } = box.open();
  expect(await linesOf(api, fast)).toEqual(known);
  // The workspace has the other one still.
  expect(await basesOf(box)).toHaveLength(1);
});

test('bytes are kept for the first recorded change since a branch began, as long as the branch is there', async () => {
  await using box = await branchBox();
  await writeFile(box.at('a.txt'), 'one\n');
  const changed = async (text: string) => {
    const before = {
      kind: 'file',
      mode: 0o644,
      size: 4,
      hash: await box.ledger.content.keep(Buffer.from(text)),
    } as const;
    const session = await box.ledger.session(SESSION);
    await session.append('file.changed', {
      path: box.at('a.txt'),
      change: 'modified',
      before,
      after: before,
      origin: 'tool',
    });
  };
  await box.feature.start();
  await changed('old\n');
  const one = await box.api.create({ workspace: box.workspace });
  for (const text of ['one\n', 'two\n', '333\n']) await changed(text);
  const other = await box.api.create({ workspace: box.workspace });
  for (const text of ['444\n', '555\n']) await changed(text);
  await box.api.drop({ branch: one.id });
  await vi.waitFor(async () => expect(await basesOf(box)).toHaveLength(2));

  await box.api.erase({ branch: one.id });
  expect((await basesOf(box)).map((line) => JSON.parse(line).hash)).toEqual([
    await box.ledger.content.keep(Buffer.from('444\n')),
  ]);
  await box.api.drop({ branch: other.id });
  await box.api.erase({ branch: other.id });
  expect(await basesOf(box)).toEqual([]);
});

test('a start takes out of the kept bytes what no branch began with, unless a branch is there that nothing tells of', async () => {
  await using box = await branchBox();
  const file = join(box.dataFolder, 'branches', 'bases.jsonl');
  await writeFile(box.at('a.txt'), 'one\n');
  const { id } = await box.api.create({ workspace: box.workspace });
  await box.api.drop({ branch: id });
  const stale = {
    path: box.at('a.txt'),
    at: 1,
    hash: await box.ledger.content.keep(Buffer.from('x')),
    size: 1,
    mode: 0,
  };
  const unknown = join(box.dataFolder, 'branches', 'unknown-00000000');
  await writeFile(file, `${JSON.stringify(stale)}\n`);
  await writeFile(unknown, 'a folder of a record that is deleted');
  await box.open().feature.start();
  expect(await basesOf(box)).toHaveLength(1);

  await rm(unknown);
  await box.open().feature.start();
  expect(await basesOf(box)).toEqual([]);
});

test.each(['a branch is there that nothing tells of', 'a record cannot be read'])(
  'an erased branch takes nothing out of the kept bytes while it is not known what others began with: %s',
  async (why) => {
    await using box = await branchBox();
    const file = join(box.dataFolder, 'branches', 'bases.jsonl');
    await writeFile(box.at('a.txt'), 'one\n');
    const { id } = await box.api.create({ workspace: box.workspace });
    await box.api.drop({ branch: id });
    const hash = await box.ledger.content.keep(Buffer.from('x'));
    await writeFile(file, `${JSON.stringify({ path: '/other/a.txt', at: 1, hash, size: 1, mode: 0 })}\n`);
    if (why === 'a record cannot be read') box.unreadable = why;
    else await writeFile(join(box.dataFolder, 'branches', 'unknown-00000000'), 'of a record that is deleted');
    const { api, feature } = box.open();
    await feature.start();
    await api.erase({ branch: id });
    expect(await basesOf(box)).toHaveLength(1);
  },
);
