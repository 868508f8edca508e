import { text } from 'node:stream/consumers';
import { isPlainObject } from '#contract/plain-object';
import { AppError } from '#core/app-error';
import { onAbort } from '#core/async/abort';
import { startGroup } from '#process/group';
import type { ProcessGroup } from '#process/process-group';
import { SYSTEM_ENVIRONMENT, SYSTEM_PYTHON } from '#process/system-program';

export interface CloneRequest {
  /** Absolute path of the program (`resources/clone-folder/clone_folder.py`). */
  readonly program: string;
  readonly workspace: string;
  /** Absolute path that is not there yet. */
  readonly folder: string;
  /** File that records the initial state of the copy. */
  readonly baseFile: string;
  readonly signal?: AbortSignal | undefined;
}

/** Answer of the program about a copy. Paths are relative, bytes that are not UTF-8 as lone surrogates. */
export interface CloneSummary {
  /** Number of entries in the copy. */
  readonly entries: number;
  /** Paths that changed, came or went before the copy was whole. */
  readonly changed: readonly string[];
  /** Pipes, sockets and devices, which are not in the copy. */
  readonly special: readonly string[];
  /** Paths that could not be copied, and the system's reason. */
  readonly failed: ReadonlyArray<readonly [path: string, reason: string]>;
  /** Links by a full path into the workspace. */
  readonly leadingBack: readonly string[];
  /** Folders in which a `.git` lies. */
  readonly repositories: readonly string[];
}

/** Reason for which there is no copy. */
export type CloneFailure = { readonly full: string } | { readonly unable: string };

/** Isolated from the user's settings and packages; nothing is written beside the program; names as UTF-8. */
const OPTIONS = ['-I', '-S', '-B', '-X', 'utf8'];
/** Exit code of the program where files cannot share their blocks. */
const CANNOT_SHARE = 3;
const MAX_TOLD = 2000;

/**
 * Copies a workspace so that both share their blocks, in half the time of `cp`, and records the initial state of the copy. A part of it may
 * be there after a failure.
 *
 * @throws the signal's reason
 */
export async function cloneFolder(request: CloneRequest): Promise<CloneSummary | CloneFailure> {
  const { program, workspace, folder, baseFile, signal } = request;
  signal?.throwIfAborted();
  if (process.platform !== 'linux') return { unable: 'FICLONE is a call of Linux' };
  const args = [...OPTIONS, program, workspace, folder, baseFile];
  try {
    await using group = await startGroup({
      file: SYSTEM_PYTHON,
      args,
      cwd: '/',
      environment: SYSTEM_ENVIRONMENT,
      graceMs: 500,
    });
    using _ = onAbort(signal, () => void group.end());
    const answer = await answerOf(group);
    signal?.throwIfAborted();
    return answer;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { unable: error.message };
  }
}

async function answerOf(group: ProcessGroup): Promise<CloneSummary | CloneFailure> {
  let told = '';
  group.stderr.setEncoding('utf8').on('data', (piece: string) => {
    told = (told + piece).slice(-MAX_TOLD);
  });
  const [output, { exitCode }] = await Promise.all([text(group.stdout), group.exited]);
  if (exitCode === CANNOT_SHARE) return { unable: 'files cannot share their blocks there' };
  if (exitCode !== 0) return { unable: told.trim().split('\n').at(-1) || `the program ended with ${exitCode}` };
  return readAnswer(output) ?? { unable: 'the program printed no answer' };
}

function readAnswer(output: string): CloneSummary | CloneFailure | undefined {
  try {
    const answer: unknown = JSON.parse(output);
    if (!isPlainObject(answer)) return undefined;
    if (typeof answer.full === 'string') return { full: answer.full };
    return typeof answer.entries === 'number' ? (answer as unknown as CloneSummary) : undefined;
  } catch {
    return undefined;
  }
}
