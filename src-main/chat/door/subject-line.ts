import { Subject } from '#contract';

/** Describes the subject of a question as one line; `subject` is as recorded. */
export function subjectLine(subject: Readonly<Record<string, unknown>>, tool: string): string {
  const known = Subject.safeParse(subject);
  return known.success ? describeSubject(known.data) : tool;
}

const MAX_COMMAND = 200;

function describeSubject(subject: Subject): string {
  switch (subject.kind) {
    case 'command':
      return `Run a command: ${shortenText(subject.command)}`;
    case 'change':
      return `${subject.isNew ? 'Create' : 'Change'} ${subject.shownPath} (+${subject.addedLines} −${subject.removedLines})`;
    case 'read':
      return `Read ${subject.shownPath}`;
    case 'delete':
      return `Delete ${subject.shownPath}${subject.recursive ? ' and all in it' : ''}`;
    case 'filter':
      return `Filter an output that is kept: ${shortenText(subject.filter)}`;
    case 'rounds':
      return `Go on after ${subject.used} replies`;
    case 'spending':
      return `Go on beyond ${subject.cap} US dollars`;
    case 'call':
      return `Call ${subject.title} of ${subject.provider}`;
    case 'form':
      return `Fill in a form of ${subject.server}`;
    case 'confirm':
      return subject.title;
  }
}

function shortenText(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_COMMAND ? `${line.slice(0, MAX_COMMAND)}…` : line;
}
