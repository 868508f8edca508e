import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RunJournal } from '#ledger';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const RUN = { session: 'one', callId: 'call', tool: 'execute_command', origin: 'command', startedAt: 1 } as const;

test('a call is written down until its end', async () => {
  await using folder = await temporaryFolder();
  const journal = new RunJournal(join(folder.path, 'running'));
  const { id } = await journal.begin(RUN, undefined);
  expect(await new RunJournal(join(folder.path, 'running')).interrupted()).toMatchObject([{ id, ...RUN }]);
  await journal.end(id);
  expect(await journal.interrupted()).toEqual([]);
});

test('one that was cut off while it was written is of a call that did not begin: it is removed', async () => {
  await using folder = await temporaryFolder();
  const journal = new RunJournal(folder.path);
  const { id } = await journal.begin(RUN, undefined);
  const whole = await readFile(join(folder.path, `${id}.json`), 'utf8');
  await writeFile(join(folder.path, 'torn.json'), whole.slice(0, -3));
  await writeFile(join(folder.path, 'empty.json'), '');
  expect((await journal.interrupted()).map((run) => run.id)).toEqual([id]);
  expect(await readdir(folder.path)).toEqual([`${id}.json`]);
});
