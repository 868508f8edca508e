import { useEffect, useState } from 'react';

/**
 * Text that is parsed and drawn in one frame, in characters: some 8 ms of work at 250 to the millisecond, and up to 90 ms for the first
 * part of a page's life, whose code no engine has optimized yet.
 */
const FRAME_CHARACTERS = 2000;

/**
 * Number of blocks to draw now: blocks that arrive gradually at once, many of them some more with each frame, so that a
 * long reply that is opened or arrives in one piece does not delay keys.
 */
export function useGradually(blocks: readonly string[]): number {
  const [drawn, setDrawn] = useState(0);
  const now = partEnd(blocks, Math.min(drawn, blocks.length));
  useEffect(() => {
    if (drawn === now) return;
    const frame = requestAnimationFrame(() => setDrawn(now));
    return () => cancelAnimationFrame(frame);
  }, [drawn, now]);
  return now;
}

/** Returns the end of the next part: at least one block after `from`, if there is one. */
function partEnd(blocks: readonly string[], from: number): number {
  let end = from;
  for (let characters = 0; end < blocks.length && characters < FRAME_CHARACTERS; end += 1) {
    characters += blocks[end]?.length ?? 0;
  }
  return end;
}
