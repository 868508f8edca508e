import type { BigIntStats, Stats } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import type { FileState } from '#contract';
import { AppError, messageOf, systemCodeOf } from '#core/app-error';
import { formatBytes } from '../format-bytes.ts';
import type { ContentStore, KeepOptions } from '../ports.ts';

export interface DescribeOptions extends KeepOptions {
  /** The bytes of larger files are not kept, which the state says. No limit unless told. */
  readonly maxKeptBytes?: number;
}

/**
 * What is at `path` itself, links not followed, its bytes kept; `undefined` when there is nothing.
 * What cannot be read is described with the reason in `notKept`.
 *
 * @throws AppError UNAVAILABLE when the bytes cannot be kept, as with a full disk
 */
export async function describeFile(
  path: string,
  content: ContentStore,
  options: DescribeOptions = {},
): Promise<FileState | undefined> {
  try {
    return await describeStats(path, await lstat(path), content, options);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** The same for a path whose `lstat` is at hand. @throws ENOENT when it has vanished since */
export async function describeStats(
  path: string,
  stats: Stats | BigIntStats,
  content: ContentStore,
  { maxKeptBytes = Number.POSITIVE_INFINITY, ...keep }: DescribeOptions,
): Promise<FileState> {
  const mode = Number(stats.mode) & 0o7777;
  if (stats.isDirectory()) return { kind: 'directory', size: 0, mode };
  if (stats.isSymbolicLink()) {
    const target = await readlink(path, { encoding: 'buffer' });
    return { kind: 'symlink', hash: await content.keep(target, keep), size: target.length, mode };
  }
  const unkept = { kind: 'file', size: Number(stats.size), mode } as const;
  if (!stats.isFile()) return { ...unkept, notKept: `it is ${specialKindOf(stats)}` };
  if (stats.size > maxKeptBytes) return { ...unkept, notKept: `it is larger than ${formatBytes(maxKeptBytes)}` };
  try {
    return { ...unkept, ...(await content.keepFile(path, keep)) };
  } catch (error) {
    if (error instanceof AppError || isAbsent(error)) throw error;
    return { ...unkept, notKept: `it cannot be read: ${messageOf(error)}` };
  }
}

export function isAbsent(error: unknown): boolean {
  const code = systemCodeOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function specialKindOf(stats: Stats | BigIntStats): string {
  if (stats.isFIFO()) return 'a named pipe';
  if (stats.isSocket()) return 'a socket';
  return 'a device';
}
