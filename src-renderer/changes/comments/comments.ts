import type { Diff, DiffLine } from '#contract';

/** Comment of a person on one line. It is kept from the first letter on, so one may be empty while it is typed. */
export interface LineComment extends CommentPlace {
  readonly text: string;
  /** The line it is about, by which it is found again when lines above it come or go. */
  readonly about: string;
}

export interface CommentPlace {
  readonly side: 'old' | 'new';
  /** Line from 1, in the old or the new text. */
  readonly line: number;
}

/** Place of a comment about a line of a hunk: a removed line is in the old text alone. */
export function placeOfLine({ kind, oldLine, newLine }: DiffLine): CommentPlace | undefined {
  const line = kind === 'removed' ? oldLine : newLine;
  return line === undefined ? undefined : { side: kind === 'removed' ? 'old' : 'new', line };
}

/** Label such as `Comment on line 12`. */
export function commentLabel({ side, line }: CommentPlace): string {
  return side === 'old' ? `Comment on removed line ${line}` : `Comment on line ${line}`;
}

export function isSamePlace(one: CommentPlace, other: CommentPlace | undefined): boolean {
  return one.side === other?.side && one.line === other.line;
}

/** Puts a text at a place, in the order of the lines; an empty one takes the comment away. */
export function withComment(comments: readonly LineComment[], comment: LineComment): readonly LineComment[] {
  const others = comments.filter((one) => !isSamePlace(one, comment));
  if (comment.text === '') return others;
  return [...others, comment].sort((one, other) => one.line - other.line);
}

/**
 * Comments at the lines they are about in the texts as they are now. One whose line is gone stays at its number, or at the
 * last line.
 */
export function anchorComments(
  comments: readonly LineComment[],
  { original, proposed }: Pick<Diff, 'original' | 'proposed'>,
): readonly LineComment[] {
  if (comments.length === 0) return comments;
  const lines = { old: original.split('\n'), new: proposed.split('\n') };
  return comments.map((comment) => {
    const line = nearestLine(lines[comment.side], comment);
    return line === comment.line ? comment : { ...comment, line };
  });
}

function nearestLine(lines: readonly string[], { line, about }: LineComment): number {
  for (let away = 0; away < lines.length; away += 1) {
    if (lines[line - 1 + away] === about) return line + away;
    if (lines[line - 1 - away] === about) return line - away;
  }
  return Math.min(line, lines.length);
}

/** Converts comments for the host, leaving blank ones out. */
export function toldComments(comments: readonly LineComment[]): { side: 'old' | 'new'; line: number; text: string }[] {
  return comments.map(({ side, line, text }) => ({ side, line, text: text.trim() })).filter(({ text }) => text !== '');
}
