import { lstat, readlink } from 'node:fs/promises';
import type { FileState } from '#contract';
import { AppError, messageOf, systemCodeOf } from '#core/app-error';
import { pathToBytes } from '#core/files/path-bytes';
import { formatBytes } from '#core/text/format-bytes';
import type { ContentStore, KeepOptions } from '../ports.ts';
import { metadataOf, specialKindOf } from './file-metadata.ts';

export interface DescribeOptions extends KeepOptions {
  /** The bytes of larger files are not kept, which the state says. No limit unless told. */
  readonly maxKeptBytes?: number;
}

/**
 * Describes what is at `path` itself, without following links, and keeps its bytes; `undefined` if nothing is there. If
 * it cannot be read, `notKept` gives the reason. Extended attributes are not read.
 *
 * @throws AppError UNAVAILABLE if the bytes cannot be kept, as with a full disk
 */
export async function describeFile(
  path: string,
  content: ContentStore,
  { maxKeptBytes = Number.POSITIVE_INFINITY, ...keep }: DescribeOptions = {},
): Promise<FileState | undefined> {
  try {
    const stats = await lstat(pathToBytes(path), { bigint: true });
    const metadata = metadataOf(stats);
    if (stats.isDirectory()) return { kind: 'directory', size: 0, ...metadata };
    if (stats.isSymbolicLink()) {
      const target = await readlink(pathToBytes(path), { encoding: 'buffer' });
      return { kind: 'symlink', hash: await content.keep(target, keep), size: target.length, ...metadata };
    }
    const unkept = { kind: 'file', size: Number(stats.size), ...metadata } as const;
    if (!stats.isFile()) return { ...unkept, notKept: `it is ${specialKindOf(stats)}` };
    if (stats.size > maxKeptBytes) return { ...unkept, notKept: `it is larger than ${formatBytes(maxKeptBytes)}` };
    return { ...unkept, ...(await keptBytes(path, content, keep)) };
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

async function keptBytes(
  path: string,
  content: ContentStore,
  keep: KeepOptions,
): Promise<Pick<FileState, 'hash' | 'size'> | Pick<FileState, 'notKept'>> {
  try {
    return await content.keepFile(path, keep);
  } catch (error) {
    if (error instanceof AppError || isAbsent(error)) throw error;
    return { notKept: `it cannot be read: ${messageOf(error)}` };
  }
}

export function isAbsent(error: unknown): boolean {
  const code = systemCodeOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}
