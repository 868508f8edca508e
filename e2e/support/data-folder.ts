import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A data folder that is filled before a host opens it, and is gone when both have ended. */
export async function dataFolder(fill: (path: string) => Promise<void> = async () => {}) {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'sigma-e2e-')));
  await fill(path);
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5 }),
  };
}
