import { lstatSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pathTarget, setMetadata } from '../../../../src-main/ledger/undo/set-metadata.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

test.each(['1795364676352831999', '1795364676352000000', '1700000000123456789', '1000'])(
  'a time of %s ns is set to the microsecond, so that no undo moves it further',
  async (mtimeNs) => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'a');
    writeFileSync(path, 'a');
    setMetadata(pathTarget(path, 'file'), { kind: 'file', size: 1, mode: 0o644, mtimeNs });
    expect(lstatSync(path, { bigint: true }).mtimeNs / 1000n).toBe(BigInt(mtimeNs) / 1000n);
  },
);

test.each(['EPERM', 'EINVAL', 'ENOSYS', 'EOPNOTSUPP'])(
  'an owner whom the system does not take (%s) is told, and the rest is given',
  async (code) => {
    const given: string[] = [];
    const target = {
      chown: () => {
        throw Object.assign(new Error(`${code}: the system says no, fchown`), { code });
      },
      chmod: (mode: number) => void given.push(`mode ${mode.toString(8)}`),
      utimes: () => void given.push('times'),
    };
    const state = { kind: 'file', size: 1, mode: 0o640, uid: 65_534, gid: 65_534, mtimeNs: '1000' } as const;
    expect(setMetadata(target, state)).toBe(`its owner could not be set: ${code}: the system says no`);
    expect(given).toEqual(['mode 640', 'times']);
  },
);
