import { Subject } from '#contract';
import { deletionTarget } from '#contract/deletion-words';
import { withHiddenShown } from '#contract/hidden-characters';

/**
 * Describes the subject of a question as one line; `subject` is as recorded. It is whole, since people allow by it what is to be
 * done: who shows less of it must not ask for that.
 */
export function subjectLine(subject: Readonly<Record<string, unknown>>, tool: string): string {
  const known = Subject.safeParse(subject);
  return known.success ? withHiddenShown(describeSubject(known.data)) : tool;
}

function describeSubject(subject: Subject): string {
  switch (subject.kind) {
    case 'command':
      return `Run a command: ${onOneLine(subject.command)}`;
    case 'change':
      return `${subject.isNew ? 'Create' : 'Change'} ${subject.shownPath} (+${subject.addedLines} −${subject.removedLines})`;
    case 'read':
      return `Read ${subject.shownPath}`;
    case 'delete':
      return `Delete ${deletionTarget(subject)}`;
    case 'filter':
      return `Filter an output that is kept: ${onOneLine(subject.filter)}`;
    case 'rounds':
      return `Go on after ${subject.used} replies`;
    case 'spending':
      return `Go on beyond ${subject.cap} US dollars`;
    case 'call':
      return `Call ${subject.title} of ${subject.provider}${argumentsText(subject.arguments)}`;
    case 'form':
      return `Fill in a form of ${subject.server}`;
    case 'confirm':
      return subject.title;
  }
}

function argumentsText(all: readonly { readonly path: string; readonly text: string }[]): string {
  return all.length === 0 ? '' : `: ${all.map(({ path, text }) => `${path} ${onOneLine(text)}`).join(', ')}`;
}

/** Ends of lines are seen, since what follows them may be a command of its own. */
function onOneLine(text: string): string {
  return text
    .trim()
    .replace(/\s*[\r\n]\s*/g, ' ⏎ ')
    .replace(/\s+/g, ' ');
}
