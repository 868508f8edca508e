import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { realOrSame, realOrSameAtOnce, realPathAtOnce } from '#core/files/real-path';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

test('every link of a path is resolved; one that leads nowhere, or in a circle, has no real path and stays as it is', async () => {
  await using folder = await temporaryFolder();
  const at = (...names: string[]) => join(realOrSameAtOnce(folder.path), ...names);
  await mkdir(at('real', 'inner'), { recursive: true });
  await symlink('real', at('link'));
  await symlink('nowhere', at('dangling'));
  await symlink('circle', at('circle'));

  const real = at('real', 'inner');
  expect(realPathAtOnce(at('link', 'inner'))).toBe(real);
  expect(realOrSameAtOnce(at('link', 'inner'))).toBe(real);
  expect(await realOrSame(at('link', 'inner'))).toBe(real);
  for (const name of ['dangling', 'circle', 'none']) {
    expect(realPathAtOnce(at(name))).toBeUndefined();
    expect(realOrSameAtOnce(at(name))).toBe(at(name));
    expect(await realOrSame(at(name))).toBe(at(name));
  }
});
