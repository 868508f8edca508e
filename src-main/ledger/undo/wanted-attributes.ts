import type { ContentHash } from '#contract';
import type { PathView } from './disk-view.ts';
import type { PathGoal } from './net-changes.ts';

/**
 * The attributes that a path is to have. Where the change says nothing of them, those of what is there stay: a command
 * that wrote the file again may have lost them, but that is not known.
 */
export function wantedAttributes({ expected, wanted }: PathGoal, { present }: PathView): ContentHash | undefined {
  const isUnknown = wanted?.attributes === undefined && expected?.attributes === undefined;
  return isUnknown && present?.kind === wanted?.kind ? present?.attributes : wanted?.attributes;
}
