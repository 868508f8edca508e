import { type RefObject, useCallback } from 'react';
import type { TerminalSize } from '#contract';
import { useSettings } from '../../state/settings.tsx';

/** Width of the conversation's column as in its style, less the edges of the block, in pixels. */
const WIDEST = 860;
const EDGES = 48;
/** Width of a character of the usual fonts, in heights. */
const NARROWNESS = 0.6;
const ROWS = 24;

/** The size that a block's terminal is likely to have, for programs that ask for it before it is drawn. */
export function useLikelySize(pane: RefObject<HTMLElement | null>): () => TerminalSize {
  const { font_size: fontSize } = useSettings().appearance;
  return useCallback(() => {
    const width = Math.min(pane.current?.clientWidth || WIDEST, WIDEST) - EDGES;
    return { columns: Math.min(Math.max(Math.floor(width / (fontSize * NARROWNESS)), 20), 400), rows: ROWS };
  }, [pane, fontSize]);
}
