import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryLedger } from '../../support/temporary-ledger.ts';

/** A regular file that nobody may read, root included. */
const UNREADABLE = '/sys/bus/platform/drivers_probe';

test.skipIf(!existsSync(UNREADABLE))(
  'a deleted session whose record cannot be read is in the trash all the same',
  async () => {
    await using ledger = await temporaryLedger();
    await (await ledger.session('one')).append('session.created', { title: 'One', workspace: '/w', app: 'test' });
    await ledger.remove('one');
    symlinkSync(UNREADABLE, join(ledger.folder, 'trash', 'two.jsonl'));
    const trash = (await ledger.trash()).map(({ id, title }) => ({ id, title }));
    expect(trash).toHaveLength(2);
    expect(trash).toContainEqual({ id: 'one', title: 'One' });
    expect(trash).toContainEqual({ id: 'two', title: undefined });
  },
);
