import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RunJournal } from '#ledger';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const RUN = { session: 'one', callId: 'call', tool: 'execute_command', origin: 'command', startedAt: 1 } as const;

test('a call is written down until its end', async () => {
  await using folder = await temporaryFolder();
  await using journal = new RunJournal(join(folder.path, 'running'));
  const { id } = await journal.begin(RUN, undefined);
  expect(await new RunJournal(join(folder.path, 'running')).interrupted()).toMatchObject([{ id, ...RUN }]);
  await journal.end(id);
  expect(await journal.interrupted()).toEqual([]);
});

test('one that was cut off while it was written is of a call that did not begin: it is removed', async () => {
  await using folder = await temporaryFolder();
  await using journal = new RunJournal(folder.path);
  const { id } = await journal.begin(RUN, undefined);
  const whole = await readFile(join(folder.path, `${id}.json`), 'utf8');
  await writeFile(join(folder.path, 'torn.json'), whole.trimEnd().slice(0, -3));
  await writeFile(join(folder.path, 'empty.json'), '');
  expect((await journal.interrupted()).map((run) => run.id)).toEqual([id]);
  expect(await readdir(folder.path)).toEqual([`${id}.json`]);
});

test('the file of a call that has ended is blank, and the next call is written into it', async () => {
  await using folder = await temporaryFolder();
  await using journal = new RunJournal(folder.path);
  const { id } = await journal.begin({ ...RUN, by: 'x'.repeat(2000) }, undefined);
  await journal.end(id);
  expect((await readFile(join(folder.path, `${id}.json`), 'utf8')).trim()).toBe('');
  const next = await journal.begin({ ...RUN, callId: 'next' }, undefined);
  expect(await readdir(folder.path)).toEqual([`${next.id}.json`]);
  expect(await new RunJournal(folder.path).interrupted()).toEqual([
    { ...RUN, callId: 'next', id: next.id, tree: undefined },
  ]);
});

test('a file that was removed, or has grown beyond its room, is not used again', async () => {
  await using folder = await temporaryFolder();
  await using journal = new RunJournal(folder.path);
  const long = await journal.begin({ ...RUN, by: 'x'.repeat(5000) }, undefined);
  await journal.end(long.id);
  expect(await readdir(folder.path)).toEqual([]);
  const { id } = await journal.begin(RUN, undefined);
  await journal.end(id);
  await rm(join(folder.path, `${id}.json`));
  const next = await journal.begin(RUN, undefined);
  expect(next.id).not.toBe(id);
  expect(await readdir(folder.path)).toEqual([`${next.id}.json`]);
});

test('calls that run at the same time have a file each, and its end removes those that are kept for others', async () => {
  await using folder = await temporaryFolder();
  await using journal = new RunJournal(folder.path);
  const begun = await Promise.all(Array.from({ length: 20 }, () => journal.begin(RUN, undefined)));
  expect(new Set(begun.map(({ id }) => id)).size).toBe(20);
  const [left, ...others] = begun;
  await Promise.all(others.map(({ id }) => journal.end(id)));
  expect((await readdir(folder.path)).length).toBe(1 + 8);
  await journal[Symbol.asyncDispose]();
  expect(await readdir(folder.path)).toEqual([`${left?.id}.json`]);
  await journal.end(left?.id ?? '');
  expect(await readdir(folder.path)).toEqual([]);
});
