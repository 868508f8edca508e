import type { Diff, Hunk, Subject, Warning } from '#contract';
import type { TextComparer } from '../diff/compare-texts.ts';
import { countChangedLines, type TextDiff } from '../diff/hunks.ts';
import { decodeText, lineEndingOf, toEditorText } from '../diff/text.ts';
import { hiddenCharacterWarnings } from '../diff/visible-text.ts';
import type { FileSnapshot } from './snapshot.ts';
import type { FileTarget } from './target.ts';

/** Size up to which both sides of a text are shown, in bytes; a larger one can be accepted as a whole. */
export const MAX_SHOWN_BYTES = 2_000_000;
const MAX_SHOWN_LINES = 100_000;

/** Two states of a file: as texts with hunks, or, with the reason, as a whole. */
export type ChangeSides =
  | { readonly kind: 'text'; readonly oldText: string; readonly newText: string; readonly diff: TextDiff }
  | { readonly kind: 'whole'; readonly noText: string };

/** A change that waits for a person. Revising it makes a new value with the next revision. */
export interface ProposedChange {
  readonly id: string;
  readonly revision: number;
  readonly session: string;
  readonly workspace: string;
  readonly callId: string;
  readonly at: number;
  /** The calls it is reviewed with; it rests on earlier proposals of them for the same file. */
  readonly group: string | undefined;
  readonly target: FileTarget;
  /** File as it was when it was examined; `undefined` if there was none. */
  readonly before: FileSnapshot | undefined;
  readonly bytes: Buffer;
  readonly sides: ChangeSides;
  /** The sides as the model proposed them, where a person has changed the proposal since. */
  readonly model: ChangeSides;
  readonly isEdited: boolean;
  /** About the place and the file, whatever the proposed text. */
  readonly placeWarnings: readonly Warning[];
  /** Sentence about a change by somebody else that it would overwrite. */
  readonly conflict?: string | undefined;
  /** Permission bits that the file gets; its own where absent. */
  readonly mode?: number | undefined;
  /** Number of removed lines above which it is flagged. */
  readonly flagRemovedLines: number;
}

export async function compareSides(
  oldBytes: Uint8Array | undefined,
  newBytes: Uint8Array | undefined,
  comparer: TextComparer,
): Promise<ChangeSides> {
  if (!oldBytes || !newBytes) return { kind: 'whole', noText: 'The file is too large to show' };
  const largest = Math.max(oldBytes.length, newBytes.length);
  if (largest > MAX_SHOWN_BYTES) {
    return { kind: 'whole', noText: `The file is too large to show: ${largest} bytes, of at most ${MAX_SHOWN_BYTES}` };
  }
  const oldText = decodeText(oldBytes);
  if (oldText === undefined) return { kind: 'whole', noText: 'The present file is binary, or not UTF-8' };
  const newText = decodeText(newBytes);
  if (newText === undefined) return { kind: 'whole', noText: 'The new content is binary: it contains NUL characters' };
  if (hasMoreLines(oldText, MAX_SHOWN_LINES) || hasMoreLines(newText, MAX_SHOWN_LINES)) {
    return { kind: 'whole', noText: `The file is too large to show: more than ${MAX_SHOWN_LINES} lines` };
  }
  return { kind: 'text', oldText, newText, diff: await comparer.compare(oldText, newText) };
}

function hasMoreLines(text: string, limit: number): boolean {
  let at = text.indexOf('\n');
  for (let count = 1; at !== -1 && count <= limit; count += 1) at = text.indexOf('\n', at + 1);
  return at !== -1;
}

/**
 * The hunks a person can accept. A change that has no lines to show (binary, too large, a new empty file) is one hunk
 * without lines, accepted or refused as a whole.
 */
export function hunksOf(proposal: Pick<ProposedChange, 'sides' | 'before'>): readonly Hunk[] {
  if (proposal.sides.kind === 'text') {
    const { hunks } = proposal.sides.diff;
    if (hunks.length > 0 || proposal.before) return hunks;
  }
  return [{ number: 1, oldStart: 1, oldCount: 0, newStart: 1, newCount: 0, lines: [] }];
}

export function proposalWarnings({
  sides,
  placeWarnings,
  flagRemovedLines,
}: Pick<ProposedChange, 'sides' | 'placeWarnings' | 'flagRemovedLines'>): Warning[] {
  if (sides.kind === 'whole') return [...placeWarnings, { level: 'caution', text: sides.noText }];
  const warnings = [...placeWarnings, ...hiddenCharacterWarnings(sides.diff)];
  const { removed } = countChangedLines(sides.diff);
  if (removed > flagRemovedLines) warnings.push({ level: 'caution', text: `${removed} lines would be removed` });
  if (sides.diff.coarse) {
    warnings.push({ level: 'note', text: `${sides.diff.coarse}: all of them are shown as one hunk` });
  }
  return warnings;
}

export function changeSubject(proposal: ProposedChange): Subject {
  const counts = proposal.sides.kind === 'text' ? countChangedLines(proposal.sides.diff) : { added: 0, removed: 0 };
  return {
    kind: 'change',
    proposal: proposal.id,
    path: proposal.target.path,
    shownPath: proposal.target.shownPath,
    isNew: proposal.before === undefined,
    addedLines: counts.added,
    removedLines: counts.removed,
  };
}

/** Converts two sides for a diff view. */
export function shownSides(sides: ChangeSides): Pick<Diff, 'original' | 'proposed' | 'lineEnding' | 'noText'> {
  if (sides.kind === 'whole') return { original: '', proposed: '', lineEnding: 'none', noText: sides.noText };
  return {
    original: toEditorText(sides.oldText),
    proposed: toEditorText(sides.newText),
    lineEnding: lineEndingOf(sides.oldText === '' ? sides.newText : sides.oldText),
  };
}

export function proposalDiff(proposal: ProposedChange): Diff {
  return {
    id: proposal.id,
    path: proposal.target.path,
    shownPath: proposal.target.shownPath,
    revision: proposal.revision,
    hunks: [...hunksOf(proposal)],
    warnings: proposalWarnings(proposal),
    ...shownSides(proposal.sides),
  };
}
