import { join, resolve } from 'node:path';
import type { CallWatches } from '#call-watch';
import type { AnyLedgerEvent, Decision, LinkSpec, ProviderView, Question } from '#contract';
import { Emitter } from '#core/async/emitter';
import type { Logger } from '#core/logger';
import { Redactor } from '#core/secrets/redact';
import { createProviders, type ProviderLimits, type ProvidersFeature, programOpener } from '#providers';
import { type CallContext, createRunner, type Runner, type ToolResult } from '#tools';
import { arrayOf } from '../../support/array-of.ts';
import { callWatch, type TestWatchOptions } from '../../support/call-watch.ts';
import { plainTool, sourceOf } from '../../support/plain-tool.ts';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';
import { type TemporaryLedger, temporaryLedger } from '../../support/temporary-ledger.ts';
import { askEverything, passThroughGuard } from '../../support/unruled.ts';

const FIXTURES = resolve(import.meta.dirname, '../../fixtures/providers');
export const SESSION = 'session-1';

/** A fixture's command line: Python by its absolute path, so that no shim of the machine comes between. */
export function fixture(name: string, ...args: string[]): Extract<LinkSpec, { kind: 'program' }> {
  const path = join(FIXTURES, name);
  const by = name.endsWith('.py')
    ? ['/usr/bin/python3', '-B']
    : name.endsWith('.mjs')
      ? [process.execPath]
      : ['/bin/sh'];
  return { kind: 'program', argv: [...by, path, ...args] };
}

export interface WorkbenchOptions {
  readonly limits?: Partial<ProviderLimits>;
  readonly answer?: (question: Question) => Decision | Promise<Decision>;
  /** The folder of an earlier one, as after a restart. */
  readonly folder?: string;
  readonly isTrusted?: boolean;
  readonly secrets?: Map<string, string>;
  /** Whether no keychain answers. */
  readonly hasNoKeychain?: boolean;
  /** Done before the keychain lets go of a secret. */
  readonly beforeRemove?: () => Promise<unknown>;
  readonly open?: Partial<Parameters<typeof createProviders>[0]['open']>;
  /** Calls are watched. */
  readonly watch?: TestWatchOptions;
}

export interface Workbench extends AsyncDisposable {
  readonly folder: TemporaryFolder;
  /** The session that `call` calls in, and its workspace. */
  readonly scope: { readonly session: string; readonly workspace: string };
  readonly providers: ProvidersFeature;
  readonly runner: Runner;
  readonly questions: Question[];
  readonly logged: { event: string; fields?: Readonly<Record<string, unknown>> | undefined }[];
  readonly secrets: Map<string, string>;
  /** Keeps what was held for the run alone, as a keychain does that a person chooses. */
  chooseKeychain(): void;
  readonly mark: string;
  readonly ledger: TemporaryLedger;
  readonly watch: CallWatches | undefined;
  attach(name: string, ...args: string[]): Promise<ProviderView>;
  attachFor(session: string | undefined, name: string, ...args: string[]): Promise<ProviderView>;
  /** A call of a model in the session. */
  call(tool: string, args?: unknown, more?: Partial<CallContext>): Promise<ToolResult>;
  view(id: string): ProviderView;
  /** The view once it is as wanted. */
  until(id: string, isWanted: (view: ProviderView) => boolean): Promise<ProviderView>;
  events(session?: string): Promise<AnyLedgerEvent[]>;
}

/** The provider host over a real ledger and runner, with a person who allows everything unless told otherwise. */
export async function providersWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const folder = await temporaryFolder();
  const data = options.folder ?? folder.path;
  const ledger = await temporaryLedger();
  const mark = `providers-${crypto.randomUUID()}`;
  const questions: Question[] = [];
  const logged: Workbench['logged'] = [];
  const note = (event: string, fields?: Readonly<Record<string, unknown>>) => void logged.push({ event, fields });
  const log: Logger = { debug: note, info: note, warn: note, error: note };
  const ask = async (question: Question) => {
    questions.push(question);
    return (await options.answer?.(question)) ?? ({ verdict: 'allow' } as const);
  };
  const redactor = new Redactor();
  const trusted = new Set(options.isTrusted ? [data] : []);
  const secrets = options.secrets ?? new Map<string, string>();
  const forRun = new Map<string, string>();
  const forRunChanged = new Emitter<void>();
  const environment = { PATH: process.env.PATH ?? '', TEST_MARK: mark, K: '1=2' };
  const watch = options.watch && callWatch(ledger, options.watch);
  const unavailable = () => Promise.reject(new Error('not in this test'));
  const providers: ProvidersFeature = await createProviders({
    open: {
      program: programOpener({ log, redact: (text) => redactor.text(text) }),
      js: unavailable,
      mcp: unavailable,
      ...options.open,
    },
    reservedNames: () => ['execute_command', 'read_file'],
    file: join(data, 'providers.yaml'),
    firstWorkspace: () => data,
    openWorkspace: async (path = data) => path,
    environment,
    trust: { has: (path) => trusted.has(path), add: async (path) => void trusted.add(path) },
    secrets: {
      read: async (account) => {
        if (options.hasNoKeychain) return { problem: 'no keychain answers' };
        const secret = secrets.get(account);
        return secret === undefined ? {} : { secret };
      },
      write: async (account, secret) => {
        if (options.hasNoKeychain) {
          forRun.set(account, secret);
          return 'session';
        }
        secrets.set(account, secret);
        return 'kept';
      },
      remove: async (account) => {
        await options.beforeRemove?.();
        secrets.delete(account);
      },
      isForRun: (account) => forRun.has(account),
      onChanged: forRunChanged.subscribe,
    },
    ask,
    runner: () => runner,
    sessionFor: async ({ session = 'providers' }) => {
      return { session, title: 'A session', cwd: folder.path, ledger: await ledger.session(session) };
    },
    limits: () => ({ readyMs: 5000, callMs: 5000, maxTools: 512, ...options.limits }),
    onSecret: (secret) => redactor.addKey(secret),
    words: (line) => line.split(' '),
    newPackage: unavailable,
    watch,
    log,
  });
  const sources = [providers.tools, sourceOf(plainTool('execute_command'))];
  const runner = createRunner({
    sources,
    guard: passThroughGuard,
    policy: askEverything,
    ask,
    log,
    ...(watch && { watch }),
  });
  const view = (id: string) => {
    const found = providers.list.value.find((one) => one.id === id);
    if (!found) throw new Error(`There is no provider ${id}`);
    return found;
  };
  const attachFor = (session: string | undefined, name: string, ...args: string[]) =>
    providers.attach(fixture(name, ...args), { session, workspace: data, cwd: folder.path, environment });
  return {
    folder,
    scope: { session: SESSION, workspace: data },
    providers,
    runner,
    questions,
    logged,
    secrets,
    chooseKeychain: () => {
      for (const [account, secret] of forRun) secrets.set(account, secret);
      forRun.clear();
      forRunChanged.emit();
    },
    mark,
    ledger,
    watch,
    attachFor,
    attach: (name, ...args) => attachFor(undefined, name, ...args),
    call: async (tool, args = {}, more = {}) => {
      const session = await ledger.session(SESSION);
      const { id } = await session.append('message.user', { text: 'go on' });
      return await runner.run(
        {
          callId: `call-${crypto.randomUUID()}`,
          tool,
          arguments: typeof args === 'string' ? args : JSON.stringify(args),
        },
        {
          session: SESSION,
          sessionTitle: 'A session',
          cause: id,
          workspace: data,
          cwd: folder.path,
          ledger: session,
          signal: new AbortController().signal,
          onOutput() {},
          ...more,
        },
      );
    },
    view,
    until: async (id, isWanted) => {
      const signal = AbortSignal.timeout(15_000);
      for await (const _ of providers.list.stream(signal)) if (isWanted(view(id))) return view(id);
      throw new Error(`It stayed ${JSON.stringify(view(id))}`);
    },
    events: async (session = 'providers') => await arrayOf((await ledger.session(session)).read()),
    [Symbol.asyncDispose]: async () => {
      await providers[Symbol.asyncDispose]();
      await runner[Symbol.asyncDispose]();
      await watch?.[Symbol.asyncDispose]();
      await ledger[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
