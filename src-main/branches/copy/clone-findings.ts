import { shownBytes } from '#core/files/path-bytes';
import type { CloneSummary } from './clone-folder.ts';
import type { CopyFindings } from './look-messages.ts';
import { lookWords, MAX_TOLD } from './look-words.ts';
import { isOfGit } from './walk-tree.ts';

/** Says of a clone what two looks say of a copy. */
export function copyFindings(clone: CloneSummary, workspace: string): CopyFindings {
  const { entries, changed, special, failed, leadingBack, repositories } = clone;
  const missing = [
    ...special.map(lookWords.special),
    ...failed.map(([path, reason]) => lookWords.notCopied(path, reason)),
  ];
  return {
    entries,
    changedWhileCopied: [...new Set(changed)]
      .filter((path) => !isOfGit(path))
      .toSorted()
      .slice(0, MAX_TOLD)
      .map(shownBytes),
    missing: missing.slice(0, MAX_TOLD),
    leadingBack: leadingBack.slice(0, MAX_TOLD).map((path) => lookWords.leadingBack(path, workspace)),
    repositories,
  };
}
