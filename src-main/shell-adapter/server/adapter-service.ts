import { resolve } from 'node:path';
import type { AdapterState, LimitRaise } from '#contract';
import { AppError } from '#core/app-error';
import { Mutex } from '#core/async/mutex';
import { LiveValue } from '#core/async/streams';
import { TokenFile } from '#core/secrets/token-file';
import type { AdapterPorts } from './adapter-ports.ts';
import { type KnownConfig, noToken, readGivenFile, unusableConfig } from './config/known-config.ts';
import { accessTokensIn, configValues, shownText } from './config/shown-config.ts';
import { shownShell } from './listed.ts';
import { OwnFile } from './own-file.ts';
import type { RunningAdapter } from './running-adapter.ts';

export interface AdapterServiceOptions {
  /** The app's own configuration; absolute. */
  readonly file: string;
  /** Path of the token that the app creates. */
  readonly tokenFile: string;
  readonly home: string;
  /** Returns the folder in which commands start by the app's own file, unless it names another one. */
  readonly firstWorkspace: () => string;
  readonly ports: AdapterPorts;
}

/** Shortest time between two updates about a busy adapter, in milliseconds. */
const SHOWN_EVERY_MS = 100;

/** The Shell Adapter as the app has it: its file, its token, on or off. What is asked of it is done one after another. */
export class AdapterService implements AsyncDisposable {
  readonly state: LiveValue<AdapterState>;
  readonly #options: AdapterServiceOptions;
  readonly #own: OwnFile;
  readonly #token: TokenFile;
  #on:
    | { readonly running: RunningAdapter; readonly known: KnownConfig; readonly token: () => string | undefined }
    | undefined;
  /** The file that it is being started with. */
  #starting: string | undefined;
  #isDisposed = false;
  readonly #mutex = new Mutex();
  #showing: NodeJS.Timeout | undefined;

  constructor(options: AdapterServiceOptions) {
    this.#options = options;
    const { file: path, home, firstWorkspace, ports } = options;
    this.#token = new TokenFile(options.tokenFile, ports.redactor);
    this.#own = new OwnFile({ path, home, firstWorkspace, log: ports.log, onKnown: () => this.#show() });
    this.state = new LiveValue(this.#described());
  }

  /** Lists the running commands of clients, by text. */
  running(): string[] {
    return (this.#on?.running.shells() ?? []).flatMap(({ running }) => (running ? [running.command] : []));
  }

  async open(): Promise<void> {
    await this.#own.open();
  }

  /** Address of the server; none while the adapter is off. */
  get url(): string | undefined {
    return this.#on?.running.url;
  }

  /** Sees to it that `state` has the defaults, too, which are worked out where there is no file. */
  async understand(): Promise<void> {
    await this.#own.understand();
  }

  /**
   * Starts the adapter; with `mayBeOn`, one that already runs with the same file is accepted.
   *
   * @throws AppError INVALID_INPUT with every problem of the file, CONFLICT while it is on, UNAVAILABLE
   */
  async start(given: string | undefined, mayBeOn = false): Promise<{ url: string; wasOn?: boolean }> {
    const file = given === undefined ? this.#own.path : resolve(given);
    if (mayBeOn && this.#starting === file) await this.#mutex.settled();
    if (mayBeOn && this.#on?.known.file === file) return { url: this.#on.running.url, wasOn: true };
    if (this.#on || this.#starting !== undefined) {
      const where = this.#on?.running.url;
      throw new AppError('CONFLICT', 'The Shell Adapter is on already', where === undefined ? {} : { where });
    }
    this.#starting = file;
    try {
      return await this.#mutex.run(() => this.#start(file === this.#own.path ? undefined : file));
    } finally {
      this.#starting = undefined;
    }
  }

  stop(): Promise<void> {
    return this.#mutex.run(() => this.#stop());
  }

  /** @throws AppError INVALID_INPUT with every problem, CONFLICT while another file is in force, UNAVAILABLE */
  saveYaml(yaml: string): Promise<void> {
    return this.#mutex.run(async () => {
      this.#refuseWhileAnother();
      await this.#own.save(yaml);
    });
  }

  /** @throws AppError as `saveYaml` */
  set(key: string, value: unknown): Promise<void> {
    return this.#mutex.run(async () => {
      this.#refuseWhileAnother();
      await this.#own.set(key, value);
    });
  }

  /** @throws AppError NOT_FOUND if none is needed, UNAVAILABLE */
  token(): Promise<{ token: string }> {
    return this.#mutex.run(async () => {
      const token = this.#on
        ? this.#on.token()
        : (this.#own.known.config?.socketio.auth_token ?? (await this.#token.open()));
      if (token !== undefined) return { token };
      throw noToken(this.#on?.known.file);
    });
  }

  /** @throws AppError NOT_FOUND if none is needed, CONFLICT if the file names it, UNAVAILABLE */
  newToken(): Promise<{ token: string }> {
    return this.#mutex.run(async () => {
      const known = this.#on?.known ?? this.#own.known;
      if (this.#on && this.#on.token() === undefined) throw noToken(known.file);
      if (known.config?.socketio.auth_token !== undefined) {
        const advice = 'Change socketio.auth_token there, or remove that key to have the app make a token.';
        throw new AppError('CONFLICT', 'The token is set in the configuration file', { where: known.file, advice });
      }
      const token = await this.#token.renew();
      await this.#on?.running.shutOut();
      return { token };
    });
  }

  /** Gives a client's commands more room; `undefined` if no client has that record. @throws AppError */
  raise(raise: LimitRaise): Promise<{ to: number }> | undefined {
    return this.#on?.running.raise(raise);
  }

  /** @throws AppError NOT_FOUND */
  async closeShell(id: string): Promise<void> {
    const isThere = this.#on?.running.shells().some((shell) => shell.id === id);
    if (!this.#on || !isThere) throw new AppError('NOT_FOUND', `There is no shell ${id}`);
    // It may have ended meanwhile, which is what was wanted.
    await this.#on.running.closeShell(id).catch(() => {});
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    try {
      await this.stop();
    } finally {
      clearTimeout(this.#showing);
      await this.#own[Symbol.asyncDispose]();
    }
  }

  async #start(given: string | undefined): Promise<{ url: string }> {
    if (this.#isDisposed) throw new AppError('UNAVAILABLE', 'Sigma Shell is closing');
    const { ports, home } = this.#options;
    const known = given === undefined ? await this.#own.forStart() : await readGivenFile(given, home);
    const { config } = known;
    if (!config) throw unusableConfig(known);
    const named = config.socketio.auth_token;
    if (named !== undefined) ports.redactor.add(named);
    else if (given === undefined) await this.#token.open();
    const token = () => named ?? (given === undefined ? this.#token.current : undefined);
    for (const warning of known.warnings) ports.warn(warning);
    // What it is made of is loaded with the first start.
    const { startAdapter } = await import('./running-adapter.ts');
    const onChanged = () => this.#showSoon();
    const onBroken = (error: Error) => void this.#mutex.run(() => this.#broke(error)).catch(() => {});
    const running = await startAdapter({ config, warnings: known.warnings, token, ports, onChanged, onBroken });
    this.#on = { running, known, token };
    ports.log.info('adapter.started', { url: running.url, file: known.file, step: running.containment.step });
    this.#show();
    return { url: running.url };
  }

  async #stop(): Promise<void> {
    const on = this.#on;
    if (!on) return;
    try {
      await on.running.stop();
    } finally {
      this.#on = undefined;
      this.#options.ports.log.info('adapter.stopped', {});
      this.#show();
    }
  }

  async #broke(error: Error): Promise<void> {
    if (!this.#on) return;
    this.#options.ports.warn(`It is off: its port broke (${error.message}). Start it again in the settings.`);
    await this.#stop();
  }

  #refuseWhileAnother(): void {
    if (!this.#on || this.#on.known.file === this.#own.path) return;
    const { file } = this.#on.known;
    throw new AppError('CONFLICT', 'The Shell Adapter is running with another configuration file', {
      where: file,
      advice: `Stop the Shell Adapter, or edit ${file}.`,
    });
  }

  #showSoon(): void {
    this.#showing ??= setTimeout(() => this.#show(), SHOWN_EVERY_MS);
  }

  #show(): void {
    clearTimeout(this.#showing);
    this.#showing = undefined;
    this.state.set(this.#described());
  }

  #described(): AdapterState {
    const { redactor } = this.#options.ports;
    const running = this.#on?.running;
    // What is changed in it shows at once, and is in force with the next start.
    const known = this.#on && this.#on.known.file !== this.#own.path ? this.#on.known : this.#own.known;
    for (const token of accessTokensIn(known.text)) redactor.add(token);
    return {
      isOn: running !== undefined,
      ...(running && { url: running.url, logFile: running.logFile, containment: running.containment }),
      ...(running?.noBox !== undefined && { noBox: redactor.text(running.noBox) }),
      file: known.file,
      yaml: redactor.text(shownText(known.text)),
      problems: redactor.value([...known.problems]),
      warnings: redactor.value([...known.warnings]),
      preset: known.preset,
      values: known.config ? configValues(known.config) : {},
      workspace: known.config?.workspace ?? this.#options.firstWorkspace(),
      clients: [...(running?.clients() ?? [])],
      shells: (running?.shells() ?? []).map((shell) => shownShell(shell, redactor)),
    };
  }
}
