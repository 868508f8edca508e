import { chmod, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder extends AsyncDisposable {
  /** Absolute, symlinks resolved. */
  readonly path: string;
}

/** `await using folder = await temporaryFolder()`: a folder that is gone when the test ends. */
export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'sigma-test-')));
  return {
    path,
    [Symbol.asyncDispose]: async () => {
      await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(async () => {
        await unlock(path);
        await rm(path, { recursive: true, force: true });
      });
    },
  };
}

/** Folders that a test made unreadable can be emptied again. */
async function unlock(path: string): Promise<void> {
  await chmod(path, 0o700);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory()) await unlock(join(path, entry.name));
  }
}
