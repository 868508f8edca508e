import { execFileSync } from 'node:child_process';
import { existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { canMount, type MountFileSystem, mountedFolder } from '../../support/mounted-folder.ts';
import { turnWorkbench } from './turn-workbench.ts';

const MB = 1024 * 1024;
const isLong = process.env.SIGMA_TEST_LONG === '1';

afterEach(() => void vi.unstubAllEnvs());

/** A workspace and a record that lie on that disk. */
async function workbenchOn(disk: { readonly path: string }) {
  vi.stubEnv('TMPDIR', disk.path);
  return await turnWorkbench();
}

/** Measures the used bytes, once everything is where it will stay. */
function usedOf(disk: { readonly path: string }): number {
  execFileSync('sync', ['-f', disk.path]);
  const { blocks, bfree, bsize } = statfsSync(disk.path);
  return (blocks - bfree) * bsize;
}

const hashOf = (path: string) => execFileSync('sha256sum', [path], { encoding: 'utf8' }).slice(0, 64);

describe.each(['xfs', 'btrfs'] as const)('on %s, where files can share their bytes', (kind) => {
  test.skipIf(!canMount(kind))(
    'a large file is kept and comes back without taking room twice (skipped where it cannot be mounted)',
    async () => {
      using disk = mountedFolder(kind, 1200);
      await using world = await workbenchOn(disk);
      execFileSync('dd', ['if=/dev/urandom', `of=${world.at('large')}`, 'bs=1M', 'count=64', 'status=none']);
      const hash = hashOf(world.at('large'));
      const used = usedOf(disk);

      await world.turn('t1', 'rm large');
      const undone = await world.undo('t1');
      expect(world.told(undone)).toEqual({ large: 'restored' });
      expect(hashOf(world.at('large'))).toBe(hash);
      expect(usedOf(disk) - used).toBeLessThan(16 * MB);
    },
  );
});

describe('on a disk that is full', () => {
  test.skipIf(!canMount('ext4'))(
    'an undo changes nothing, and succeeds once there is room (skipped where it cannot be mounted)',
    async () => {
      using disk = mountedFolder('ext4', 48);
      await using world = await workbenchOn(disk);
      await world.put('a', 'a'.repeat(100_000));
      await world.put('b', 'old');
      await world.turn('t1', 'rm a; printf new > b');
      const made = world.picture();
      world.bash(`dd if=/dev/zero of=${disk.path}/filler bs=64k status=none 2>/dev/null || true; sync -f .`);

      // The record may still have had room in its last block.
      const told = await world.undo('t1').then(
        ({ paths }) => paths.map(({ outcome, why }) => `${outcome}: ${why}`),
        (error: Error & { readonly code?: string }) => [`${error.code}: ${error.message}`],
      );
      for (const one of told) expect(one).toMatch(/^(left|UNAVAILABLE): .*ENOSPC/);
      expect(world.picture()).toBe(made);
      world.bash(`rm ${disk.path}/filler`);
      expect(world.told(await world.undo('t1'))).toEqual({ a: 'restored', b: 'restored' });
      expect(await world.text('b')).toBe('old');
    },
  );

  test.skipIf(!canMount('ext4'))(
    'what there is no room to keep is recorded as such, and its undo is left with the reason (skipped where it cannot be mounted)',
    async () => {
      using disk = mountedFolder('ext4', 48);
      await using world = await workbenchOn(disk);
      await world.put('large', Buffer.alloc(12 * MB, 'large'));
      await world.put('small', 'small');
      await world.turn('t1', 'rm large small');
      const changed = await world.events('file.changed');
      expect(changed.map(({ data }) => data)).toContainEqual(
        expect.objectContaining({
          path: world.at('large'),
          before: expect.objectContaining({ notKept: expect.stringContaining('record.keep_percent') }),
        }),
      );

      const { paths } = await world.undo('t1');
      expect(paths.map(({ path, outcome }) => [path.slice(world.path.length + 1), outcome])).toEqual([
        ['large', 'left'],
        ['small', 'restored'],
      ]);
      expect(paths[0]?.why).toContain('record.keep_percent');
      expect(existsSync(world.at('large'))).toBe(false);
    },
  );
});

test(`a sparse file of ${isLong ? '5 GB' : '300 MB'} comes back as large as it was, and takes no more room`, async () => {
  await using world = await turnWorkbench();
  world.bash(`truncate -s ${isLong ? '5G' : '300M'} sparse; printf end >> sparse`);
  const hash = hashOf(world.at('sparse'));
  const { size } = statSync(world.at('sparse'));
  await world.turn('t1', 'rm sparse');
  const { paths } = await world.undo('t1');
  expect(paths.map(({ outcome, why }) => [outcome, why])).toEqual([['restored', undefined]]);
  const again = statSync(world.at('sparse'));
  expect([again.size, hashOf(world.at('sparse'))]).toEqual([size, hash]);
  expect(again.blocks * 512).toBeLessThan(8 * MB);
});

describe('where names are the same in either case', () => {
  const kinds: MountFileSystem[] = ['ext4 with folders of either case', 'vfat'];
  const kind = kinds.find(canMount);
  test.skipIf(kind === undefined)(
    'a rename of case alone is undone and redone (skipped where no such file system can be mounted)',
    async () => {
      using disk = mountedFolder(kind ?? 'vfat', 400);
      if (kind !== 'vfat') {
        execFileSync('mkdir', [join(disk.path, 'either')]);
        execFileSync('chattr', ['+F', join(disk.path, 'either')]);
      }
      await using world = await workbenchOn({ path: kind === 'vfat' ? disk.path : join(disk.path, 'either') });
      await world.put('name.txt', 'text');
      const old = world.bash('ls');
      await world.turn('t1', 'mv name.txt Name.txt');
      const made = world.bash('ls');
      await world.undo('t1');
      expect(world.bash('ls')).toBe(old);
      await world.redo('t1');
      expect(world.bash('ls')).toBe(made);
      expect(await world.text('name.txt')).toBe('text');
    },
  );
});
