import type { Hunk } from '#contract';
import { DetailedLineRangeMapping, type DocumentDiff, LineRange } from '../../editor/diff-parts.ts';
import type { editor } from '../../editor/monaco.ts';
import { announceKnownDiff, answerDiffsFrom } from '../../editor/prepare-monaco.ts';
import { hunkMappings } from './hunk-mappings.ts';
import { innerChanges } from './inner-changes.ts';

interface KnownHunks {
  readonly hunks: readonly Hunk[];
  /** Versions of the texts that the hunks belong to. */
  readonly original: number;
  readonly modified: number;
}

const known = new WeakMap<editor.ITextModel, KnownHunks>();

/** Makes Monaco draw the host's hunks, which are what is decided on, rather than compare again. */
export function drawHostsHunks(): void {
  answerDiffsFrom(knownDiff);
}

/** Sets the hunks of two texts as they are now; they hold until one of them is typed into. */
export function setKnownHunks(
  { original, modified }: { readonly original: editor.ITextModel; readonly modified: editor.ITextModel },
  hunks: readonly Hunk[],
): void {
  const before = known.get(modified);
  const now = { hunks, original: original.getVersionId(), modified: modified.getVersionId() };
  if (before?.hunks === hunks && before.original === now.original && before.modified === now.modified) return;
  known.set(modified, now);
  if (before !== undefined) announceKnownDiff();
}

function knownDiff(original: editor.ITextModel, modified: editor.ITextModel): DocumentDiff | undefined {
  const own = known.get(modified);
  if (own?.original !== original.getVersionId() || own.modified !== modified.getVersionId()) return undefined;
  if (!own.hunks.every((hunk) => isOf(hunk, original, modified))) return undefined;
  const mappings = hunkMappings(own.hunks, { old: original.getLineCount(), new: modified.getLineCount() });
  if (mappings === undefined) return undefined;
  const innerOf = innerChanges({ original, modified });
  const changes = mappings.map(
    (mapping) =>
      new DetailedLineRangeMapping(new LineRange(...mapping.old), new LineRange(...mapping.new), innerOf(mapping)),
  );
  return { changes, moves: [], identical: changes.length === 0, quitEarly: false };
}

/** Monaco breaks lines where the host does not, such as at a lone carriage return. */
function isOf({ lines }: Hunk, original: editor.ITextModel, modified: editor.ITextModel): boolean {
  const removed = lines.find(({ kind }) => kind === 'removed');
  const added = lines.find(({ kind }) => kind === 'added');
  return hasLine(original, removed?.oldLine, removed?.text) && hasLine(modified, added?.newLine, added?.text);
}

function hasLine(model: editor.ITextModel, line: number | undefined, text: string | undefined): boolean {
  if (line === undefined) return true;
  return line <= model.getLineCount() && model.getLineContent(line) === text;
}
