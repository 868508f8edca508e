import type { RecursiveRead } from '#shell-analysis';
import { mayShowHidden } from './hidden-patterns.ts';
import type { TreeRead } from './path-judge.ts';

/** How a folder is gone through. */
export type TreeManner = Omit<TreeRead, 'folder'>;

/** Determines how a folder is gone through by a program of which this is declared. */
export function treeManner({ hiddenOnlyBy, ...tree }: RecursiveRead): TreeManner {
  return { ...tree, ...(hiddenOnlyBy && { skipsHidden: !hiddenOnlyBy.some(mayShowHidden) }) };
}
