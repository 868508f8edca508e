/** State at a path, present or past. */
export type TakenSide =
  | { readonly kind: 'absent' }
  | { readonly kind: 'directory' | 'other'; readonly mode: number }
  | { readonly kind: 'symlink'; readonly mode: number; readonly target: string }
  | { readonly kind: 'file'; readonly mode: number; readonly size: number; readonly read: () => Promise<Buffer> };

/** Wanted state of a path of a workspace, taken from a copy of the workspace. */
export interface WantedPath {
  /** Absolute, in the workspace; bytes that are no UTF-8 as lone surrogates. */
  readonly path: string;
  /** Absolute path in the copy. */
  readonly from: string;
  /** Initial state of the copy; `unknown` if nothing has it any more. */
  readonly before: TakenSide | 'unknown';
  readonly after: TakenSide;
}

/** Looks a path of a branch up; `path` is relative to the workspace. @throws AppError NOT_FOUND, CONFLICT, UNAVAILABLE */
export type WantedPathFinder = (branch: string, path: string) => Promise<WantedPath>;

/** Size above which a file is not held in memory, in bytes. */
export const MAX_COMPARED_BYTES = 64 * 1024 * 1024;

/** Whether a branch changed the permissions of a regular file and nothing else of it: the lines of the workspace's own stay. */
export async function takesModeAlone({ before, after }: Pick<WantedPath, 'before' | 'after'>): Promise<boolean> {
  if (before === 'unknown' || before.kind !== 'file' || after.kind !== 'file') return false;
  if (before.mode === after.mode || before.size !== after.size || after.size > MAX_COMPARED_BYTES) return false;
  return (await before.read()).equals(await after.read());
}
