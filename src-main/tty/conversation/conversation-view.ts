import type { ConversationItem, ConversationUpdate } from '#contract';
import { senderWords } from '#contract/message-words';
import { muted, red, yellow } from '../screen/style.ts';
import { safeText } from '../screen/text-width.ts';
import { shortenedText } from './call-text.ts';
import { CallView } from './call-view.ts';
import { MarkdownText } from './markdown-text.ts';

type ItemOfKind<K extends ConversationItem['kind']> = Extract<ConversationItem, { kind: K }>;

interface ReplyView {
  readonly markdown: MarkdownText;
  /** UTF-16 units of its text that were given to `markdown`. */
  length: number;
  isClosed: boolean;
  /** Reason for waiting, as far as reported. */
  note: string | undefined;
}

/** Items of an earlier conversation that are shown when it is gone on with. */
const MAX_RECALLED = 12;

/**
 * Prints a conversation as it comes: replies by whole lines, a line for each call, what commands print. An item is told as often
 * as it changes and printed once; what the person typed they have seen.
 */
export class ConversationView {
  readonly #print: (text: string) => void;
  readonly #columns: () => number;
  readonly #doing: (text: string) => void;
  readonly #replies = new Map<string, ReplyView>();
  /** Calls in the order in which they first came, which is that of the session's calls. */
  readonly #calls = new Map<string, CallView>();
  readonly #notices = new Set<string>();
  #hasBegun = false;
  /** Whether items are only noted, and not printed. */
  #isQuiet = false;

  /** @param doing is told what passes, which is not printed; an empty text when it is over */
  constructor(print: (text: string) => void, columns: () => number, doing: (text: string) => void) {
    this.#print = (text) => {
      if (!this.#isQuiet) print(text);
    };
    this.#columns = columns;
    this.#doing = doing;
  }

  show(update: ConversationUpdate): void {
    if (update.kind === 'snapshot') this.#snapshot(update.items);
    else if (update.kind === 'item') this.#show(update.item);
    else if (update.kind === 'text') this.#more(update.id, update.text);
    else if (update.kind === 'output') this.#call(update.id).output(update.text);
  }

  /** Shows the end of the existing items at first, and later what is new. */
  #snapshot(items: readonly ConversationItem[]): void {
    const isFirst = !this.#hasBegun;
    this.#hasBegun = true;
    items.forEach((item, index) => {
      this.#isQuiet = isFirst && index < items.length - MAX_RECALLED;
      if (isFirst) this.#print(typedText(item));
      this.#show(item);
    });
    this.#isQuiet = false;
  }

  #show(item: ConversationItem): void {
    if (item.kind === 'assistant') this.#assistant(item);
    else if (item.kind === 'tool') this.#call(item.id).show(item);
    else if (item.kind === 'notice') this.#notice(item);
    else if (item.kind === 'user') this.#fromElsewhere(item);
  }

  /** Shows messages that were not typed in the app, and those that could not be sent. */
  #fromElsewhere({ id, text, from, notSent }: ItemOfKind<'user'>): void {
    if ((from === undefined && notSent === undefined) || this.#notices.has(id)) return;
    this.#notices.add(id);
    if (from !== undefined) this.#print(muted(safeText(`${senderWords(from)}\n>>> ${text}`)));
    if (notSent !== undefined) this.#print(yellow(safeText(`Not sent: ${notSent}\n>>> ${text}`)));
  }

  #reply(id: string): ReplyView {
    const reply = this.#replies.get(id) ?? {
      markdown: new MarkdownText(this.#columns),
      length: 0,
      isClosed: false,
      note: undefined,
    };
    this.#replies.set(id, reply);
    return reply;
  }

  #more(id: string, text: string): void {
    const reply = this.#reply(id);
    if (reply.isClosed) return;
    reply.length += text.length;
    this.#print(reply.markdown.push(text));
  }

  #assistant(item: ItemOfKind<'assistant'>): void {
    const reply = this.#reply(item.id);
    if (reply.isClosed) return;
    this.#more(item.id, item.text.slice(reply.length));
    this.#doing(item.isPassing ? safeText(item.note ?? '') : '');
    if (item.state === 'waiting' && item.note !== reply.note && !item.isPassing) {
      reply.note = item.note;
      this.#print(muted(safeText(item.note ?? '')));
    }
    if (item.state === 'waiting' || item.state === 'streaming') return;
    reply.isClosed = true;
    this.#print(reply.markdown.end());
    this.#replyEnded(item);
  }

  #replyEnded({ refusal, note: why, state }: ItemOfKind<'assistant'>): void {
    if (refusal !== undefined) this.#print(yellow(`The model refused: ${safeText(refusal)}`));
    const note = why === undefined ? '' : `: ${safeText(why)}`;
    if (state === 'failed') this.#print(red(`The service failed${note}`));
    if (state === 'interrupted') this.#print(red(`The reply broke off${note}`));
    if (state === 'cancelled') this.#print(muted('Stopped.'));
  }

  #call(id: string): CallView {
    const call = this.#calls.get(id) ?? new CallView(this.#calls.size + 1, this.#print);
    this.#calls.set(id, call);
    return call;
  }

  #notice({ id, level, text }: ItemOfKind<'notice'>): void {
    if (this.#notices.has(id)) return;
    this.#notices.add(id);
    const style = { info: muted, warning: yellow, error: red }[level];
    this.#print(style(safeText(text)));
  }
}

/** Earlier input of the person, as it appeared behind their prompt, with a line's result; empty for other items. */
function typedText(item: ConversationItem): string {
  if (item.kind === 'user') {
    if (item.from !== undefined || item.notSent !== undefined) return '';
    const images = (item.images ?? []).map(({ name, type }) => ` [image ${name ?? type}]`);
    return muted(safeText(`>>> ${item.text}${images.join('')}`));
  }
  if (item.kind !== 'console') return '';
  const { first, rest } = shortenedText(item.text);
  return [muted(safeText(`$ ${item.line}`)), ...[first, rest].filter((text) => text !== '')].join('\n');
}
