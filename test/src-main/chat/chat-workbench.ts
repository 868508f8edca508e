import { createRouterClient } from '@orpc/server';
import { createApprovals } from '#approvals';
import { type ChatOptions, type ChatProfile, createChat, type ModelPrice } from '#chat';
import type { AnyLedgerEvent, ConversationItem, ConversationUpdate, Decision, Question } from '#contract';
import type { Logger } from '#core/logger';
import type { Redactor } from '#core/secrets/redact';
import type { Ledger } from '#ledger';
import type { ModelClient, ProfileClient } from '#llm';
import { createRunner, type Tool } from '#tools';
import { arrayOf } from '../../support/array-of.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type TemporaryLedger, temporaryLedger } from '../../support/temporary-ledger.ts';
import { askEverything, passThroughGuard } from '../../support/unruled.ts';

export interface AppOptions {
  /** Answers where no profile does, as the demo. */
  readonly client?: ModelClient | undefined;
  /** Profiles in the order of Tab. */
  readonly profiles?: readonly BenchProfile[];
  readonly prices?: readonly ModelPrice[];
  readonly spendingCap?: number;
  readonly place?: ChatOptions['place'];
  readonly permission?: ChatOptions['permission'];
  readonly workspaceOf?: ChatOptions['workspaceOf'];
  readonly openWorkspace?: ChatOptions['openWorkspace'];
  readonly mentions?: ChatOptions['mentions'];
  readonly isBusy?: ChatOptions['isBusy'];
  readonly onRemoving?: ChatOptions['onRemoving'];
  readonly agentOf?: ChatOptions['agentOf'];
  readonly tools?: readonly Tool[];
  /** Answers every question; without it they wait. */
  readonly answer?: (question: Question) => Decision;
  readonly maxRounds?: number;
  /** Wraps the real ledger. */
  readonly ledger?: (real: Ledger) => Ledger;
}

export interface BenchProfile extends Partial<ChatProfile> {
  readonly name: string;
  readonly client: ModelClient;
}

type App = ReturnType<typeof startApp>;

interface Surroundings {
  readonly workspace: string;
  readonly log: Logger;
  readonly redactor: Redactor;
}

/** Chat, approvals and the runner, called as the renderer calls them. */
function startApp(real: Ledger, options: AppOptions, { workspace, log, redactor }: Surroundings) {
  const ledger = options.ledger?.(real) ?? real;
  const approvals = createApprovals({ log });
  const context = { context: { reportBug: (error: unknown) => log.error(String(error)) } };
  const decisions = createRouterClient(approvals.router, context);
  const { answer } = options;
  if (answer) {
    approvals.onAsked((question) => void decisions.decide({ question: question.id, decision: answer(question) }));
  }
  const runner = createRunner({
    sources: [{ tools: () => options.tools ?? [] }],
    guard: passThroughGuard,
    policy: askEverything,
    ask: approvals.ask,
    log,
  });
  const forgotten = new Set<string>();
  const models = modelsOf(options);
  const chat = createChat({
    ledger,
    runner,
    ask: approvals.ask,
    models: { ...models, find: (name, folder) => (forgotten.has(name) ? undefined : models.find(name, folder)) },
    prices: () => options.prices ?? [],
    spendingCap: () => options.spendingCap,
    ...(options.place && { place: options.place }),
    ...(options.permission && { permission: options.permission }),
    ...(options.mentions && { mentions: options.mentions }),
    ...(options.isBusy && { isBusy: options.isBusy }),
    ...(options.onRemoving && { onRemoving: options.onRemoving }),
    ...(options.agentOf && { agentOf: options.agentOf }),
    maxRounds: () => options.maxRounds ?? 25,
    workspaceOf: options.workspaceOf ?? (async () => workspace),
    openWorkspace: options.openWorkspace ?? (async (path = workspace) => path),
    redactor,
    appVersion: '0.0.0',
    log,
  });
  const end = async () => {
    await chat[Symbol.asyncDispose]();
    await approvals[Symbol.asyncDispose]();
  };
  const forgetProfile = (name: string) => forgotten.add(name);
  return { ledger, approvals, decisions, chat, forgetProfile, api: createRouterClient(chat.router, context), end };
}

function modelsOf({ client, profiles = [] }: AppOptions): ChatOptions['models'] {
  const all = profiles.map((one) => ({
    prompt: undefined,
    ...one,
    get context() {
      return one.context ?? 1_000_000;
    },
  }));
  const clients = new Map(all.map((one) => [one.name, withRatio(one.client)]));
  const demo = client && withRatio(client);
  return {
    find: (name) => all.find((one) => one.name === name),
    selected: () => all,
    clientFor: (name) => clients.get(name),
    demo: () => demo,
  };
}

/** Adds the ratio that applies before anything is known of a profile. */
function withRatio(client: ModelClient): ProfileClient {
  const { name, model } = client;
  return 'bytesPerToken' in client
    ? (client as ProfileClient)
    : { name, model, bytesPerToken: 3.25, stream: (request, signal) => client.stream(request, signal) };
}

export interface ChatWorkbench extends AsyncDisposable {
  readonly ledger: TemporaryLedger;
  /** The app as it runs now. */
  readonly app: App;
  /** Names of what was logged as an error. */
  readonly logged: readonly string[];
  readonly workspace: string;
  /** Ends the app and starts another on the same ledger. */
  restart(options?: AppOptions): Promise<void>;
  /** Takes the ledger from the app in the middle of what it does, and starts another on it. */
  crash(options?: AppOptions): Promise<void>;
  session(): Promise<string>;
  /** Sends a message and waits for the turn to end. */
  turn(session: string, text: string, profile?: string): Promise<void>;
  /** Resolves when no turn runs. */
  idle(): Promise<void>;
  /** Resolves when a question waits. */
  asked(): Promise<Question>;
  items(session: string): Promise<readonly ConversationItem[]>;
  events(session: string): Promise<AnyLedgerEvent[]>;
}

export async function chatWorkbench(first: AppOptions = {}): Promise<ChatWorkbench> {
  const ledger = await temporaryLedger();
  const folder = await temporaryFolder();
  const logged: string[] = [];
  const log: Logger = { debug() {}, info() {}, warn() {}, error: (event) => void logged.push(event) };
  const surroundings = { workspace: folder.path, log, redactor: ledger.redactor };
  const start = (real: Ledger, options: AppOptions) => startApp(real, options, surroundings);
  const apps = [start(ledger, first)];
  let app = apps[0] as App;
  const next = async (options: AppOptions) => {
    app = start(await ledger.reopen(), options);
    apps.push(app);
  };
  const idle = () => until(() => app.chat.running().length === 0);
  return {
    ledger,
    logged,
    workspace: folder.path,
    get app() {
      return app;
    },
    restart: async (options = first) => {
      await app.end();
      await next(options);
    },
    crash: async (options = first) => next(options),
    session: async () => (await app.api.create({})).id,
    turn: async (session, text, profile) => {
      await app.api.send({ session, text, ...(profile !== undefined && { profile }) });
      await idle();
    },
    idle,
    asked: async () => {
      await until(() => app.approvals.waiting.value.length > 0);
      return app.approvals.waiting.value[0] as Question;
    },
    items: async (session) => {
      for await (const update of await app.api.conversation({ session })) {
        if (update.kind === 'snapshot') return update.items;
      }
      throw new Error('The conversation ended without a snapshot');
    },
    events: async (session) => arrayOf((await app.ledger.session(session)).read()),
    [Symbol.asyncDispose]: async () => {
      for (const one of apps) await one.end();
      await ledger[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Fails after five seconds. */
export async function until(isSo: () => boolean): Promise<void> {
  const endsAt = performance.now() + 5000;
  while (!isSo()) {
    if (performance.now() > endsAt) throw new Error(`It did not come about that ${isSo}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** Applies the updates as the renderer does. */
export function fold(items: readonly ConversationItem[], update: ConversationUpdate): readonly ConversationItem[] {
  if (update.kind === 'snapshot') return update.items;
  if (update.kind === 'earlier') return [...update.items, ...items];
  if (update.kind === 'item') {
    const { item } = update;
    return items.some(({ id }) => id === item.id)
      ? items.map((one) => (one.id === item.id ? item : one))
      : [...items, item];
  }
  if (update.kind === 'waiting') return items;
  return items.map((item) => {
    if (item.id !== update.id) return item;
    if (update.kind === 'text' && item.kind === 'assistant') return { ...item, text: item.text + update.text };
    if (update.kind === 'reasoning' && item.kind === 'assistant') {
      return { ...item, reasoning: (item.reasoning ?? '') + update.text };
    }
    if (update.kind !== 'output' || item.kind !== 'tool' || !item.command) return item;
    return { ...item, command: { ...item.command, output: item.command.output + update.text } };
  });
}
