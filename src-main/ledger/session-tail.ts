import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncDirectory } from '#core/files/atomic-file';
import { EMPTY_RECORD, type RecordEnd } from './anchors/record-head.ts';
import { hashOfLine, parseEventLine } from './event-line.ts';
import { linesBackward, type RawLine } from './raw-lines.ts';
import { writeAll } from './write-all.ts';

export interface RecoveredTail extends RecordEnd {
  /** The file that a torn last line was moved to. */
  readonly tornFile?: string;
  /** The last event is of a format that only a newer Sigma Shell can continue. */
  readonly newerVersion?: number;
}

/**
 * Finds the end of a session's file, reading no more than its last lines. What a crash left behind there, a line without
 * newline or one that is not JSON, is moved to a file of its own and cut off.
 */
export async function recoverTail(path: string, handle: FileHandle, now: number): Promise<RecoveredTail> {
  const { size } = await handle.stat();
  let end = size;
  let tornFile: string | undefined;
  for await (const line of linesBackward(handle, size)) {
    const parsed = parseEventLine(line.bytes);
    if (end === size && isTorn(line)) {
      tornFile = await moveTailAside(path, handle, line.start, now);
      end = line.start;
      continue;
    }
    return {
      bytes: end,
      hash: line.bytes ? hashOfLine(line.bytes) : '',
      at: 'event' in parsed ? parsed.event.at : 0,
      ...(tornFile !== undefined && { tornFile }),
      ...('newerVersion' in parsed && { newerVersion: parsed.newerVersion }),
    };
  }
  return { ...EMPTY_RECORD, ...(tornFile !== undefined && { tornFile }) };
}

function isTorn(line: RawLine): boolean {
  if (!line.isTerminated || !line.bytes) return true;
  try {
    JSON.parse(line.bytes.toString());
    return false;
  } catch {
    return true;
  }
}

/** The copy is on disk before the line is cut, so that a crash in between loses nothing. */
async function moveTailAside(path: string, handle: FileHandle, start: number, now: number): Promise<string> {
  const tornFile = `${path}.torn-${new Date(now).toISOString().replaceAll(':', '-')}`;
  const copy = await open(tornFile, 'w', 0o600);
  try {
    const chunk = Buffer.allocUnsafe(1024 * 1024);
    for (let position = start; ; ) {
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, position);
      if (bytesRead === 0) break;
      await writeAll(copy, chunk.subarray(0, bytesRead), position - start);
      position += bytesRead;
    }
    await copy.sync();
  } finally {
    await copy.close();
  }
  await syncDirectory(dirname(path));
  await handle.truncate(start);
  await handle.datasync();
  return tornFile;
}
