import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { SYSTEM_ENVIRONMENT } from './system-program.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 20_000;

/**
 * Flushes the whole file systems that hold the folders, by `sync` of GNU coreutils (syncfs(2)), as Node has no call for that:
 * many new files are on disk in a fraction of the time that a flush of each takes. Answers whether they are; where not, each has
 * to be flushed by itself. Linux only.
 */
export async function flushFileSystem(folders: readonly string[]): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  try {
    await run('sync', ['--file-system', '--', ...folders], {
      env: SYSTEM_ENVIRONMENT,
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
    });
    return true;
  } catch {
    return false;
  }
}
