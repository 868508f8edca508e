import type { Change, Diff, Hunk } from '#contract';

/** A fact about a change beside its lines, in words and with a mark, never by colour alone. */
export interface ChangeMark {
  readonly mark: string;
  readonly text: string;
  /** Whether it deserves a second look. */
  readonly isNotable?: boolean;
  /** Whether the mark says that the file is new or gone. */
  readonly isKind?: boolean;
}

const KINDS = {
  created: { mark: '✚', text: 'new file', isKind: true },
  modified: undefined,
  deleted: { mark: '✖', text: 'deleted', isNotable: true, isKind: true },
} as const;
const ENDINGS = { lf: undefined, crlf: 'CRLF endings', mixed: 'mixed line endings', none: undefined } as const;
const NAMES = { lf: 'LF', crlf: 'CRLF' } as const;

/** New, deleted, moved, another mode: what the list says of a file, too. */
export function fileMarks({ change, movedFrom, modes }: Change): readonly ChangeMark[] {
  const kind = KINDS[change];
  return [
    ...(kind === undefined ? [] : [kind]),
    ...(movedFrom === undefined ? [] : [{ mark: '→', text: `moved from ${movedFrom}` }]),
    ...(modes === undefined ? [] : [modeMark(modes)]),
  ];
}

/** Line endings, a missing end of the last line, and what is not text. */
export function textFormMarks(diff: Diff): readonly ChangeMark[] {
  if (diff.noText !== undefined) return [{ mark: '▣', text: 'not shown as text', isNotable: true }];
  const ending = ENDINGS[diff.lineEnding];
  return [...(ending === undefined ? [] : [{ mark: '↵', text: ending }]), ...endingMarks(diff)];
}

function modeMark({ before, after }: NonNullable<Change['modes']>): ChangeMark {
  const runs = (mode: number) => (mode & 0o111) !== 0;
  const octal = (mode: number) => (mode & 0o7777).toString(8).padStart(3, '0');
  const becomes = runs(before) === runs(after) ? '' : runs(after) ? ', can now be run' : ', can no longer be run';
  return {
    mark: '⚙',
    text: `mode ${octal(before)} → ${octal(after)}${becomes}`,
    isNotable: runs(after) && !runs(before),
  };
}

/** Marks of lines with another ending than the old text's. */
function endingMarks({ hunks, lineEnding }: Diff): ChangeMark[] {
  const own = lineEnding === 'crlf' ? 'crlf' : 'lf';
  const removed = endingsOf(hunks, 'removed', own);
  const added = endingsOf(hunks, 'added', own);
  const marks: ChangeMark[] = [];
  if (added.has('none') && !removed.has('none')) marks.push({ mark: '⊘', text: 'loses the last line ending' });
  if (removed.has('none') && !added.has('none')) marks.push({ mark: '↵', text: 'gains the last line ending' });
  const to = own === 'lf' ? 'crlf' : 'lf';
  if (added.has(to) && !removed.has(to)) {
    marks.push({ mark: '↵', text: `${NAMES[own]} → ${NAMES[to]}`, isNotable: true });
  }
  return marks;
}

function endingsOf(
  hunks: readonly Hunk[],
  kind: 'removed' | 'added',
  own: 'lf' | 'crlf',
): ReadonlySet<'none' | 'lf' | 'crlf'> {
  return new Set(
    hunks.flatMap(({ lines }) => lines.filter((line) => line.kind === kind).map(({ ending }) => ending ?? own)),
  );
}
