/**
 * Extended attributes and access control lists of files, for which Node has no calls: `getfattr` and `setfattr` of the package
 * attr, one process for many files. Linux only.
 *
 * Those of a file are lines as `getfattr --dump` writes them, `name=0x…`, by name. The system's own label, which a new file gets
 * by its place, is none of them.
 */
import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { systemCodeOf } from '#core/app-error';
import { escapeOctal, unescapeOctal } from '#core/files/octal-names';
import { pathToBytes } from '#core/files/path-bytes';
import { SYSTEM_ENVIRONMENT } from './system-program.ts';

const TIMEOUT_MS = 20_000;
const LABEL = 'security.selinux';
const OPTIONS = ['--no-dereference', '--absolute-names'];
/** Exit code of xargs(1) that could not find its program. */
const NOT_FOUND = 127;
/** Exit code of xargs(1) where its program failed for some of the files, such as those that have gone. */
const FAILED_FOR_SOME = 123;
/** Command that prints the attributes of the files whose names follow. */
export const DUMP = ['getfattr', ...OPTIONS, '--dump', '--encoding=hex', '--match=-', '--'] as const;

/** Attributes by path, of those files that have some. `undefined` if that cannot be told, as without `getfattr`. */
export async function readAttributes(paths: readonly string[]): Promise<ReadonlyMap<string, string> | undefined> {
  if (process.platform !== 'linux') return undefined;
  const { stdout, exitCode } = await runAttributeTool('xargs', ['-0', '-r', ...DUMP], nulSeparated(paths));
  return attributesIn(stdout, exitCode);
}

/** The names as xargs(1) reads them, each with a zero byte behind it. */
export function nulSeparated(paths: readonly string[]): Buffer {
  return pathBytes(paths.map((path) => `${path}\0`).join(''));
}

/**
 * Parses attributes by path that {@link DUMP} printed under xargs(1); the bytes are given as characters. `undefined` if it was not run,
 * or ended before it was done.
 */
export function attributesIn(printed: string, exitCode: number | undefined): ReadonlyMap<string, string> | undefined {
  if (exitCode !== 0 && exitCode !== FAILED_FOR_SOME) return undefined;
  const found = new Map<string, string>();
  for (const block of printed.split('\n\n')) {
    const [head = '', ...lines] = block.split('\n').filter(Boolean);
    const own = lines.filter((line) => attributeName(line) !== LABEL).sort();
    if (head.startsWith(HEAD) && own.length > 0) found.set(unescapeOctal(head.slice(HEAD.length)), own.join('\n'));
  }
  return found;
}

export interface WrittenAttributes {
  /** The attributes each file is to have, by its path; an empty text for none. */
  readonly files: ReadonlyMap<string, string>;
  /** Whether the files existed before, and may have other attributes. */
  readonly mayHaveOthers: boolean;
}

/** Sets attributes of files. Answers why that failed, by path. */
export async function writeAttributes(
  given: WrittenAttributes,
  timeoutMs = TIMEOUT_MS,
): Promise<ReadonlyMap<string, string>> {
  const { files, mayHaveOthers } = given;
  if (process.platform !== 'linux' || files.size === 0) return new Map();
  const failed = mayHaveOthers ? await removeOthers(files) : new Map<string, string>();
  const withAny = [...files].filter(([, lines]) => lines !== '');
  const dump = withAny.map(([path, lines]) => `${HEAD}${escapeOctal(path)}\n${lines}`).join('\n\n');
  const set = ['--no-dereference', '--restore=-'];
  const { stderr, unfinished } = await runAttributeTool('setfattr', set, `${dump}\n`, timeoutMs);
  // How far it came is not told.
  if (unfinished !== undefined) for (const [path] of withAny) failed.set(path, unfinished);
  for (const line of stderr.split('\n')) {
    const [, path, why] = /^setfattr: (.*): ([^:]+)$/.exec(line) ?? [];
    if (path !== undefined && why !== undefined) failed.set(unescapeOctal(path), why);
  }
  return failed;
}

/** Removes what the files have and are not to have. Answers why that failed, by path. */
async function removeOthers(files: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const failed = new Map<string, string>();
  for (const [path, lines] of (await readAttributes([...files.keys()])) ?? []) {
    const wanted = new Set(files.get(path)?.split('\n').map(attributeName));
    for (const name of lines.split('\n').map(attributeName)) {
      if (wanted.has(name)) continue;
      const remove = ['setfattr', '--no-dereference', `--remove=${name}`, '--'];
      const { stderr, unfinished } = await runAttributeTool('xargs', ['-0', ...remove], pathBytes(path));
      const problem = unfinished ?? stderr.trim().split(': ').at(-1);
      if (problem) failed.set(path, problem);
    }
  }
  return failed;
}

/** `exitCode` is `undefined` if the program is not there; `unfinished` says why it did not come to its own end. */
async function runAttributeTool(
  program: string,
  args: readonly string[],
  input: string | Buffer,
  timeout = TIMEOUT_MS,
) {
  const child = spawn(program, args, { env: SYSTEM_ENVIRONMENT, timeout, killSignal: 'SIGKILL' });
  const ended = new Promise<number | undefined>((resolve, reject) => {
    child.once('error', (error) => (systemCodeOf(error) === 'ENOENT' ? resolve(undefined) : reject(error)));
    child.once('close', (code) => resolve(code ?? NOT_FOUND));
  });
  // It may end before it has read all.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [stdout, stderr, exitCode] = await Promise.all([buffer(child.stdout), buffer(child.stderr), ended]);
  // Names are bytes.
  const heard = { stdout: stdout.toString('latin1'), stderr: stderr.toString('latin1'), exitCode };
  if (exitCode === undefined) return { ...heard, unfinished: `${program} is not installed` };
  const wasKilled = child.signalCode !== null;
  return { ...heard, unfinished: wasKilled ? `${program} was ended before it was done` : undefined };
}

const HEAD = '# file: ';

function attributeName(line: string): string {
  return line.split('=', 1)[0] ?? '';
}

function pathBytes(path: string): Buffer {
  return Buffer.from(pathToBytes(path));
}
