import type { ConversationItem, ConversationUpdate } from '#contract';
import { MarkdownText } from './markdown-text.ts';
import { bold, muted, red, yellow } from './style.ts';
import { safeText } from './text-width.ts';

type Item<K extends ConversationItem['kind']> = Extract<ConversationItem, { kind: K }>;

interface Reply {
  readonly markdown: MarkdownText;
  /** UTF-16 units of its text that were given to `markdown`. */
  length: number;
  isClosed: boolean;
  /** Why it is waited for, as far as that was told. */
  note: string | undefined;
}

/**
 * Prints a conversation as it comes: replies by whole lines, a line for each call, what commands print. An item is told as often
 * as it changes and printed once; what the person typed they have seen.
 */
export class ConversationView {
  readonly #print: (text: string) => void;
  readonly #columns: () => number;
  readonly #replies = new Map<string, Reply>();
  /** Calls by how far they were told, with the part of a line of output that has not ended. */
  readonly #calls = new Map<
    string,
    { isTold: boolean; isBegun: boolean; isEnded: boolean; hasOutput: boolean; partial: string }
  >();
  readonly #notices = new Set<string>();

  constructor(print: (text: string) => void, columns: () => number) {
    this.#print = print;
    this.#columns = columns;
  }

  show(update: ConversationUpdate): void {
    if (update.kind === 'snapshot') for (const item of update.items) this.#show(item);
    else if (update.kind === 'item') this.#show(update.item);
    else if (update.kind === 'text') this.#more(update.id, update.text);
    else if (update.kind === 'output') this.#output(update.id, update.text);
  }

  #show(item: ConversationItem): void {
    if (item.kind === 'assistant') this.#assistant(item);
    else if (item.kind === 'tool') this.#tool(item);
    else if (item.kind === 'notice') this.#notice(item);
  }

  #reply(id: string): Reply {
    const reply = this.#replies.get(id) ?? {
      markdown: new MarkdownText(this.#columns),
      length: 0,
      isClosed: false,
      note: undefined,
    };
    this.#replies.set(id, reply);
    return reply;
  }

  #call(id: string) {
    const call = this.#calls.get(id) ?? {
      isTold: false,
      isBegun: false,
      isEnded: false,
      hasOutput: false,
      partial: '',
    };
    this.#calls.set(id, call);
    return call;
  }

  #more(id: string, text: string): void {
    const reply = this.#reply(id);
    if (reply.isClosed) return;
    reply.length += text.length;
    this.#print(reply.markdown.push(text));
  }

  #assistant(item: Item<'assistant'>): void {
    const reply = this.#reply(item.id);
    if (reply.isClosed) return;
    this.#more(item.id, item.text.slice(reply.length));
    if (item.state === 'waiting' && item.note !== reply.note) {
      reply.note = item.note;
      this.#print(muted(safeText(item.note ?? '')));
    }
    if (item.state === 'waiting' || item.state === 'streaming') return;
    reply.isClosed = true;
    this.#print(reply.markdown.end());
    if (item.refusal !== undefined) this.#print(yellow(`The model refused: ${safeText(item.refusal)}`));
    const note = item.note === undefined ? '' : `: ${safeText(item.note)}`;
    if (item.state === 'failed') this.#print(red(`The service failed${note}`));
    if (item.state === 'interrupted') this.#print(red(`The reply broke off${note}`));
    if (item.state === 'cancelled') this.#print(muted('Stopped.'));
  }

  #tool(item: Item<'tool'>): void {
    const call = this.#call(item.id);
    if (!call.isTold && item.state !== 'checking') {
      call.isTold = true;
      for (const { text } of item.repairs) this.#print(muted(`repaired: ${safeText(text)}`));
    }
    if (!call.isBegun && item.state === 'running') {
      call.isBegun = true;
      this.#print(muted(`· ${safeText(item.tool)}`));
    }
    if (call.isEnded || !ENDED.has(item.state)) return;
    call.isEnded = true;
    this.#flush(call);
    this.#outcome(item, call.hasOutput);
  }

  #outcome(item: Item<'tool'>, hasOutput: boolean): void {
    const { command, changes, state } = item;
    if (command && !hasOutput) this.#print(safeText(command.output));
    if (command && command.exitCode !== 0) this.#print(muted(exitText(command)));
    if (state !== 'done') this.#print(outcomeText(item));
    for (const { change, path } of changes) this.#print(muted(`${change} ${safeText(path)}`));
  }

  #output(id: string, text: string): void {
    const call = this.#call(id);
    if (call.isEnded) return;
    call.hasOutput = true;
    const lines = (call.partial + text).split('\n');
    call.partial = lines.pop() ?? '';
    if (lines.length > 0) this.#print(safeText(`${lines.join('\n')}\n`));
  }

  #flush(call: { partial: string }): void {
    if (call.partial !== '') this.#print(safeText(call.partial));
    call.partial = '';
  }

  #notice({ id, level, text }: Item<'notice'>): void {
    if (this.#notices.has(id)) return;
    this.#notices.add(id);
    const style = { info: muted, warning: yellow, error: red }[level];
    this.#print(style(safeText(text)));
  }
}

const ENDED = new Set<string>(['done', 'failed', 'refused', 'skipped', 'cancelled', 'invalid', 'interrupted']);

function outcomeText({ tool, state, result }: Item<'tool'>): string {
  const [first = ''] = (result ?? '').split('\n');
  return `${bold(safeText(tool))} ${state}${first === '' ? '' : `: ${safeText(first)}`}`;
}

export function exitText({ exitCode, signal }: { exitCode?: number | undefined; signal?: string | undefined }): string {
  return exitCode === undefined ? `[ended by ${signal ?? 'a signal'}]` : `[exit code ${exitCode}]`;
}
