import type { FileHandle } from 'node:fs/promises';
import type { RecordCut } from '#contract';
import { hashOfLine, parseEventLine } from '../event-line.ts';
import { countLines, linesBackward, linesForward, type RawLine } from '../raw-lines.ts';
import type { RecordHead } from './record-head.ts';

export interface ComparedRecord {
  /** Lines in it. */
  readonly events: number;
  /** Missing part; undefined if the record is complete. */
  readonly cut?: RecordCut;
}

/**
 * Compares the first `end` bytes of a session's record with what it had at least. Where that is there, only the line it ends with
 * and what follows it is read: the chain of hashes leads from that line to all before it.
 */
export async function compareRecord(
  file: FileHandle,
  end: number,
  session: string,
  anchored: RecordHead,
): Promise<ComparedRecord> {
  if (anchored.bytes <= end && (await hashOfLastLine(file, anchored.bytes)) === anchored.hash) {
    return { events: anchored.events + (await countLines(file, anchored.bytes, end)) };
  }
  const found = await search(file, end, session, anchored.hash);
  const cut = cutOf(found, anchored);
  return { events: found.events, ...(cut && { cut: { ...cut, ...lastKnown(anchored) } }) };
}

/** A record whose file is gone. */
export function missingRecordCut(anchored: RecordHead): RecordCut {
  return { how: 'missing', left: 0, ...lastKnown(anchored) };
}

interface FoundLines {
  readonly events: number;
  /** Number of the line with the hash that was looked for. */
  readonly place: number | undefined;
  /** Whether the first line begins a record of this session. */
  readonly isOwn: boolean;
}

async function search(file: FileHandle, end: number, session: string, hash: string): Promise<FoundLines> {
  let events = 0;
  let place: number | undefined;
  let isOwn = false;
  for await (const line of linesForward(file, end)) {
    if (!line.isTerminated) break;
    events += 1;
    if (events === 1) isOwn = beginsRecord(line, session);
    if (lineHash(line) === hash) place = events;
  }
  return { events, place, isOwn };
}

/** Lines that were changed or put in before the last one are for the chain to tell: nothing was cut off. */
function cutOf(
  { events, place, isOwn }: FoundLines,
  anchored: RecordHead,
): Pick<RecordCut, 'how' | 'left'> | undefined {
  if (place !== undefined) return place < anchored.events ? { how: 'shortened', left: place } : undefined;
  if (events === 0) return { how: 'emptied', left: 0 };
  return { how: isOwn && events < anchored.events ? 'shortened' : 'exchanged', left: events };
}

function beginsRecord({ bytes }: RawLine, session: string): boolean {
  const parsed = parseEventLine(bytes);
  return 'event' in parsed && parsed.event.session === session && parsed.event.previous === '';
}

async function hashOfLastLine(file: FileHandle, end: number): Promise<string | undefined> {
  for await (const line of linesBackward(file, end)) return line.isTerminated ? lineHash(line) : undefined;
  return undefined;
}

function lineHash({ bytes }: RawLine): string {
  return bytes ? hashOfLine(bytes) : '';
}

function lastKnown({ events, hash, at }: RecordHead): Pick<RecordCut, 'events' | 'hash' | 'at'> {
  return { events, hash, at };
}
