import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import {
  type AttachContext,
  type BranchesByLinePort,
  type ChatPort,
  createConsole,
  type ProvidersPort,
  type RewindPort,
} from '#console';
import type { AnyLedgerEvent, Api, ConsoleState, LineResult, LinkSpec, PendingItem } from '#contract';
import { AppError } from '#core/app-error';
import type { Ledger } from '#ledger';
import { createTerminals, spawnPty } from '#terminal';
import { silentLogger } from './silent-logger.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { temporaryLedger } from './temporary-ledger.ts';

const SIZE = { columns: 80, rows: 24 };

/** The chat as Shell mode knows it: what waits, on the session's ledger. */
class PendingChat implements ChatPort {
  readonly told: string[] = [];
  items: PendingItem[] = [];
  /** Answers when a push asks for a summary. */
  summary: string | undefined;
  readonly #ledger: () => Ledger;

  constructor(ledger: () => Ledger) {
    this.#ledger = ledger;
  }

  async addPending(session: string, item: PendingItem): Promise<void> {
    this.items.push(item);
    await (await this.#ledger().session(session)).append('push.added', { item });
  }

  async dropPending(session: string, index: number): Promise<void> {
    this.items.splice(index, 1);
    await (await this.#ledger().session(session)).append('push.dropped', { index });
  }

  async pending(): Promise<readonly PendingItem[]> {
    return this.items;
  }

  async reset(session: string): Promise<void> {
    this.items = [];
    await (await this.#ledger().session(session)).append('history.reset', {});
  }

  async compact(): Promise<{ text: string }> {
    return { text: 'Compacted: 900 tokens became 90.' };
  }

  async summarise(_session: string, text: string): Promise<string | undefined> {
    this.told.push(text);
    return this.summary;
  }

  async history(): Promise<string> {
    return 'user: hello';
  }
}

class ListedProviders implements ProvidersPort {
  readonly attached: { readonly spec: LinkSpec; readonly context: AttachContext }[] = [];
  /** Attaching waits for it. */
  ready: Promise<unknown> = Promise.resolve();
  /** Killing waits for it. */
  ended: Promise<unknown> = Promise.resolve();
  readonly #live = new Map<number, string>();

  async attach(spec: LinkSpec, context: AttachContext) {
    this.attached.push({ spec, context });
    await this.ready;
    if (spec.kind === 'js' && spec.path.endsWith('/broken')) {
      throw new AppError('UNAVAILABLE', 'It has no types', { where: 'package.json', advice: 'Add a "types" entry' });
    }
    const pid = 4000 + this.attached.length;
    const title = spec.kind === 'program' ? spec.argv.join(' ') : spec.kind === 'js' ? spec.path : spec.name;
    this.#live.set(pid, title);
    return { pid, title, tools: ['weather', 'time'] };
  }

  async kill(pid: number): Promise<void> {
    if (!this.#live.delete(pid)) throw new AppError('NOT_FOUND', 'No such provider');
    await this.ended;
  }

  async status(): Promise<string> {
    return [...this.#live].map(([pid, title]) => `[${pid}] ${title} (Running)`).join('\n');
  }
}

const NO_REWIND: RewindPort = {
  messages: async () => [],
  lastRewind: async () => undefined,
  pack: async () => '',
  plan: async () => {
    throw new AppError('NOT_FOUND', 'There is no such message in this session');
  },
  run: async () => {
    throw new AppError('NOT_FOUND', 'There is no such message in this session');
  },
};

const NO_BRANCHES: BranchesByLinePort = {
  list: async () => [],
  tryWith: async () => [],
  compare: async () => ({ branches: [], paths: [], left: 0 }),
  take: async () => {},
  act: async () => {},
};

const NO_RESULTS = { result: async () => undefined, filtered: async () => undefined };

export interface ConsoleTestOptions {
  readonly mode?: 'auto' | 'builtin';
  readonly shell?: string;
  readonly isDebug?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  readonly quietTimeoutMs?: number;
  readonly rewind?: RewindPort;
  readonly branches?: BranchesByLinePort;
}

/** A session in Shell mode on real terminals and a real ledger, in a home of its own; chat and providers only listen. */
export async function consoleSession(test: ConsoleTestOptions = {}) {
  const folder = await temporaryFolder();
  const ledger = await temporaryLedger();
  const home = join(folder.path, 'home');
  const workspace = join(home, 'project');
  await mkdir(workspace, { recursive: true });
  await writeFile(join(home, '.bashrc'), '');
  const open: { ledger: Ledger } = { ledger };
  const chat = new PendingChat(() => open.ledger);
  const providers = new ListedProviders();
  const profiles = { known: async () => ['A', 'B', 'C'], initial: () => ['A'] };
  const environment = { HOME: home, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', ...test.environment };

  const start = () => {
    const terminals = createTerminals({
      spawnPty,
      environment,
      defaultCwd: () => workspace,
      options: () => ({ shell: '/bin/bash', scrollback: 1000, maxOpen: 5 }),
      log: silentLogger,
    });
    const feature = createConsole({
      ledger: open.ledger,
      startBlock: terminals.startBlock,
      providers,
      chat,
      results: NO_RESULTS,
      rewind: test.rewind ?? NO_REWIND,
      branches: test.branches ?? NO_BRANCHES,
      profiles,
      environment,
      home,
      firstWorkspace: () => workspace,
      shell: () => ({ mode: test.mode ?? 'auto', file: test.shell ?? '/bin/bash' }),
      quietTimeoutMs: () => test.quietTimeoutMs ?? 10_000,
      historyFile: join(folder.path, 'history.jsonl'),
      historyLines: () => 1000,
      scratchFolder: join(folder.path, 'scratch'),
      redactor: ledger.redactor,
      isDebug: test.isDebug ?? false,
      log: silentLogger,
    });
    const router = { console: feature.router, terminals: terminals.router };
    const reportBug = (error: unknown) => {
      throw error;
    };
    const api = createRouterClient(router, { context: { reportBug } }) as unknown as Pick<Api, 'console' | 'terminals'>;
    const stop = async () => {
      await feature[Symbol.asyncDispose]();
      await terminals[Symbol.asyncDispose]();
    };
    return { feature, terminals, api, stop };
  };

  let app = start();
  const session = 's1';
  await (await ledger.session(session)).append('session.created', { title: 'Session', workspace, app: 'test' });

  const events = async (): Promise<AnyLedgerEvent[]> => {
    const all: AnyLedgerEvent[] = [];
    for await (const event of (await open.ledger.session(session)).read()) all.push(event);
    return all;
  };
  const run = (line: string): Promise<LineResult> => app.api.console.run({ session, line, size: SIZE });
  const state = async (): Promise<ConsoleState> => {
    const abort = new AbortController();
    for await (const value of await app.api.console.changed({ session }, { signal: abort.signal })) {
      abort.abort();
      return value;
    }
    throw new Error('No state');
  };
  const untilIdle = async () => {
    while ((await state()).running) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  const lastEnd = async () => (await events()).findLast(({ type }) => type === 'console.ended')?.data ?? {};
  return {
    folder: folder.path,
    recordFile: join(ledger.folder, 'sessions', `${session}.jsonl`),
    home,
    workspace,
    session,
    chat,
    providers,
    run,
    state,
    events,
    untilIdle,
    lastEnd,
    get api() {
      return app.api;
    },
    get feature() {
      return app.feature;
    },
    get terminals() {
      return app.terminals;
    },
    /** Runs a line to its end; the answer is what it showed. */
    say: async (line: string): Promise<string> => {
      const result = await run(line);
      if (result.kind === 'builtin') return result.text;
      await untilIdle();
      return String((await lastEnd()).text);
    },
    /** Ends everything and starts it again on the same folders. */
    restart: async () => {
      await app.stop();
      open.ledger = await ledger.reopen();
      app = start();
    },
    [Symbol.asyncDispose]: async () => {
      await app.stop();
      await ledger[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
