import { withoutSequences } from '#contract/escape-sequences';
import type { ConversationItems, SessionItem } from './conversation-state.ts';

const texts = new WeakMap<SessionItem, string>();

/** The words of an entry as they are shown, closed parts included, for looking something up in what is not drawn. */
export function entryText(entry: SessionItem): string {
  const known = texts.get(entry);
  if (known !== undefined) return known;
  const text = textParts(entry).filter(Boolean).join('\n');
  texts.set(entry, text);
  return text;
}

function textParts(entry: SessionItem): readonly (string | undefined)[] {
  switch (entry.kind) {
    case 'user':
      return [entry.text, ...(entry.pending ?? []).flatMap(({ label, text }) => [label, text])];
    case 'assistant':
      return [withoutMarks(entry.reasoning ?? ''), withoutMarks(entry.text), entry.refusal, entry.note];
    case 'tool': {
      const { tool, ran, sent, command, decision, result, changes } = entry;
      const shown =
        command === undefined ? [ran ?? sent, result] : [command.command, withoutSequences(command.output), result];
      return [tool, ...shown, decision, ...changes.map(({ path }) => path)];
    }
    case 'console':
      return [entry.line, withoutSequences(entry.text)];
    case 'notice':
      return [entry.text];
  }
}

/** Markdown without what it marks words with, and addresses of links. */
const withoutMarks = (text: string) => text.replace(/\]\([^)\s]*\)/g, '').replace(/[*`[\]]|^#+ /gm, '');

/** The whole conversation as text, for other places. */
export function conversationText(entries: ConversationItems): string {
  return entries
    .map(asWritten)
    .filter((text) => text !== '')
    .join('\n\n');
}

function asWritten(entry: SessionItem): string {
  switch (entry.kind) {
    case 'user':
      return `You:\n${entry.text}`;
    case 'assistant':
      return entry.text === '' ? (entry.refusal ?? '') : `${entry.model}:\n${entry.text}`;
    case 'tool':
      if (entry.command === undefined) return `${entry.tool} ${entry.ran ?? entry.sent}`;
      return `$ ${entry.command.command}\n${withoutSequences(entry.command.output)}`.trimEnd();
    case 'console':
      return `$ ${entry.line}\n${withoutSequences(entry.text)}`.trimEnd();
    case 'notice':
      return entry.text;
  }
}
