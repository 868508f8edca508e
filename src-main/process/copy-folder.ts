import { constants } from 'node:fs';
import { copyFile, cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCodeOf } from '#core/app-error';
import { onAbort } from '#core/async/abort';
import { startGroup } from './group.ts';
import { SYSTEM_ENVIRONMENT } from './system-program.ts';

/** Method of copying: as blocks that both share until one is written to, or again. */
export type CopyMethod = 'reflink' | 'copy';

export interface FolderCopyResult {
  readonly method: CopyMethod;
  /** Message of the program about what could not be copied; undefined if everything was. */
  readonly problem: string | undefined;
  /** The disk has no room for it. */
  readonly isFull: boolean;
}

export interface CopyOptions {
  /** Method as found by `copyMethod`; determined again if absent. */
  readonly method?: CopyMethod;
  readonly signal?: AbortSignal | undefined;
}

/** Longest message of the program that is told, in UTF-16 units. */
const MAX_TOLD = 2000;
/** Codes that say nothing of the other files: it went, may not be read, or has a name that is no UTF-8. */
const OF_ONE_FILE: ReadonlySet<string> = new Set(['ENOENT', 'EACCES', 'EPERM']);
const MAX_TRIED = 20;
const FULL = /No space left on device|Disk quota exceeded/;

/**
 * Copies a folder to a path where nothing is: permissions, owners, times, links, several names of one file, extended attributes and
 * access control lists with it (`cp --archive` of GNU coreutils), links never followed. Where the file system can, both share their
 * blocks (`FICLONE`). Elsewhere than on Linux what Node's own copy keeps is kept.
 *
 * @throws AppError UNAVAILABLE when nothing could be begun; the signal's reason, with a part of it there
 */
export async function copyFolder(from: string, to: string, options: CopyOptions = {}): Promise<FolderCopyResult> {
  const { signal, method = await copyMethod(from, to) } = options;
  signal?.throwIfAborted();
  if (process.platform !== 'linux') return await copyByNode(from, to);
  const args = [
    '--archive',
    // `never` would not let the kernel copy the bytes either.
    '--reflink=auto',
    '--no-target-directory',
    '--',
    from,
    to,
  ];
  await using group = await startGroup({ file: 'cp', args, cwd: '/', environment: SYSTEM_ENVIRONMENT, graceMs: 500 });
  using _ = onAbort(signal, () => void group.end());
  const told: { first?: string | undefined; full?: string | undefined } = {};
  let rest = '';
  group.stdout.resume();
  group.stderr.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    told.first ??= lines.find((line) => line !== '');
    // A full disk may come after any number of files that cannot be copied.
    told.full ??= lines.find((line) => FULL.test(line));
  });
  const { exitCode } = await group.exited;
  signal?.throwIfAborted();
  if (exitCode === 0) return { method, problem: undefined, isFull: false };
  const problem = (told.full ?? told.first ?? `cp ended with ${exitCode}`).slice(0, MAX_TOLD);
  return { method, problem, isFull: told.full !== undefined };
}

/** Whether files of `from` can share their blocks with copies beside `to`: tried with some of them, since the kernel alone knows. */
export async function copyMethod(from: string, to: string): Promise<CopyMethod> {
  const probe = `${to}.probe`;
  let tried = 0;
  try {
    for await (const file of filesIn(from, 3)) {
      const problem = await cloneProblem(file, probe);
      if (problem === undefined) return 'reflink';
      if (!OF_ONE_FILE.has(problem) || ++tried === MAX_TRIED) return 'copy';
    }
    return 'copy';
  } finally {
    await rm(probe, { force: true });
  }
}

/** The system's code for why a file cannot share its blocks with a copy; `undefined` if it can. */
async function cloneProblem(file: string, copy: string): Promise<string | undefined> {
  try {
    await copyFile(file, copy, constants.COPYFILE_FICLONE_FORCE);
    return undefined;
  } catch (error) {
    return systemCodeOf(error) ?? 'unknown';
  }
}

async function* filesIn(folder: string, depth: number): AsyncGenerator<string, void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) if (entry.isFile()) yield join(folder, entry.name);
  if (depth === 0) return;
  for (const entry of entries.filter((one) => one.isDirectory()).slice(0, 10)) {
    yield* filesIn(join(folder, entry.name), depth - 1);
  }
}

async function copyByNode(from: string, to: string): Promise<FolderCopyResult> {
  const options = {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    mode: constants.COPYFILE_FICLONE,
  };
  try {
    await cp(from, to, options);
    return { method: 'copy', problem: undefined, isFull: false };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { method: 'copy', problem, isFull: problem.includes('ENOSPC') };
  }
}
