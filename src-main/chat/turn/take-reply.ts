import type { LedgerEventData, RequestedCall } from '#contract';
import { messageOf } from '#core/app-error';
import { raceAbort } from '#core/async/abort';
import type { ModelClient, ModelEvent, ModelMessage } from '#llm';

export type ReplyRecord = LedgerEventData<'llm.replied'>;

/** Receiver of a reply while it arrives. */
export interface ReplySink {
  text(text: string): void;
  reasoning(text: string): void;
  /** `isPassing`: of this moment alone. */
  note(note: string, isPassing?: boolean): void;
}

export interface ReplyRequest {
  readonly client: ModelClient;
  readonly messages: readonly ModelMessage[];
  readonly tools: Parameters<ModelClient['stream']>[0]['tools'];
  readonly signal: AbortSignal;
}

const PROGRESS_MS = 250;

/** Streams one reply. Always comes to a record of it: whole, broken off with what came, failed, or cancelled at once when the signal aborts. */
export async function takeReply(request: ReplyRequest, sink: ReplySink): Promise<ReplyRecord> {
  const startedAt = performance.now();
  const collected = new CollectedReply(request.client.model, sink);
  let end: ReplyEnd;
  try {
    end = await drain(request, collected);
  } catch (error) {
    end = { finish: 'failed', error: { code: 'server', message: messageOf(error), retryable: true } };
  }
  return { ...collected.record, ...end, durationMs: Math.round(performance.now() - startedAt) };
}

type ReplyEnd = Partial<ReplyRecord> & Pick<ReplyRecord, 'finish'>;

async function drain({ client, messages, tools, signal }: ReplyRequest, collected: CollectedReply): Promise<ReplyEnd> {
  const iterator = client.stream({ messages, tools }, signal)[Symbol.asyncIterator]();
  try {
    while (!signal.aborted) {
      const step = await nextOrAbort(iterator, signal);
      if (!step || signal.aborted) break;
      if (step.done) return brokenOffEnd('The reply ended without its last part');
      const end = collected.take(step.value);
      if (end) return end;
    }
    return cancelledEnd(messageOf(signal.reason));
  } finally {
    // Not awaited: a client that hangs must not keep a stopped turn.
    iterator.return?.().catch(() => {});
  }
}

/** Awaits the next value; `undefined` as soon as the signal aborts, whatever the client does. */
function nextOrAbort<T>(iterator: AsyncIterator<T>, signal: AbortSignal): Promise<IteratorResult<T> | undefined> {
  return raceAbort(iterator.next(), signal, () => undefined);
}

/** Reply as far as it has arrived. */
class CollectedReply {
  readonly #model: string;
  readonly #sink: ReplySink;
  #text = '';
  #reasoning = '';
  #progressAt = 0;

  constructor(model: string, sink: ReplySink) {
    this.#model = model;
    this.#sink = sink;
  }

  get record(): ReplyRecord {
    const thought = this.#reasoning === '' ? {} : { reasoning: this.#reasoning };
    return { model: this.#model, text: this.#text, ...thought, calls: [], finish: 'interrupted', durationMs: 0 };
  }

  /** The ending, when this event is it. */
  take(event: ModelEvent): ReplyEnd | undefined {
    switch (event.type) {
      case 'text':
        this.#text += event.text;
        this.#sink.text(event.text);
        return undefined;
      case 'reasoning':
        this.#reasoning += event.text;
        this.#sink.reasoning(event.text);
        return undefined;
      case 'waiting':
        this.#sink.note(waitingNote(event));
        return undefined;
      case 'call':
        this.#progress(`Writing a call of ${event.tool} (${event.argumentsLength} characters so far)`);
        return undefined;
      case 'done':
        return doneEnd(event.reply);
      case 'failed':
        return failedEnd(event.failure);
    }
  }

  #progress(note: string): void {
    if (performance.now() - this.#progressAt < PROGRESS_MS) return;
    this.#progressAt = performance.now();
    this.#sink.note(note, true);
  }
}

function doneEnd(reply: Extract<ModelEvent, { type: 'done' }>['reply']): ReplyEnd {
  const { model, text, reasoning, thinking, reasoningTokens, calls, finish, refusal, usage } = reply;
  return {
    model,
    text,
    calls: [...calls],
    finish,
    ...(reasoning && { reasoning }),
    ...(thinking && { thinking: [...thinking] }),
    ...(reasoningTokens && { thoughtTokens: reasoningTokens }),
    ...(refusal !== undefined && { refusal }),
    ...(usage !== undefined && { usage }),
  };
}

function failedEnd(failure: Extract<ModelEvent, { type: 'failed' }>['failure']): ReplyEnd {
  const { code, message, retryable } = failure;
  if (code === 'cancelled') return cancelledEnd(message);
  const isBroken = code === 'broken-off' || code === 'stalled';
  return { finish: isBroken ? 'interrupted' : 'failed', error: { code, message, retryable } };
}

function cancelledEnd(message: string): ReplyEnd {
  return { finish: 'cancelled', error: { code: 'cancelled', message, retryable: true } };
}

function brokenOffEnd(message: string): ReplyEnd {
  return { finish: 'interrupted', error: { code: 'broken-off', message, retryable: true } };
}

function waitingNote({ reason, delayMs, attempt }: Extract<ModelEvent, { type: 'waiting' }>): string {
  if (delayMs === undefined) return reason;
  return `${reason}; trying again ${waitWords(delayMs)}${attempt === undefined ? '' : ` (attempt ${attempt})`}`;
}

const clock = new Intl.DateTimeFormat('en', { timeStyle: 'medium', hourCycle: 'h23' });

/** Length of a wait, or the time of its end if it is long: the note stays while the time passes. */
function waitWords(ms: number): string {
  return ms < 10_000 ? `in ${Math.round(ms / 100) / 10} s` : `at ${clock.format(Date.now() + ms)}`;
}

/** Gives calls ids that no other call of the session has: results and records are found by them. */
export function withUniqueIds(calls: readonly RequestedCall[], isTaken: (id: string) => boolean): RequestedCall[] {
  const used = new Set<string>();
  return calls.map((call) => {
    let callId = call.callId || 'call';
    for (let count = 2; used.has(callId) || isTaken(callId); count++) {
      callId = `${call.callId || 'call'}-${count}`;
    }
    used.add(callId);
    return callId === call.callId ? call : { ...call, callId };
  });
}
