import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { messageOf, systemCodeOf } from '#core/app-error';
import { pathToBytes } from '#core/files/path-bytes';
import { SYSTEM_ENVIRONMENT } from './system-program.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 10_000;

/**
 * Gives the file `to` the extended attributes, the access control list, the owner and the permissions of the file
 * `from`, by `cp` of GNU coreutils, as Node has no call for the first two. Answers why that failed, `undefined` if it
 * did not. Linux only; elsewhere it does nothing.
 */
export async function copyAttributes(from: string, to: string): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  const isPlain = [from, to].every((path) => typeof pathToBytes(path) === 'string');
  return await (isPlain ? copy('--no-dereference', [from, to]) : copyOpened(from, to));
}

/** A program's arguments are text: files of other names are held open for it. */
async function copyOpened(from: string, to: string): Promise<string | undefined> {
  const opened: FileHandle[] = [];
  try {
    for (const path of [from, to])
      opened.push(await open(pathToBytes(path), constants.O_RDONLY | constants.O_NOFOLLOW));
    return await copy(
      '--dereference',
      opened.map(({ fd }) => `/proc/self/fd/${fd}`),
    );
  } catch (error) {
    return systemCodeOf(error) === 'ENOENT' ? 'No such file or directory' : messageOf(error);
  } finally {
    for (const file of opened) await file.close();
  }
}

async function copy(
  links: '--dereference' | '--no-dereference',
  paths: readonly string[],
): Promise<string | undefined> {
  const reachable = paths.map((path) => path.replace(/^\/proc\/self\//, `/proc/${process.pid}/`));
  const options = [links, '--attributes-only', '--preserve=mode,ownership,xattr', '--'];
  try {
    await run('cp', [...options, ...reachable], {
      env: SYSTEM_ENVIRONMENT,
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
    });
    return undefined;
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    const [line = ''] = stderr?.trim().split('\n') ?? [];
    // The paths are of a temporary file, or of a door into this process.
    return line.split(': ').at(-1) || 'cp could not be run';
  }
}
