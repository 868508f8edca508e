import type { LinkSpec, ProviderView } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { Emitter, type Unsubscribe } from '#core/async/emitter';
import { personAsker, type ToolScope } from '#tools';
import { DEFAULT_LIMITS, type ProvidersOptions } from './ports.ts';
import { Provider } from './provider.ts';
import { ProviderMemory, type RememberedProvider } from './provider-memory.ts';
import type { ProviderPorts, ProviderStart } from './provider-ports.ts';
import { Registry } from './registry.ts';

/** Time between asking a provider to end and forcing it while the app quits. */
const QUIT_GRACE_MS = 3000;
/** Time between asking and forcing when its session is deleted. */
const DELETED_GRACE_MS = 2000;

export interface AttachOptions {
  /** Serves this session alone; without one, every session of the workspace. */
  readonly session?: string | undefined;
  /** Absolute, symlinks resolved. */
  readonly workspace: string;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Attached again at the next start, once the workspace is trusted. */
  readonly remember?: boolean;
  readonly onProgress?: (text: string) => void;
  /** Stops the attach. */
  readonly signal?: AbortSignal | undefined;
}

/** Starts and ends providers, and remembers those of each workspace. */
export class ProviderHost implements AsyncDisposable {
  readonly options: ProvidersOptions;
  readonly registry: Registry;
  readonly progress = new Emitter<{ readonly title: string; readonly text: string }>();
  readonly #remembered: ProviderMemory;
  readonly #stopFollowing: Unsubscribe;
  /** Readings of what is remembered, under way or done, by the path of the workspace. */
  readonly #recalls = new Map<string, Promise<void>>();

  constructor(options: ProvidersOptions) {
    this.options = options;
    this.registry = new Registry(options.reservedNames);
    this.#remembered = new ProviderMemory(options);
    this.#stopFollowing = options.secrets.onChanged(() => this.#followSecrets());
  }

  /**
   * Starts in the background what is remembered of a workspace, where that is trusted: once for each. Resolves when all
   * of it is in the list.
   */
  recall(workspace: string): Promise<void> {
    const recall = this.#recalls.get(workspace) ?? this.#recall(workspace);
    this.#recalls.set(workspace, recall);
    recall.catch(() => this.#recalls.delete(workspace));
    return recall;
  }

  /** Lists what is remembered of a workspace, once it has been read. */
  async remembered(workspace: string): Promise<readonly ProviderView[]> {
    await this.recall(workspace);
    return this.#rememberedOf(workspace).map(({ view }) => view);
  }

  /** Resolves when it is ready. @throws AppError with the reason and the offending line */
  async attach(spec: LinkSpec, context: AttachOptions): Promise<ProviderView> {
    const { session, workspace, cwd, environment, remember = false } = context;
    const start = { spec, session, workspace, cwd, environment, isRemembered: false };
    const provider = this.#make(start, context.onProgress);
    await provider.open(context.signal);
    provider.isRemembered = remember;
    this.registry.announce();
    if (remember) await this.save(workspace, provider);
    return provider.view;
  }

  /** Ends the one with this PID that is seen there; resolves when its processes are gone. @throws AppError NOT_FOUND */
  async kill(pid: number, scope: ToolScope): Promise<void> {
    const provider = this.registry.seenBy(scope).find((one) => one.pid === pid && one.isAlive);
    if (provider) return await provider.end();
    throw new AppError('NOT_FOUND', `No provider has the PID ${pid}`, {
      where: String(pid),
      advice: 'status lists them; /bin/kill ends other processes',
    });
  }

  /** Ends what serves this session alone and takes it from the list, as before the session is deleted. */
  async endSession(session: string): Promise<void> {
    const own = this.registry.all.filter(({ start }) => start.session === session);
    await Promise.all(own.map((provider) => provider.end(DELETED_GRACE_MS)));
    for (const provider of own) this.registry.remove(provider);
  }

  /**
   * Saves what is remembered of a workspace, once that has been read: what is not in the list yet would be lost. If that
   * fails, `changed` is said to be as before at the next start.
   */
  async save(workspace: string, changed?: Provider): Promise<boolean> {
    await this.recall(workspace);
    const remembered = this.#rememberedOf(workspace);
    const { problem } = await this.#remembered.save(workspace, remembered.map(rememberedProvider));
    for (const provider of remembered) {
      if (problem === undefined) provider.saved = { hasValuesForRun: this.#hasValuesForRun(provider) };
      else if (provider === changed) provider.saved = { ...provider.saved, unsaved: problem };
    }
    this.registry.announce();
    return problem === undefined;
  }

  /**
   * @throws AppError CONFLICT while it runs, UNAVAILABLE if the keychain does not let go of its secrets, or its file cannot be written:
   * it stays then
   */
  async forget(provider: Provider): Promise<void> {
    failIfAlive(provider);
    const { workspace, spec } = provider.start;
    if (provider.isRemembered) await this.#remembered.forget(workspace, spec);
    // The keychain may have taken long: one that was started again meanwhile keeps its secrets.
    if (provider.isAlive) await this.save(workspace);
    failIfAlive(provider);
    this.registry.remove(provider);
    if (!provider.isRemembered || (await this.save(workspace))) return;
    this.registry.add(provider);
    // The keychain gets back what it has let go of.
    await this.save(workspace);
    const message = `${provider.title} stays in the list: without being written down, it would be back at the next start`;
    const advice = 'Free some space, or make the data folder writable, and forget it again';
    throw new AppError('UNAVAILABLE', message, { advice });
  }

  async trust(workspace: string): Promise<void> {
    await this.options.trust.add(workspace);
    for (const provider of this.registry.all) {
      if (provider.start.workspace === workspace && provider.state === 'waiting-for-trust') this.#openQuietly(provider);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopFollowing();
    await Promise.all(this.registry.all.map((provider) => provider.end(QUIT_GRACE_MS)));
    await this.#remembered.settled();
  }

  async #recall(workspace: string): Promise<void> {
    const { environment, trust } = this.options;
    for (const { call_ms, ...entry } of await this.#remembered.load(workspace)) {
      const provider = this.#make({ ...entry, workspace, environment, isRemembered: true, callTimeoutMs: call_ms });
      if (trust.has(workspace)) this.#openQuietly(provider);
    }
  }

  #hasValuesForRun({ start: { workspace, spec } }: Provider): boolean {
    return this.#remembered.hasValuesForRun(workspace, spec);
  }

  /** A keychain that a person chose keeps what was held for the run until then. */
  #followSecrets(): void {
    const kept = this.registry.all.filter((one) => one.saved.hasValuesForRun && !this.#hasValuesForRun(one));
    for (const provider of kept) provider.saved = { ...provider.saved, hasValuesForRun: false };
    if (kept.length > 0) this.registry.announce();
  }

  #rememberedOf(workspace: string): readonly Provider[] {
    return this.registry.all.filter(({ isRemembered, start }) => isRemembered && start.workspace === workspace);
  }

  #make(start: ProviderStart, onProgress?: (text: string) => void): Provider {
    const provider = new Provider(start, this.#portsOf(start, onProgress));
    this.registry.add(provider);
    return provider;
  }

  /** Its failing is its state. */
  #openQuietly(provider: Provider): void {
    provider.open().catch((error: unknown) => this.options.log.info('provider.failed', { error: messageOf(error) }));
  }

  #portsOf(start: ProviderStart, onProgress: ((text: string) => void) | undefined): ProviderPorts {
    const { open, log, ask, sessionFor, limits, onSecret } = this.options;
    const { workspace } = start;
    const session = () => sessionFor(start);
    return {
      open: open[start.spec.kind],
      limits: limits ?? (() => DEFAULT_LIMITS),
      ...personAsker({ ask, workspace, session }),
      onProgress: (title, text) => {
        onProgress?.(text);
        this.progress.emit({ title, text });
      },
      claim: (provider, names) => this.registry.claim(provider, names),
      onChanged: () => this.registry.announce(),
      onSecret,
      record: async (type, data) => {
        try {
          return (await (await session()).ledger.append(type, data)).id;
        } catch (error) {
          log.warn('provider.unrecorded', { type, error: messageOf(error) });
          return undefined;
        }
      },
      log,
    };
  }
}

/** @throws AppError CONFLICT */
function failIfAlive({ isAlive, title }: Provider): void {
  if (isAlive) throw new AppError('CONFLICT', `${title} is running`, { advice: 'End it first' });
}

function rememberedProvider({ start, approved, callTimeoutMs, withheld }: Provider): RememberedProvider {
  return {
    spec: start.spec,
    cwd: start.cwd,
    ...(approved && { approved }),
    call_ms: callTimeoutMs,
    withheld: [...withheld],
  };
}
