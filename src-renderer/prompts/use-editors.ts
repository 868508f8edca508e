import { useEffect, useState } from 'react';
import type { CodeHandle, TextRange } from '../editor/code-types.ts';

/** A range in the text of one message. */
export interface TemplateMark extends TextRange {
  readonly message: number;
}

export interface Editors {
  readonly put: (message: number, handle: CodeHandle | undefined) => void;
  /** Brings the range into view; the focus stays where it is. */
  readonly select: (mark: TemplateMark) => void;
  /** The same, and puts the focus there. */
  readonly go: (mark: TemplateMark) => void;
}

/** The editors of a prompt that are there, by the place of their message. */
export function useEditors(): Editors {
  const [editors] = useState(() => {
    const known = new Map<number, CodeHandle>();
    const select = ({ message, line, column, endLine, endColumn }: TemplateMark) =>
      known.get(message)?.select({ line, column, endLine, endColumn });
    return {
      put: (message: number, handle: CodeHandle | undefined) => {
        if (handle === undefined) known.delete(message);
        else known.set(message, handle);
      },
      select,
      go: (mark: TemplateMark) => {
        select(mark);
        known.get(mark.message)?.focus();
      },
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
