import { readFile } from 'node:fs/promises';
import { pathToBytes } from '#core/files/path-bytes';
import { type WalkedEntry, walkedEntryAt } from '../copy/walk-tree.ts';

/** State at a path, present or past: one side of a comparison. */
export type PathSide =
  | { readonly kind: 'absent' }
  | { readonly kind: 'directory' | 'other'; readonly mode: number }
  | { readonly kind: 'symlink'; readonly mode: number; readonly target: string }
  | {
      readonly kind: 'file';
      readonly mode: number;
      readonly size: number;
      /** @throws file system errors; AppError if kept bytes are damaged */
      readonly read: () => Promise<Buffer>;
    };

/** Size above which files are never held in memory, in bytes. */
export const MAX_READ_BYTES = 64 * 1024 * 1024;

export async function sideAt(root: string, path: string): Promise<PathSide> {
  const entry = await walkedEntryAt(`${root}/${path}`);
  return entry ? sideOfFile(`${root}/${path}`, entry) : { kind: 'absent' };
}

/** Converts an entry to a side; the bytes of a file are read on demand. */
export function sideOfFile(path: string, { kind, mode, size, target = '' }: WalkedEntry): PathSide {
  if (kind === 'symlink') return { kind, mode, target };
  if (kind !== 'file') return { kind, mode };
  return { kind, mode, size, read: () => readFile(pathToBytes(path)) };
}

/** Whether both are the same but for their permissions; files too large to be read are not. */
export async function isSameContent(one: PathSide, other: PathSide): Promise<boolean> {
  if (one.kind !== other.kind) return false;
  if (one.kind === 'symlink' && other.kind === 'symlink') return one.target === other.target;
  if (one.kind !== 'file' || other.kind !== 'file') return true;
  if (one.size !== other.size || one.size > MAX_READ_BYTES) return false;
  return (await one.read()).equals(await other.read());
}

/** Permission bits, where the kind has some of its own. */
export function modeOf(side: PathSide): number | undefined {
  return side.kind === 'file' || side.kind === 'directory' ? side.mode : undefined;
}

/** The bytes of a file that can be held in memory; those of nothing are none. */
export async function sideBytes(side: PathSide): Promise<Buffer | undefined> {
  if (side.kind === 'absent') return Buffer.alloc(0);
  return side.kind === 'file' && side.size <= MAX_READ_BYTES ? await side.read() : undefined;
}
