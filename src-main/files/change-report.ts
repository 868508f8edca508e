/** What the model is told about an answered change: what was written, what was not, what the person made of it. */
import type { DiffLine, Hunk } from '#contract';
import { countLines, type TextDiff } from './hunks.ts';
import { hunksOf, type Proposal } from './proposal.ts';
import { contentOf } from './text.ts';

/** Text of edited hunks that is told; what was written can be read back. */
const MAX_TOLD_CHARACTERS = 20_000;

export function reportNothingAccepted({ target, sides, before }: Proposal): string {
  const count = hunksOf({ sides, before }).length;
  if (count === 0) {
    return `Nothing was written: the person edited it back to what the file says. ${target.path} is unchanged.`;
  }
  const hunks = count === 1 ? 'its only hunk was not accepted' : `none of its ${count} hunks was accepted`;
  return `The person refused this change: ${hunks}. ${target.path} ${before ? 'is unchanged' : 'was not created'}.`;
}

export function reportApplied(proposal: Proposal, accepted: readonly number[]): string {
  const { sides, target, before, bytes } = proposal;
  const what = before ? 'Changed' : 'Created';
  if (sides.kind === 'whole') return `${what} ${target.path} as proposed: ${bytes.length} bytes.`;
  const wanted = new Set(accepted);
  const counts = countLines(sides.diff, accepted);
  const numbers = `+${counts.added} −${counts.removed} lines`;
  const isWhole = sides.diff.hunks.every((hunk) => wanted.has(hunk.number));
  if (isWhole && !proposal.isEdited) {
    const hunks = before ? `, ${sides.diff.hunks.length} ${sides.diff.hunks.length === 1 ? 'hunk' : 'hunks'}` : '';
    return `${what} ${target.path} as proposed (${numbers}${hunks}).`;
  }
  return [
    `${what} ${target.path} in part (${numbers}). It now differs from what you proposed; the person decided on each hunk:`,
    ...hunkReports(proposal, sides.diff, wanted),
    'Read the file before you change it again.',
  ].join('\n');
}

function hunkReports(proposal: Proposal, diff: TextDiff, accepted: ReadonlySet<number>): string[] {
  const model = proposal.model.kind === 'text' ? proposal.model.diff : undefined;
  const proposed = new Set(model?.hunks.map((hunk) => keyOf(hunk, model)));
  const reports: string[] = [];
  let shift = 0;
  let room = MAX_TOLD_CHARACTERS;
  for (const hunk of diff.hunks) {
    const isAccepted = accepted.has(hunk.number);
    const isOwn = proposal.isEdited && !proposed.has(keyOf(hunk, diff));
    const place = placeOf(hunk, isAccepted ? hunk.oldStart + shift : undefined);
    reports.push(`- Hunk ${hunk.number} (${place}): ${fateOf(isAccepted, isOwn)}`);
    if (isAccepted) shift += hunk.newCount - hunk.oldCount;
    if (!isAccepted || !isOwn) continue;
    const text = linesOf(hunk.lines, room);
    room -= text.length;
    reports.push(text);
  }
  return model && proposal.isEdited ? [...reports, ...droppedReports(model, diff)] : reports;
}

function fateOf(isAccepted: boolean, isOwn: boolean): string {
  if (isAccepted) return isOwn ? 'written as the person edited it:' : 'written as you proposed.';
  return isOwn ? "refused, the person's own edit of it too; not written." : 'refused; not written.';
}

/** Hunks of the model's that the person's text no longer has any trace of. */
function droppedReports(model: TextDiff, diff: TextDiff): string[] {
  const touches = (one: Hunk, other: Hunk) =>
    one.oldStart <= other.oldStart + other.oldCount && other.oldStart <= one.oldStart + one.oldCount;
  return model.hunks
    .filter((hunk) => !diff.hunks.some((other) => touches(hunk, other)))
    .map((hunk) => `- Your change to ${placeOf(hunk, undefined)}: taken out by the person; not written.`);
}

function keyOf(hunk: Hunk, diff: TextDiff): string {
  const run = diff.runs[hunk.number - 1];
  const lines = run ? diff.newLines.slice(run.newStart, run.newEnd) : [];
  return JSON.stringify([hunk.oldStart, hunk.oldCount, lines.map(contentOf)]);
}

function placeOf(hunk: Hunk, nowStart: number | undefined): string {
  const was = hunk.oldCount === 0 ? `before old line ${hunk.oldStart}` : `old ${span(hunk.oldStart, hunk.oldCount)}`;
  if (nowStart === undefined || hunk.newCount === 0) return was;
  return `${was}, now ${span(nowStart, hunk.newCount)}`;
}

const span = (start: number, count: number) => (count === 1 ? `line ${start}` : `lines ${start}–${start + count - 1}`);

function linesOf(lines: readonly DiffLine[], room: number): string {
  const marks = { same: ' ', removed: '-', added: '+' } as const;
  const text = lines
    .filter((line) => line.kind !== 'same')
    .map((line) => `${marks[line.kind]}${line.text}`)
    .join('\n');
  return text.length <= room ? text : `${text.slice(0, Math.max(0, room))}\n[the rest is left out here]`;
}
