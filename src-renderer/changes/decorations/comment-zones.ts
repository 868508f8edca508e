import type { Hunk } from '#contract';
import type { editor } from '../../editor/monaco.ts';
import type { LineComment } from '../comments/comments.ts';
import styles from './comment-zones.module.css';

/** Height of a line in pixels; the style sheet has the same. */
const LINE_HEIGHT = 18;
const PADDING = 10;
const MAX_LINES = 6;
/** Characters that fit a line of a narrow side, by which the height is estimated. */
const CHARACTERS = 56;

/** Comments drawn below the lines they are about; they are edited in the list under the diff. */
export function commentZones(view: editor.IDiffEditor) {
  const sides = { old: view.getOriginalEditor(), new: view.getModifiedEditor() };
  const zones: Record<'old' | 'new', string[]> = { old: [], new: [] };
  let shown = '';
  return (comments: readonly LineComment[], hunks: readonly Hunk[]) => {
    const isInline = !isSideBySide(view);
    const drawn = comments.filter(({ text }) => text !== '');
    const key = JSON.stringify([isInline, drawn]);
    if (key === shown) return;
    shown = key;
    // Inline, the old side is there for its line numbers alone.
    const placed = drawn.map((comment) =>
      isInline && comment.side === 'old' ? inlineComment(comment, hunks) : comment,
    );
    for (const side of ['old', 'new'] as const) {
      sides[side].changeViewZones((accessor) => {
        for (const zone of zones[side]) accessor.removeZone(zone);
        zones[side] = placed.filter((one) => one.side === side).map((one) => accessor.addZone(zoneOf(one)));
      });
    }
  };
}

export function isSideBySide(view: editor.IDiffEditor): boolean {
  return view.getContainerDomNode().querySelector('.monaco-diff-editor')?.classList.contains('side-by-side') ?? false;
}

/** A comment on a removed line, at the end of its hunk. */
function inlineComment(comment: LineComment, hunks: readonly Hunk[]): LineComment {
  const hunk = hunks.find(({ oldStart, oldCount }) => comment.line >= oldStart && comment.line < oldStart + oldCount);
  const line = hunk === undefined ? 0 : hunk.newStart + hunk.newCount - 1;
  return { ...comment, side: 'new', line, text: `Removed line ${comment.line}: ${comment.text}` };
}

function zoneOf({ line, text }: LineComment): editor.IViewZone {
  const domNode = document.createElement('div');
  domNode.className = styles.zone ?? '';
  const body = document.createElement('div');
  body.className = styles.text ?? '';
  body.textContent = text;
  domNode.append(body);
  const lines = text.split('\n').reduce((sum, one) => sum + 1 + Math.floor(one.length / CHARACTERS), 0);
  return { afterLineNumber: line, heightInPx: Math.min(lines, MAX_LINES) * LINE_HEIGHT + PADDING, domNode };
}
