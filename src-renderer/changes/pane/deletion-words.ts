import type { Subject } from '#contract';
import { isFolderDeletion } from '#contract/deletion-words';
import { formatBytes, plural } from '../../ui/format.ts';

/** Says what a deletion would take away, such as `It would be deleted: 1 file, 3 kB.` */
export function deletionWords(subject: Extract<Subject, { kind: 'delete' }>): string {
  const { files, bytes } = subject;
  if (files === 0) return 'There is nothing that would be deleted.';
  if (!isFolderDeletion(subject)) return `It would be deleted: ${plural(files, 'file')}, ${formatBytes(bytes)}.`;
  if (files === 1) return 'The folder would be deleted. It is empty.';
  const all = plural(files, 'file or folder', 'files and folders');
  return `The folder would be deleted with all that is in it: ${all}, ${formatBytes(bytes)}.`;
}
