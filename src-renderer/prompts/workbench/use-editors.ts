import { useEffect, useState } from 'react';
import type { CodeHandle, TextRange } from '../../editor/code-types.ts';

/** A range in the text of one message. */
export interface TemplateMark extends TextRange {
  readonly message: number;
}

/** Index of the args' JSON among the texts. */
export const ARGS = -1;

/** A place without length; the start of the text where none is known. */
export function pointIn(message: number, { line, column } = { line: 1, column: 1 }): TemplateMark {
  return { message, line, column, endLine: line, endColumn: column };
}

export interface Editors {
  readonly put: (message: number, handle: CodeHandle | undefined) => void;
  /** Brings the range into view; the focus stays where it is. */
  readonly select: (mark: TemplateMark) => void;
  /** The same as `select`, and puts the focus there; as soon as that editor is there, where it is not yet. */
  readonly go: (mark: TemplateMark) => void;
}

/** The editors of a prompt that are there, by the place of their message. */
export function useEditors(): Editors {
  const [editors] = useState(() => {
    const known = new Map<number, CodeHandle>();
    let waiting: TemplateMark | undefined;
    const select = ({ message, line, column, endLine, endColumn }: TemplateMark) =>
      known.get(message)?.select({ line, column, endLine, endColumn });
    const go = (mark: TemplateMark) => {
      waiting = known.has(mark.message) ? undefined : mark;
      select(mark);
      known.get(mark.message)?.focus();
    };
    return {
      put: (message: number, handle: CodeHandle | undefined) => {
        if (handle === undefined) known.delete(message);
        else known.set(message, handle);
        if (handle !== undefined && waiting?.message === message) go(waiting);
      },
      select,
      go,
    };
  });
  return editors;
}

/** Selects in the template what was picked in the rendering. */
export function useShownPlace(place: TemplateMark | undefined, select: Editors['select']): void {
  useEffect(() => {
    if (place !== undefined) select(place);
  }, [place, select]);
}
