/** The text that results when part of a change is accepted. Pure. */
import { type Acceptance, acceptedParts, type HunkPart } from './acceptance.ts';
import type { TextDiff } from './hunks.ts';
import type { ChangedRun } from './line-diff.ts';
import { BOM, dominantEndingOf, withoutBom } from './text.ts';

/**
 * The old text with exactly the accepted part in it, byte for byte. Of a hunk that is accepted in part, the lines follow
 * each other as `Hunk` says. A line without an ending gets the text's own where another line now follows it, and the byte
 * order mark both texts begin with stays at the beginning. Numbers that name no hunk do nothing.
 */
export function applyHunks(diff: TextDiff, acceptance: Acceptance): string {
  const { oldLines, newLines, runs, hunks } = diff;
  const parts = acceptedParts(hunks, acceptance);
  const pieces: string[] = [];
  let oldAt = 0;
  runs.forEach((run, index) => {
    const part = parts.get(index + 1);
    if (!part || part.kind === 'none') return;
    pushLines(pieces, oldLines, oldAt, run.oldStart);
    if (part.kind === 'some') pushPart(pieces, diff, run, part);
    else pushLines(pieces, newLines, run.newStart, run.newEnd);
    oldAt = run.oldEnd;
  });
  pushLines(pieces, oldLines, oldAt, oldLines.length);
  return joinPieces(pieces, diff);
}

function pushLines(pieces: string[], lines: readonly string[], start: number, end: number): void {
  for (let at = start; at < end; at += 1) pieces.push(lines[at] ?? '');
}

function pushPart(pieces: string[], { oldLines, newLines }: TextDiff, run: ChangedRun, part: HunkPart): void {
  const [removed, added] = [run.oldEnd - run.oldStart, run.newEnd - run.newStart];
  for (let place = 0; place < Math.max(removed, added); place += 1) {
    if (place < removed && !part.removed(place)) pieces.push(oldLines[run.oldStart + place] ?? '');
    if (place >= added || !part.added(place)) continue;
    const line = newLines[run.newStart + place] ?? '';
    const opensNew = run.newStart + place === 0;
    pieces.push(opensNew && pieces.length > 0 ? withoutBom(line) : line);
  }
}

function joinPieces(pieces: readonly string[], { oldLines, newLines }: TextDiff): string {
  const last = pieces.length - 1;
  const isGlued = (piece: string, at: number) => at < last && piece !== '' && piece !== BOM && !piece.endsWith('\n');
  let text = pieces.join('');
  if (pieces.some(isGlued)) {
    const own = dominantEndingOf(oldLines.join('')) === 'crlf' ? '\r\n' : '\n';
    text = pieces.map((piece, at) => (isGlued(piece, at) ? piece + own : piece)).join('');
  }
  const hasMark = oldLines[0]?.startsWith(BOM) && newLines[0]?.startsWith(BOM);
  return hasMark && text !== '' && !text.startsWith(BOM) ? BOM + text : text;
}
