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

export function isSameCommentPlace(one: CommentPlace, other: CommentPlace | undefined): boolean {
  return one.side === other?.side && one.line === other.line;
}

/** Puts a text at a place, in the order of the lines; an empty one takes the comment away. */
export function withComment(comments: readonly LineComment[], comment: LineComment): readonly LineComment[] {
  const others = comments.filter((one) => !isSameCommentPlace(one, comment));
  if (comment.text === '') return others;
  return [...others, comment].sort((one, other) => one.line - other.line);
}

/**
 * Comments at the lines they are about in the texts as they are now, one for each line. One whose line is gone stays at
 * its number, or near it.
 */
export function anchorComments(
  comments: readonly LineComment[],
  { original, proposed }: Pick<Diff, 'original' | 'proposed'>,
): readonly LineComment[] {
  if (comments.length === 0) return comments;
  const lines = { old: original.split('\n'), new: proposed.split('\n') };
  const isThere = ({ side, line, about }: LineComment) => lines[side][line - 1] === about;
  const taken = new Set(comments.filter(isThere).map(placeKey));
  const found = comments.map((comment) => {
    if (isThere(comment)) return comment;
    const { side } = comment;
    const line = nearestLine(lines[side], comment, (free) => !taken.has(placeKey({ side, line: free })));
    taken.add(placeKey({ side, line }));
    return { ...comment, line };
  });
  return inOrder(comments, found);
}

const placeKey = ({ side, line }: CommentPlace) => `${side} ${line}`;

/** Comments on lines that read the same stay in the order in which they were. */
function inOrder(before: readonly LineComment[], found: readonly LineComment[]): readonly LineComment[] {
  return before.map((comment, at) => {
    const isAlike = ({ side, about }: LineComment) => side === comment.side && about === comment.about;
    const rank = before.filter((one, other) => isAlike(one) && (one.line - comment.line || other - at) < 0).length;
    const line = found
      .filter(isAlike)
      .map((one) => one.line)
      .sort((one, other) => one - other)[rank];
    return line === undefined || line === comment.line ? comment : { ...comment, line };
  });
}

function nearestLine(
  lines: readonly string[],
  { line, about }: LineComment,
  isFree: (line: number) => boolean,
): number {
  const last = Math.min(line, lines.length);
  const near = (from: number, isIt: (at: number) => boolean) => {
    for (let away = 0; away < lines.length; away += 1) {
      const found = [from + away, from - away].find((at) => at > 0 && at <= lines.length && isFree(at) && isIt(at));
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return near(line, (at) => lines[at - 1] === about) ?? near(last, () => true) ?? last;
}

/** Converts comments for the host, leaving blank ones out. */
export function commentsToSend(
  comments: readonly LineComment[],
): { side: 'old' | 'new'; line: number; text: string }[] {
  return comments.map(({ side, line, text }) => ({ side, line, text: text.trim() })).filter(({ text }) => text !== '');
}
