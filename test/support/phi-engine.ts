import type { App } from '#app/create-app';
import type { AnyLedgerEvent, Api, ConversationItem, Decision, ProviderView, Question } from '#contract';
import { localClient } from '#core/servers/local-client';
import { type PhiHome, type PhiHomeOptions, type PhiStart, phiHome } from './phi-app.ts';

const SIZE = { columns: 80, rows: 24 };

export interface PhiEngineOptions extends PhiHomeOptions {
  /** One that outlives this app, in place of a new one. */
  readonly home?: PhiHome;
  readonly start?: PhiStart;
  /** Answers every question; without it everything is allowed. A question that is answered by nothing waits. */
  readonly answer?: (question: Question) => Decision | undefined;
}

/** The joined app as any front of it sees it: over the wire, with a person who answers by a function. */
export interface PhiEngine extends AsyncDisposable {
  readonly home: PhiHome;
  readonly model: PhiHome['model'];
  readonly app: App;
  readonly api: Api;
  /** Id of the first session, created with the app. */
  readonly session: string;
  /** Questions that were asked, in order. */
  readonly asked: readonly Question[];
  /** Runs a typed line to its end; the answer is what it showed. */
  line(line: string, session?: string): Promise<string>;
  /** Sends a message and waits for the end of the turn; the answer is the last thing the model said. */
  say(text: string, profile?: string, session?: string): Promise<string>;
  /** Resolves when this turn has ended. */
  ended(turn: string): Promise<void>;
  items(session?: string): Promise<readonly ConversationItem[]>;
  /** Reads the calls that the page shows. */
  calls(session?: string): Promise<readonly Extract<ConversationItem, { kind: 'tool' }>[]>;
  /** Reads events from the record, oldest first. */
  events(type: string, session?: string): Promise<readonly AnyLedgerEvent[]>;
  providers(): Promise<readonly ProviderView[]>;
}

export async function phiEngine(options: PhiEngineOptions = {}): Promise<PhiEngine> {
  const home = options.home ?? (await phiHome(options));
  const app = await home.open(options.start);
  const api = localClient(app);
  const { id: session } = await api.sessions.create({});
  const closing = new AbortController();
  const asked: Question[] = [];
  void answerAll({ api, asked, signal: closing.signal, answer: options.answer ?? (() => ({ verdict: 'allow' })) });
  const items = async (of = session) => {
    for await (const update of await api.sessions.conversation({ session: of })) {
      if (update.kind === 'snapshot') return update.items;
    }
    throw new Error('The conversation ended without a snapshot');
  };
  const events = async (type: string, of?: string) => {
    const query = { types: [type], ...(of !== undefined && { session: of }), limit: 500 };
    return (await api.activity.query(query)).events.reverse();
  };
  const ended = async (turn: string) =>
    void (await until(async () => (await events('turn.ended')).some((event) => event.turn === turn)));
  return {
    home,
    model: home.model,
    app,
    api,
    session,
    asked,
    items,
    events,
    ended,
    calls: async (of) => (await items(of)).filter((item) => item.kind === 'tool'),
    line: async (line, of = session) => {
      const result = await api.console.run({ session: of, line, size: SIZE });
      if (result.kind === 'builtin') return result.text;
      const found = async () => (await items(of)).find(({ id }) => id === result.block);
      const done = await until(async () => {
        const item = await found();
        return item?.kind === 'console' && item.state !== 'running' && item;
      });
      return done.text;
    },
    say: async (text, profile, of = session) => {
      const { turn } = await api.sessions.send({ session: of, text, ...(profile !== undefined && { profile }) });
      await ended(turn);
      const said = (await items(of)).findLast(({ kind }) => kind === 'assistant');
      return said?.kind === 'assistant' ? said.text : '';
    },
    providers: async () => {
      for await (const list of await api.providers.changed()) return list;
      throw new Error('The list ended');
    },
    [Symbol.asyncDispose]: async () => {
      closing.abort();
      await app[Symbol.asyncDispose]();
      if (options.home === undefined) await home[Symbol.asyncDispose]();
    },
  };
}

interface Person {
  readonly api: Api;
  readonly asked: Question[];
  readonly signal: AbortSignal;
  readonly answer: (question: Question) => Decision | undefined;
}

async function answerAll({ api, asked, signal, answer }: Person): Promise<void> {
  const seen = new Set<string>();
  try {
    for await (const waiting of await api.approvals.waiting(undefined, { signal })) {
      for (const question of waiting.filter(({ id }) => !seen.has(id))) {
        seen.add(question.id);
        asked.push(question);
        const decision = answer(question);
        // One that was withdrawn meanwhile needs none.
        if (decision) await api.approvals.decide({ question: question.id, decision }).catch(() => {});
      }
    }
  } catch {
    // The test is over.
  }
}

/** The first answer that is not false or undefined. Fails after twenty seconds. */
export async function until<T>(find: () => Promise<T | false | undefined>): Promise<T> {
  const endsAt = performance.now() + 20_000;
  for (;;) {
    const found = await find();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > endsAt) throw new Error(`It did not come about that ${find}`);
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}
