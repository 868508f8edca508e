import { flushSync } from 'react-dom';

/** Draws what `change` changes before the next frame, where a person would otherwise see a gap. Not to be called while something is drawn. */
export const drawNow = (change: () => void): void => flushSync(change);
