import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** File systems that a test can ask for, with what makes them. */
const MAKERS = {
  xfs: ['mkfs.xfs', '-q', '-f'],
  btrfs: ['mkfs.btrfs', '-q', '-f'],
  ext4: ['mkfs.ext4', '-q', '-F', '-m', '0'],
  'ext4 with folders of either case': ['mkfs.ext4', '-q', '-F', '-O', 'casefold'],
  vfat: ['mkfs.vfat'],
} as const;

export type MountFileSystem = keyof typeof MAKERS;

const ENVIRONMENT = { ...process.env, PATH: `/usr/sbin:/sbin:${process.env.PATH}` };

export interface MountedFolder extends Disposable {
  readonly path: string;
}

/** `using disk = mountedFolder('xfs', 400)`: a folder with a file system of its own, of so many megabytes. */
export function mountedFolder(kind: MountFileSystem, megabytes: number): MountedFolder {
  const folder = mkdtempSync(join(tmpdir(), 'sigma-test-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const image = join(folder, 'image');
  const path = join(folder, 'disk');
  const run = (program: string, args: readonly string[]) =>
    execFileSync(program, args, { env: ENVIRONMENT, stdio: 'ignore' });
  try {
    mkdirSync(path);
    writeFileSync(image, '');
    truncateSync(image, megabytes * 1024 * 1024);
    const [program, ...options] = MAKERS[kind];
    run(program, [...options, image]);
    run('mount', ['-o', 'loop', image, path]);
  } catch (error) {
    remove();
    throw error;
  }
  return {
    path,
    [Symbol.dispose]: () => {
      run('umount', [path]);
      remove();
    },
  };
}

/** Whether this machine can make and mount it: root, the programs, and a kernel that knows it. */
export function canMount(kind: MountFileSystem): boolean {
  if (process.getuid?.() !== 0) return false;
  try {
    using _ = mountedFolder(kind, 400);
    return true;
  } catch {
    return false;
  }
}
