import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { BranchFiles } from '../../../src-main/branches/compare/branch-files.ts';
import { KeptBases } from '../../../src-main/branches/compare/kept-bases.ts';
import { temporaryLedger } from '../../support/temporary-ledger.ts';

test.each(['a crash', 'a full disk, while the app runs,'])(
  'what is kept after a line that %s cut short is known at the next start',
  async (why) => {
    await using ledger = await temporaryLedger();
    const file = join(ledger.dataFolder, 'bases.jsonl');
    const open = async () => {
      const kept = new KeptBases({ file, content: ledger.content, branches: () => [] });
      await kept.load();
      return kept;
    };
    const hash = await ledger.content.keep(Buffer.from('base'));
    const entry = { at: 5, hash, size: 4, mode: 0o644, mtimeNs: '7' };
    const running = await open();
    if (why !== 'a crash') await running.add({ ...entry, path: '/w/before' });
    await appendFile(file, '{"path":"/w/torn","at":');
    await running.add({ ...entry, path: '/w/a' });
    const was = { kind: 'file', mode: 0o644, size: 4, source: '1:2:4:0:7', copy: 'copy' } as const;
    const branch: Omit<BranchFiles, 'id' | 'set'> = {
      workspace: '/w',
      folder: '/b',
      createdAt: 1,
      base: new Map([['a', was]]),
    };
    expect((await open()).find(branch as BranchFiles, 'a')).toMatchObject({ kind: 'file', size: 4 });
  },
);
