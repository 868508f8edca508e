import type { ChangedFile } from '#contract';
import type { FolderHash } from './folder-hash.ts';
import { mayRun, runsByPlace } from './what-is-bound.ts';

/** Files bound by trust. */
export interface TrustedFiles {
  readonly files: ReadonlyMap<string, string>;
  /** Files among them that could be executed. */
  readonly executable?: ReadonlySet<string> | undefined;
}

/**
 * Finds the differences from the trusted state that revoke trust: a file that may run, or instructs the agent, was
 * changed or removed, or a new one came to a place from which files are run or read by themselves. For other files see
 * `unchangedFiles`.
 */
export function changedFiles({ files, executable }: TrustedFiles, now: FolderHash): readonly ChangedFile[] {
  const changes: ChangedFile[] = [];
  for (const [file, hash] of files) {
    const current = now.files.get(file);
    if (current === hash || !mayRun(file, executable?.has(file) ?? false)) continue;
    changes.push({ file, change: current === undefined ? 'removed' : 'changed' });
  }
  for (const file of now.files.keys()) {
    if (!files.has(file) && runsByPlace(file)) changes.push({ file, change: 'added' });
  }
  return changes.toSorted((one, other) => (one.file < other.file ? -1 : 1));
}

/** The files that are as they were trusted: hosts import and execute these alone. */
export function unchangedFiles({ files }: TrustedFiles, now: FolderHash): ReadonlyMap<string, string> {
  return new Map([...files].filter(([file, hash]) => now.files.get(file) === hash));
}
