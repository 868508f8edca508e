import type { ConversationItem, LedgerEvent, LedgerEventData, TurnProgress } from '#contract';
import type { Redactor } from '#core/secrets/redact';
import { addToMeter, EMPTY_METER } from '../cost/meter.ts';
import { replyNote, saysNothing } from '../items/assistant-item.ts';
import { GrowingText } from './growing-text.ts';
import { subjectLine } from './subject-line.ts';

type EndProgress = Extract<TurnProgress, { kind: 'ended' }>;
type ReplyData = LedgerEventData<'llm.replied'>;

/** Progress of one message, from the events of its session after the message, and from what is just arriving. */
export class TurnTeller {
  readonly #message: string;
  readonly #redactor: Pick<Redactor, 'textStream'> | undefined;
  #turn: string | undefined;
  /** The request whose reply comes in. */
  #request: string | undefined;
  #incoming: { readonly text: GrowingText; readonly reasoning: GrowingText };
  /** Length of that reply's text already reported. */
  #text = 0;
  #reasoning = 0;
  #note: string | undefined;
  /** The last reply with words, else the first of all, and why the turn failed. */
  #last: Pick<EndProgress, 'text' | 'model' | 'cut'> | undefined;
  #error: string | undefined;
  #meter = EMPTY_METER;
  #hasUsage = false;
  #isOver = false;

  /** @param message the `message.queued`, or a `message.user` that never waited */
  constructor(message: string, redactor?: Pick<Redactor, 'textStream'>) {
    this.#message = message;
    this.#redactor = redactor;
    this.#incoming = incoming(redactor);
  }

  get turn(): string | undefined {
    return this.#turn;
  }

  /** The request whose reply is awaited, where there is one. */
  get request(): string | undefined {
    return this.#request;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  *take(event: LedgerEvent): Generator<TurnProgress, void> {
    if (this.#turn === undefined) yield* this.#beforeTurn(event);
    else if (event.turn === this.#turn && !this.#isOver) yield* this.#inTurn(event);
  }

  /** Yields further parts of the incoming reply; what has come in whole is told by its record. */
  *live(item: ConversationItem | undefined): Generator<TurnProgress, void> {
    if (item?.kind !== 'assistant' || !(item.state === 'waiting' || item.state === 'streaming')) return;
    const { text, reasoning } = this.#incoming;
    yield* this.#more(text.take(item.text), reasoning.take(item.reasoning ?? ''));
    const { note } = item;
    if (item.isPassing || note === this.#note) return;
    this.#note = note;
    if (item.state === 'waiting' && note !== undefined) yield { kind: 'note', text: note };
  }

  /** The turn runs no more, and its end is not on the record. */
  broken(): EndProgress {
    this.#isOver = true;
    const error = this.#error ?? 'Sigma Shell ended before this turn had ended';
    return { kind: 'ended', outcome: 'failed', ...this.#said(), error };
  }

  *#beforeTurn(event: LedgerEvent): Generator<TurnProgress, void> {
    if (event.type === 'message.withdrawn' && event.data.queued === this.#message) {
      this.#isOver = true;
      yield { kind: 'withdrawn', reason: event.data.reason };
    }
    const isOurs = event.type === 'message.user' && (event.data.queued === this.#message || event.id === this.#message);
    if (!isOurs) return;
    this.#turn = event.turn ?? '';
    yield { kind: 'started', turn: this.#turn };
  }

  *#inTurn(event: LedgerEvent): Generator<TurnProgress, void> {
    switch (event.type) {
      case 'llm.requested':
        if (event.data.purpose !== undefined) return;
        this.#request = event.id;
        this.#incoming = incoming(this.#redactor);
        this.#text = 0;
        this.#reasoning = 0;
        this.#note = undefined;
        return;
      case 'llm.replied':
        yield* this.#onReplied(event.data);
        return;
      case 'tool.returned': {
        const { callId, tool, outcome, content } = event.data;
        yield { kind: 'returned', callId, tool, outcome, content };
        return;
      }
      case 'approval.asked': {
        const { question, callId, tool, subject, why } = event.data;
        yield { kind: 'asked', question, callId, tool, title: subjectLine(subject, tool), why, at: event.at };
        return;
      }
      case 'approval.decided': {
        const { question, verdict, reason } = event.data;
        if (question === undefined) return;
        yield { kind: 'answered', question, verdict, ...(reason !== undefined && { reason }), at: event.at };
        return;
      }
      case 'error.raised':
        this.#error = event.data.message;
        return;
      case 'turn.ended':
        this.#isOver = true;
        yield this.#end(event.data.outcome);
        return;
      default:
        return;
    }
  }

  *#onReplied(reply: ReplyData): Generator<TurnProgress, void> {
    this.#meter = addToMeter(this.#meter, reply);
    this.#hasUsage ||= reply.usage !== undefined;
    if (reply.error && reply.finish !== 'cancelled') this.#error = reply.error.message;
    if (reply.purpose !== undefined) return;
    if (saysNothing(reply) && reply.finish !== 'cancelled') this.#error = replyNote(reply);
    const text = wordsOf(reply);
    yield* this.#more(text, reply.reasoning ?? '');
    yield* cutNote(reply);
    this.#request = undefined;
    if (text.trim() !== '' || !this.#last) this.#last = { text, model: reply.model, ...cutOf(reply) };
    for (const { callId, tool, arguments: sent } of reply.calls) yield { kind: 'called', callId, tool, sent };
  }

  *#more(text: string, reasoning: string): Generator<TurnProgress, void> {
    if (reasoning.length > this.#reasoning) {
      yield { kind: 'reasoning', text: reasoning.slice(this.#reasoning) };
      this.#reasoning = reasoning.length;
    }
    if (text.length > this.#text) {
      yield { kind: 'text', text: text.slice(this.#text) };
      this.#text = text.length;
    }
  }

  #end(outcome: EndProgress['outcome']): EndProgress {
    const why = this.#error ?? 'The turn failed; its conversation says why';
    return { kind: 'ended', outcome, ...this.#said(), ...(outcome === 'failed' && { error: why }) };
  }

  #said() {
    const { usage, cost, isCostComplete } = this.#meter;
    return {
      text: '',
      ...this.#last,
      ...(this.#hasUsage && { usage }),
      ...(isCostComplete && this.#last && { cost }),
    };
  }
}

function incoming(redactor: Pick<Redactor, 'textStream'> | undefined) {
  return { text: new GrowingText(redactor), reasoning: new GrowingText(redactor) };
}

/** The words of a reply; a model may refuse in the middle of its words. */
function wordsOf({ text, refusal = '' }: ReplyData): string {
  return [text, refusal].filter((words) => words !== '').join('\n\n');
}

function cutOf({ finish }: ReplyData): Pick<EndProgress, 'cut'> {
  return finish === 'length' || finish === 'content-filter' ? { cut: finish } : {};
}

/** Says why a reply is not whole, where the turn goes on or ends well all the same. */
function* cutNote(reply: ReplyData): Generator<TurnProgress, void> {
  const why = cutOf(reply).cut !== undefined && !saysNothing(reply) ? replyNote(reply) : undefined;
  if (why !== undefined) yield { kind: 'note', text: why };
}
