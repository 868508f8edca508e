import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TIMEOUT_MS = 10_000;
const ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };

/**
 * Gives the file `to` the extended attributes, the access control list, the owner and the permissions of the file `from`,
 * by `cp` of GNU coreutils, as Node has no call for the first two. Answers why that failed, `undefined` when it did not.
 * Linux only; elsewhere it does nothing.
 */
export async function copyAttributes(from: string, to: string): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  const paths = [from, to].map((path) => path.replace(/^\/proc\/self\//, `/proc/${process.pid}/`));
  const options = ['--no-dereference', '--attributes-only', '--preserve=mode,ownership,xattr', '--'];
  try {
    await run('cp', [...options, ...paths], { env: ENVIRONMENT, timeout: TIMEOUT_MS, killSignal: 'SIGKILL' });
    return undefined;
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    const [line = ''] = stderr?.trim().split('\n') ?? [];
    // The paths are of a temporary file, or of a door into this process.
    return line.split(': ').at(-1) || 'cp could not be run';
  }
}
