import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recoverRuns } from '#execution';
import { RunJournal } from '#ledger';
import { silentLogger } from '../../../support/silent-logger.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { temporaryLedger } from '../../../support/temporary-ledger.ts';

test('what this process writes while it recovers is not taken for what an earlier one left', async () => {
  await using folder = await temporaryFolder();
  await using ledger = await temporaryLedger();
  const spool = join(folder.path, 'spool');
  await mkdir(spool);
  await writeFile(join(spool, 'left'), '');
  const journal = new RunJournal(join(folder.path, 'running'));
  journal.interrupted = async () => {
    await writeFile(join(spool, 'shell-1.before'), '');
    return [];
  };

  await recoverRuns({
    ledger,
    redactor: ledger.redactor,
    journal,
    excluded: [],
    leftoverFolders: [spool],
    log: silentLogger,
    onWarning: () => {},
    signal: new AbortController().signal,
  });

  expect(await readdir(spool)).toEqual(['shell-1.before']);
});
