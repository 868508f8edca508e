import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AppError } from '#core/app-error';
import type { Logger } from '#core/logger';
import type { Redactor } from '#core/redact';
import { type Configuration, configure } from './choose.ts';
import type { ConfigFile, Scope } from './config-file.ts';
import { type EnvironmentServer, environmentProfile } from './environment-profile.ts';
import { FileStore } from './file-store.ts';
import type { ResolvedProfile } from './profile.ts';

const FILE_NAME = '.phishell.yaml';

export interface ProfileFilesOptions {
  readonly home: string;
  readonly folder: string;
  readonly named: readonly string[];
  readonly environment: EnvironmentServer | undefined;
  readonly redactor: Redactor;
  readonly log: Logger;
  readonly onChanged: () => void;
}

/** Both configuration files, and what they say together. */
export class ProfileFiles implements AsyncDisposable {
  /** Real, of the local file. */
  readonly folder: string;
  readonly #options: ProfileFilesOptions;
  readonly #global: FileStore;
  readonly #local: FileStore | undefined;
  #configuration: Configuration;

  constructor(options: ProfileFilesOptions) {
    this.#options = options;
    this.folder = realOf(options.folder);
    const onChanged = () => this.#refresh();
    const { redactor, log } = options;
    const store = (folder: string, scope: Scope) =>
      new FileStore({ path: join(folder, FILE_NAME), scope, redactor, log, onChanged });
    this.#global = store(options.home, 'global');
    this.#local = this.folder === realOf(options.home) ? undefined : store(resolve(options.folder), 'local');
    this.#configuration = this.#configure();
  }

  async open(): Promise<void> {
    await Promise.all(this.#stores().map((store) => store.open()));
    this.#refresh();
  }

  get configuration(): Configuration {
    return this.#configuration;
  }

  get files(): readonly ConfigFile[] {
    return this.#stores().map(({ file }) => file);
  }

  find(name: string): ResolvedProfile | undefined {
    return this.#configuration.profiles.find((profile) => profile.name === name);
  }

  /** Servers of the person's own profile of that name, also where a local file hides it. */
  ownOrigins(name: string): readonly string[] {
    const own = configure({ global: this.#global.file, local: undefined, named: [] }).profiles;
    return own.filter((profile) => profile.name === name).map(({ origin }) => origin);
  }

  /** @throws AppError CONFLICT for a local file where there is none: the folder is the home folder. */
  store(scope: Scope): FileStore {
    const store = scope === 'global' ? this.#global : this.#local;
    if (store) return store;
    throw new AppError('CONFLICT', 'This folder is the home folder: it has the global file alone', {
      where: this.folder,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#stores().map((store) => store[Symbol.asyncDispose]()));
  }

  #stores(): readonly FileStore[] {
    return [this.#global, this.#local ?? []].flat();
  }

  #refresh(): void {
    const before = new Set(this.#configuration.profiles.map(({ problem }) => problem));
    this.#configuration = this.#configure();
    for (const { name, problem, problems } of this.#configuration.profiles) {
      if (problem === undefined || before.has(problem)) continue;
      const places = problems.map(({ path, line }) => ({ path, line }));
      this.#options.log.warn('profiles.profile.dropped', { profile: name, places });
    }
    this.#options.onChanged();
  }

  #configure(): Configuration {
    const { named, environment } = this.#options;
    const global = this.#global.file;
    const local = this.#local?.file;
    const files = [global, local ?? []].flat();
    return configure({ global, local, named, environment: environmentProfile(environment, files) });
  }
}

function realOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return resolve(folder);
  }
}
