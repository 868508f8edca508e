/** Report to the model about an answered change: what was written, what was not, and the person's edits. */
import type { DiffLine, Hunk } from '#contract';
import { textStart } from '#contract/text-ends';
import { type Acceptance, acceptedParts, type HunkPart, isEverything, NOTHING } from '../diff/acceptance.ts';
import { countChangedLines, type TextDiff } from '../diff/hunks.ts';
import { lineContent } from '../diff/text.ts';
import { hunksOf, type ProposedChange } from './proposal.ts';

/** Text of edited hunks that is told; what was written can be read back. */
const MAX_TOLD_CHARACTERS = 20_000;

export const DONE_AS_PROPOSED = 'OK';

export function reportNothingAccepted({ target, sides, before }: ProposedChange): string {
  const count = hunksOf({ sides, before }).length;
  if (count === 0) {
    return `Nothing was written: the person edited it back to what the file says. ${target.path} is unchanged.`;
  }
  const hunks = count === 1 ? 'its only hunk was not accepted' : `none of its ${count} hunks was accepted`;
  return `The person refused this change: ${hunks}. ${target.path} ${before ? 'is unchanged' : 'was not created'}.`;
}

/** Reports an applied change to the model. `OK` and nothing else says that what was proposed is what is there. */
export function reportApplied(proposal: ProposedChange, acceptance: Acceptance): string {
  const { sides, target, before, isEdited } = proposal;
  if (sides.kind === 'whole') return isEdited ? reportEditedWhole(proposal) : DONE_AS_PROPOSED;
  if (isEverything(sides.diff.hunks, acceptance) && !isEdited) return DONE_AS_PROPOSED;
  const { added, removed } = countChangedLines(sides.diff, acceptance);
  return [
    `${before ? 'Changed' : 'Created'} ${target.path} in part (+${added} −${removed} lines). It now differs from what you proposed; the person decided on each hunk:`,
    ...hunkReports(proposal, sides.diff, acceptance),
    'Read the file before you change it again.',
  ].join('\n');
}

/** Report about an edit after which there are no lines to compare, as of one with NUL characters. */
function reportEditedWhole({ target, before }: ProposedChange): string {
  const what = `${before ? 'Changed' : 'Created'} ${target.path} as the person edited it.`;
  return `${what} It differs from what you proposed. Read the file before you change it again.`;
}

function hunkReports(proposal: ProposedChange, diff: TextDiff, acceptance: Acceptance): string[] {
  const model = proposal.model.kind === 'text' ? proposal.model.diff : undefined;
  const proposed = new Set(model?.hunks.map((hunk) => hunkKey(hunk, model)));
  const parts = acceptedParts(diff.hunks, acceptance);
  const reports: string[] = [];
  let shift = 0;
  let room = MAX_TOLD_CHARACTERS;
  for (const hunk of diff.hunks) {
    const part = parts.get(hunk.number);
    if (!part) continue;
    const isOwn = proposal.isEdited && !proposed.has(hunkKey(hunk, diff));
    const place = linesLabel(hunk, part, part.kind === 'none' ? undefined : hunk.oldStart + shift);
    reports.push(`- Hunk ${hunk.number} (${place}): ${hunkOutcomeText(hunk, part, isOwn)}`);
    shift += part.counts.added - part.counts.removed;
    const text = hunkText(hunk, part, isOwn, room);
    if (text === undefined) continue;
    room -= text.length;
    reports.push(text);
  }
  return model && proposal.isEdited ? [...reports, ...droppedReports(model, diff)] : reports;
}

function hunkOutcomeText(hunk: Hunk, { kind, counts }: HunkPart, isOwn: boolean): string {
  if (kind === 'whole') return isOwn ? 'written as the person edited it:' : 'written as you proposed.';
  if (kind === 'none')
    return isOwn ? "refused, the person's own edit of it too; not written." : 'refused; not written.';
  const all = hunk.oldCount + hunk.newCount;
  const whose = isOwn ? 'of it as the person edited it ' : '';
  return `${whose}${counts.added + counts.removed} of ${all} changed lines were written, the others refused:`;
}

/** The lines themselves where the model cannot know them from what it sent. */
function hunkText(hunk: Hunk, part: HunkPart, isOwn: boolean, room: number): string | undefined {
  if (part.kind === 'none' || (part.kind === 'whole' && !isOwn)) return undefined;
  const written = changedLines(hunk.lines, part, true);
  const lines =
    part.kind === 'whole'
      ? written
      : [...written, 'refused, so not written:', ...changedLines(hunk.lines, part, false)];
  const text = lines.join('\n');
  return text.length <= room ? text : `${textStart(text, Math.max(0, room))}\n[the rest is left out here]`;
}

/** Hunks of the model's that the person's text no longer has any trace of. */
function droppedReports(model: TextDiff, diff: TextDiff): string[] {
  const touches = (one: Hunk, other: Hunk) =>
    one.oldStart <= other.oldStart + other.oldCount && other.oldStart <= one.oldStart + one.oldCount;
  return model.hunks
    .filter((hunk) => !diff.hunks.some((other) => touches(hunk, other)))
    .map((hunk) => `- Your change to ${linesLabel(hunk, NOTHING, undefined)}: taken out by the person; not written.`);
}

function hunkKey(hunk: Hunk, diff: TextDiff): string {
  const run = diff.runs[hunk.number - 1];
  const lines = run ? diff.newLines.slice(run.newStart, run.newEnd) : [];
  return JSON.stringify([hunk.oldStart, hunk.oldCount, lines.map(lineContent)]);
}

function linesLabel(hunk: Hunk, { kind, counts }: HunkPart, nowStart: number | undefined): string {
  const was = hunk.oldCount === 0 ? `before old line ${hunk.oldStart}` : `old ${span(hunk.oldStart, hunk.oldCount)}`;
  const now = kind === 'whole' ? hunk.newCount : hunk.oldCount - counts.removed + counts.added;
  return nowStart === undefined || now === 0 ? was : `${was}, now ${span(nowStart, now)}`;
}

const span = (start: number, count: number) => (count === 1 ? `line ${start}` : `lines ${start}–${start + count - 1}`);

/** The changed lines that were written, or those that were not. */
function changedLines(lines: readonly DiffLine[], part: HunkPart, written: boolean): string[] {
  const places = { removed: 0, added: 0 };
  const told: string[] = [];
  for (const { kind, text } of lines) {
    if (kind === 'same') continue;
    if (part[kind](places[kind]) === written) told.push(`${kind === 'added' ? '+' : '-'}${text}`);
    places[kind] += 1;
  }
  return told;
}
