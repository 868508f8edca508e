import type { Diff, FileState, Warning } from '#contract';
import { octalMode } from '#contract/octal-mode';
import { AppError } from '#core/app-error';
import type { Redactor } from '#core/secrets/redact';
import type { ContentStore } from '#ledger';
import type { TextComparer } from '../diff/compare-texts.ts';
import { redactedDiff } from '../diff/redacted-diff.ts';
import { type ChangeSides, compareSides, MAX_SHOWN_BYTES, shownSides } from '../review/proposal.ts';
import { showPath } from '../review/target.ts';
import type { PastChange } from './past-change.ts';

export interface PastServices {
  readonly content: ContentStore;
  readonly comparer: TextComparer;
  /** Blanks keys in what is shown. */
  readonly redactor?: Redactor | undefined;
}

/** A file as it is and as it would be, or was and is, from bytes that the ledger kept. */
export async function diffOfStates(
  { path, shownPath }: Pick<Diff, 'path' | 'shownPath'>,
  { before, after }: Pick<PastChange['data'], 'before' | 'after'>,
  services: PastServices,
): Promise<Diff> {
  const sides = await sidesOfPast({ before, after }, services);
  const hunks = sides.kind === 'text' ? [...sides.diff.hunks] : [];
  const warnings = remarksOn(before, after);
  const diff = { id: path, path, shownPath, revision: 0, warnings, hunks, ...shownSides(sides) };
  return services.redactor && sides.kind === 'text' ? redactedDiff(diff, sides, services.redactor) : diff;
}

/** The diff of a change that has happened, from the bytes the ledger kept. */
export async function diffOfPast(change: PastChange, services: PastServices): Promise<Diff> {
  const { path, before, after } = change.data;
  const { id } = change;
  const shownPath = showPath(change.workspace, path);
  if (change.state === 'rejected') {
    const noText = 'It was refused and not written; what the model sent is in its session';
    const head = { id, path, shownPath, revision: 0, warnings: remarksOn(before, after) };
    return { ...head, hunks: [], ...shownSides({ kind: 'whole', noText }) };
  }
  return { ...(await diffOfStates({ path, shownPath }, { before, after }, services)), id };
}

/** Both contents of a change, compared. */
export async function sidesOfPast(
  { before, after }: Pick<PastChange['data'], 'before' | 'after'>,
  { content, comparer }: PastServices,
): Promise<ChangeSides> {
  const oldSide = await sideOf(before, content);
  const newSide = await sideOf(after, content);
  const noText = oldSide.noText ?? newSide.noText;
  if (noText !== undefined) return { kind: 'whole', noText };
  return await compareSides(oldSide.bytes, newSide.bytes, comparer);
}

const KINDS = { file: 'a file', symlink: 'a symbolic link', directory: 'a folder' } as const;

/**
 * Describes what the two texts do not show: another kind of file, other permissions, a link's target in place of a
 * text.
 */
function remarksOn(before: FileState | undefined, after: FileState | undefined): Warning[] {
  const remarks: string[] = [];
  const kind = after?.kind ?? before?.kind;
  if (before && after && before.kind !== after.kind) {
    remarks.push(`It was ${KINDS[before.kind]} and became ${KINDS[after.kind]}`);
  } else if (kind === 'symlink') {
    remarks.push('It is a symbolic link: the text is where it leads');
  } else if (before && after && before.mode !== after.mode) {
    remarks.push(`The permissions changed from ${octalMode(before.mode)} to ${octalMode(after.mode)}`);
  }
  return remarks.map((text) => ({ level: 'note', text }));
}

type PastSide =
  | { readonly bytes: Buffer; readonly noText?: undefined }
  | { readonly bytes?: undefined; readonly noText: string };

async function sideOf(state: FileState | undefined, content: ContentStore): Promise<PastSide> {
  if (!state) return { bytes: Buffer.alloc(0) };
  if (state.kind === 'directory') return { noText: 'It is a folder' };
  if (state.notKept !== undefined) return { noText: `The bytes were not kept: ${state.notKept}` };
  if (state.hash === undefined) return { noText: 'The bytes were not kept' };
  if (state.size > MAX_SHOWN_BYTES) return { noText: `The file is too large to show: ${state.size} bytes` };
  try {
    return { bytes: await content.read(state.hash) };
  } catch (error) {
    if (error instanceof AppError) return { noText: `The kept bytes cannot be read: ${error.message}` };
    throw error;
  }
}
