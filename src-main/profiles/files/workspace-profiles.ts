import { AppError } from '#core/app-error';
import { type Configuration, configure } from '../choose.ts';
import { type EnvironmentServer, environmentProfile } from '../environment-profile.ts';
import type { ResolvedProfile } from '../profile.ts';
import type { ConfigFile, FileScope } from './config-file.ts';
import type { FileStore } from './file-store.ts';

export interface WorkspaceProfilesOptions {
  /** Real path. */
  readonly folder: string;
  readonly global: FileStore;
  /** Local file; absent if the folder is the home folder, which has the global file alone. */
  readonly local: FileStore | undefined;
  readonly named: readonly string[];
  readonly environment: EnvironmentServer | undefined;
}

/** Profiles in one workspace: the person's own, and those of the file in its folder. */
export class WorkspaceProfiles {
  readonly #options: WorkspaceProfilesOptions;
  #configuration: Configuration;

  constructor(options: WorkspaceProfilesOptions) {
    this.#options = options;
    this.#configuration = this.#configure();
  }

  /** Takes in what the files say now. */
  refresh(): void {
    this.#configuration = this.#configure();
  }

  get folder(): string {
    return this.#options.folder;
  }

  get configuration(): Configuration {
    return this.#configuration;
  }

  get files(): readonly ConfigFile[] {
    const { global, local } = this.#options;
    return [global.file, local?.file ?? []].flat();
  }

  find(name: string): ResolvedProfile | undefined {
    return this.#configuration.profiles.find((profile) => profile.name === name);
  }

  /** @throws AppError CONFLICT for a local file if there is none: the folder is the home folder. */
  store(scope: FileScope): FileStore {
    const { global, local, folder } = this.#options;
    const store = scope === 'global' ? global : local;
    if (store) return store;
    throw new AppError('CONFLICT', 'This folder is the home folder: it has the global file alone', { where: folder });
  }

  #configure(): Configuration {
    const { global, local, named, environment } = this.#options;
    return configure({
      global: global.file,
      local: local?.file,
      named,
      environment: environmentProfile(environment, this.files),
    });
  }
}
