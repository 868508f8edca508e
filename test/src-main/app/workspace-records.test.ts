import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Notices } from '../../../src-main/app/notices.ts';
import { workspaceRecords } from '../../../src-main/app/workspace-records.ts';
import { temporaryLedger } from '../../support/temporary-ledger.ts';

test('a record of a workspace that cannot be read is named, and hides nothing of the others', async () => {
  await using ledger = await temporaryLedger();
  const notices = new Notices();
  const records = workspaceRecords({ ledger, version: 'test', notices });
  const { session: broken } = await records.append('/one', 'inbox.kept', { workspace: '/one', run: 'r1' });
  await records.append('/two', 'inbox.kept', { workspace: '/two', run: 'r2' });
  await records.append('/three', 'inbox.kept', { workspace: '/three', run: 'r3' });
  const path = join(ledger.folder, 'sessions', `${broken}.jsonl`);
  await rename(path, `${path}.aside`);
  await mkdir(path);
  const read = async () => {
    const runs: unknown[] = [];
    const problems: string[] = [];
    for await (const { type, data } of records.history((problem) => problems.push(problem)))
      if (type === 'inbox.kept') runs.push((data as { readonly run: string }).run);
    return { runs: runs.sort(), problems };
  };
  const { runs, problems } = await read();
  expect(runs).toEqual(['r2', 'r3']);
  expect(problems).toEqual([expect.stringContaining(broken)]);
  await read();
  expect(notices.live.value).toMatchObject([{ level: 'warning', text: expect.stringContaining(broken) }]);
});
