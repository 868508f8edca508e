import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { ContentHash, Timestamp } from '#contract';
import { AppError, messageOf, systemCodeOf } from '#core/app-error';
import { syncDirectory } from '#core/files/atomic-file';
import { parseJsonLine } from '#core/parsing/json-lines';

const line = z.object({ v: z.literal(1), id: z.string(), at: Timestamp });

const VersionLine = line.extend({
  hash: ContentHash,
  /** Hash of the kept text, if it differs from that of the record: for a prompt inside another record. */
  kept: ContentHash.optional(),
  bytes: z.int().nonnegative(),
  by: z.enum(['person', 'outside', 'rollback', 'app']),
  label: z.string().optional(),
});
const LabelLine = line.extend({ of: ContentHash, label: z.string() });

export type VersionLine = z.infer<typeof VersionLine>;
export type LabelLine = z.infer<typeof LabelLine>;
export type HistoryLine = VersionLine | LabelLine;

const Line = z.union([VersionLine, LabelLine]);

/**
 * Reads the lines of a prompt's file, in order; unreadable ones, as after a power failure, are left out and counted in
 * `broken`.
 */
export async function readHistory(path: string): Promise<{ lines: HistoryLine[]; broken: number }> {
  const bytes = await readFile(path).catch((error: unknown) => {
    if (systemCodeOf(error) === 'ENOENT') return Buffer.alloc(0);
    throw unavailable(path, 'read', error);
  });
  const lines: HistoryLine[] = [];
  let broken = 0;
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(10, from);
    const read = parseVersionLine(bytes.subarray(from, end < 0 ? bytes.length : end));
    if (read) lines.push(read);
    else broken++;
    from = end < 0 ? bytes.length : end + 1;
  }
  return { lines, broken };
}

/** Appends an entry; it is on disk when this resolves. @throws AppError UNAVAILABLE */
export async function appendHistory(path: string, entry: HistoryLine): Promise<void> {
  const folder = dirname(path);
  try {
    await mkdir(folder, { recursive: true });
    const file = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND, 0o600);
    let isNew: boolean;
    try {
      const { size } = await file.stat();
      isNew = size === 0;
      const torn = size > 0 && (await lastByte(file, size)) !== 10;
      await file.appendFile(`${torn ? '\n' : ''}${JSON.stringify(entry)}\n`);
      await file.datasync();
    } finally {
      await file.close();
    }
    if (isNew) await syncDirectory(folder);
  } catch (error) {
    throw unavailable(path, 'written', error);
  }
}

function parseVersionLine(bytes: Buffer): HistoryLine | undefined {
  try {
    const read = Line.safeParse(parseJsonLine(bytes));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

async function lastByte(file: FileHandle, size: number): Promise<number | undefined> {
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0];
}

function unavailable(path: string, what: 'read' | 'written', error: unknown): AppError {
  return new AppError(
    'UNAVAILABLE',
    `The versions in ${path} cannot be ${what}: ${messageOf(error)}`,
    { where: path, advice: 'Check the free space and the rights of the data folder' },
    error,
  );
}
