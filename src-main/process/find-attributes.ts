import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { pathToBytes } from '#core/path-bytes';

const run = promisify(execFile);
const TIMEOUT_MS = 10_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
/** Paths of one call; each has at most 4,096 bytes, and the system takes 2 MB. */
const MAX_PATHS = 400;
const ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };
/** The system's own label, which a new file gets by its place. */
const LABEL = 'security.selinux';

/**
 * Which of the files have extended attributes or an access control list, by `getfattr`, as Node has no call for that: one
 * process for hundreds of files. Answers `undefined` where that cannot be told, as without `getfattr`.
 */
export async function findAttributes(paths: readonly string[]): Promise<ReadonlySet<string> | undefined> {
  // A program's arguments are text: of other names nobody can tell.
  const found = new Set(paths.filter((path) => typeof pathToBytes(path) !== 'string'));
  if (process.platform !== 'linux') return found;
  try {
    for (let at = 0; at < paths.length; at += MAX_PATHS) {
      for (const path of await listed(paths.slice(at, at + MAX_PATHS))) found.add(path);
    }
    return found;
  } catch {
    return undefined;
  }
}

async function listed(paths: readonly string[]): Promise<string[]> {
  const args = ['--no-dereference', '--absolute-names', '--match=-', '--', ...paths];
  const limits = { timeout: TIMEOUT_MS, killSignal: 'SIGKILL', maxBuffer: MAX_OUTPUT_BYTES } as const;
  const { stdout } = await run('getfattr', args, { env: ENVIRONMENT, encoding: 'latin1', ...limits });
  return stdout.split('\n\n').flatMap((block) => {
    const [head = '', ...names] = block.split('\n').filter(Boolean);
    const hasOwn = names.some((name) => name !== LABEL);
    return head.startsWith('# file: ') && hasOwn ? [unescaped(head.slice('# file: '.length))] : [];
  });
}

/** Each unit is a byte; those that are not plain stand as a backslash and three octal digits, a backslash too. */
function unescaped(text: string): string {
  const bytes = text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
  return Buffer.from(bytes, 'latin1').toString();
}
