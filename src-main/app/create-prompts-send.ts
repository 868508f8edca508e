import type { AnyLedgerEvent, ConversationUpdate, LedgerEventData, SendUpdate } from '#contract';
import { knownEvent, type Ledger } from '#ledger';
import type { PromptsPorts } from '#prompts/desk';
import type { createConversations } from './create-conversations.ts';

type Chat = ReturnType<typeof createConversations>['chat'];

interface Turn {
  readonly session: string;
  readonly turn: string;
}

/** What a prompt made begins a conversation, and whoever sent it sees the reply come in. */
export function sendThrough(chat: () => Chat, ledger: Ledger): PromptsPorts['send'] {
  return async (rendered, profile) => {
    const { turn, ...started } = await chat().sendRendered({ ...rendered, profile });
    const place = { session: started.session, turn };
    return { ...started, updates: (signal) => updatesOf(chat(), ledger, place, signal) };
  };
}

async function* updatesOf(
  chat: Chat,
  ledger: Ledger,
  place: Turn,
  signal: AbortSignal | undefined,
): AsyncGenerator<SendUpdate, void> {
  const over = new AbortController();
  const ended = turnEnded(ledger, place, () => over.abort());
  const reply = new ReplySoFar();
  try {
    await ended.isOverAlready();
    const signals = signal ? [over.signal, signal] : [over.signal];
    for await (const update of await chat.conversation(place.session, AbortSignal.any(signals))) {
      yield* reply.take(update);
    }
    if (signal?.aborted !== true) yield* reply.end(await repliedIn(ledger, place));
  } finally {
    ended.forget();
  }
}

/** Tells once when the turn's end is on the record, or was before anybody listened. */
function turnEnded(ledger: Ledger, { session, turn }: Turn, onEnd: () => void) {
  const isEnd = (event: AnyLedgerEvent) => event.type === 'turn.ended' && event.turn === turn;
  const forget = ledger.onAppended((event) => {
    if (event.session === session && isEnd(event)) onEnd();
  });
  return {
    forget,
    isOverAlready: async () => {
      for await (const event of (await ledger.session(session)).read({ backward: true })) if (isEnd(event)) onEnd();
    },
  };
}

async function repliedIn(ledger: Ledger, { session, turn }: Turn): Promise<LedgerEventData<'llm.replied'> | undefined> {
  for await (const any of (await ledger.session(session)).read({ backward: true })) {
    const event = any.turn === turn ? knownEvent(any) : undefined;
    if (event?.type === 'llm.replied' && event.data.purpose === undefined) return event.data;
  }
  return undefined;
}

/** What of a reply was told already: an item of a conversation says all of it, a text only what is new. */
class ReplySoFar {
  #text = '';
  #reasoning = '';
  #note: string | undefined;

  *take(update: ConversationUpdate): Generator<SendUpdate, void> {
    if (update.kind === 'text') yield* this.#more(this.#text + update.text, this.#reasoning);
    if (update.kind === 'reasoning') yield* this.#more(this.#text, this.#reasoning + update.text);
    const items = update.kind === 'snapshot' ? update.items : update.kind === 'item' ? [update.item] : [];
    for (const item of items) {
      if (item.kind !== 'assistant') continue;
      yield* this.#more(item.text, item.reasoning ?? '');
      if (item.state === 'waiting' && item.note !== undefined && item.note !== this.#note) {
        yield { kind: 'waiting', reason: item.note };
      }
      this.#note = item.note;
    }
  }

  *end(reply: LedgerEventData<'llm.replied'> | undefined): Generator<SendUpdate, void> {
    if (!reply) {
      yield { kind: 'failed', message: 'The turn ended before the model was asked', advice: 'The session says why' };
      return;
    }
    const { finish, durationMs, usage, cost, error, refusal } = reply;
    yield* this.#more(reply.text || (refusal ?? ''), reply.reasoning ?? '');
    if (error) {
      const advice = error.retryable ? 'Ask again in the session' : undefined;
      yield { kind: 'failed', message: error.message, ...(advice !== undefined && { advice }) };
      return;
    }
    yield {
      kind: 'done',
      finish,
      durationMs,
      ...(usage && { usage: { input: usage.prompt, output: usage.completion } }),
      ...(cost !== undefined && { cost }),
    };
  }

  *#more(text: string, reasoning: string): Generator<SendUpdate, void> {
    if (reasoning.length > this.#reasoning.length) {
      yield { kind: 'reasoning', text: reasoning.slice(this.#reasoning.length) };
      this.#reasoning = reasoning;
    }
    if (text.length > this.#text.length) {
      yield { kind: 'text', text: text.slice(this.#text.length) };
      this.#text = text;
    }
  }
}
