import type { Question, Subject } from '#contract';
import { formatBytes } from '../ui/format.ts';

/** A question in one short sentence, for announcements and headings. */
export function questionWords({ subject }: Pick<Question, 'subject'>): string {
  switch (subject.kind) {
    case 'command':
      return 'run a command';
    case 'change':
      return `${subject.isNew ? 'create' : 'change'} ${subject.shownPath}`;
    case 'read':
      return `read ${subject.shownPath}`;
    case 'delete':
      return `delete ${subject.shownPath}`;
    case 'rounds':
      return `go on after ${subject.used} replies`;
  }
}

/** The heading of a card. */
export function questionTitle(question: Pick<Question, 'subject'>): string {
  const words = questionWords(question);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}?`;
}

/** What would go, such as `12 files, 3.4 MB`. */
export function deletionWords({ files, bytes }: Extract<Subject, { kind: 'delete' }>): string {
  return `${files.toLocaleString()} ${files === 1 ? 'file' : 'files'}, ${formatBytes(bytes)}`;
}
