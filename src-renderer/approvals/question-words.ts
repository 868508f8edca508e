import type { Question, Subject } from '#contract';
import { formatBytes, formatDollars } from '../ui/format.ts';
import { lastName } from '../ui/last-name.ts';

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
    case 'filter':
      return 'filter an output that is kept';
    case 'rounds':
      return `go on after ${subject.used} replies`;
    case 'call':
      return `use ${subject.title} of ${servedBy(subject)}`;
    case 'spending':
      return `go on above the cap of ${formatDollars(subject.cap)}`;
    case 'form':
      return `give ${subject.server} what it asks for`;
    case 'confirm':
      return subject.title;
  }
}

/** The provider, or the folder of the agent workspace. */
function servedBy({ provider, code }: Extract<Subject, { kind: 'call' }>): string {
  return code === undefined ? provider : lastName(code.workspace);
}

/** The heading of a card. */
export function questionTitle(question: Pick<Question, 'subject'>): string {
  const words = questionWords(question);
  // A title of ours may be a question already.
  if (words.endsWith('?')) return words;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}?`;
}

/** Describes what would be deleted, such as `12 files, 3.4 MB`. */
export function deletionWords({ files, bytes }: Extract<Subject, { kind: 'delete' }>): string {
  return `${files.toLocaleString()} ${files === 1 ? 'file' : 'files'}, ${formatBytes(bytes)}`;
}
