import { join, resolve } from 'node:path';
import { messageOf } from '#core/app-error';
import { realOrSameAtOnce } from '#core/files/real-path';
import type { Logger } from '#core/logger';
import type { Redactor } from '#core/secrets/redact';
import type { EnvironmentServer } from '../environment-profile.ts';
import type { ResolvedProfile } from '../profile.ts';
import type { FileScope } from './config-file.ts';
import { FileStore } from './file-store.ts';
import { WorkspaceProfiles } from './workspace-profiles.ts';

const FILE_NAME = '.phishell.yaml';

export interface ProfileFilesOptions {
  readonly home: string;
  /** The first workspace. */
  readonly folder: string;
  readonly named: readonly string[];
  readonly environment: EnvironmentServer | undefined;
  readonly redactor: Redactor;
  readonly log: Logger;
  /** Called with what to show to the person. */
  readonly onWarning: (text: string) => void;
  readonly onChanged: () => void;
}

interface OpenWorkspace {
  readonly profiles: WorkspaceProfiles;
  readonly local: FileStore | undefined;
  /** The file was read for the first time. */
  readonly read: Promise<void>;
}

/** Configuration files: the person's own, and one for each requested workspace, watched from then on. */
export class ProfileFiles implements AsyncDisposable {
  readonly #options: ProfileFilesOptions;
  readonly #global: FileStore;
  /** Profiles of a place where no folder has a file. */
  readonly #own: WorkspaceProfiles;
  /** Files by real path. */
  readonly #known = new Map<string, OpenWorkspace>();
  #problems: ReadonlySet<string> = new Set();
  #isDisposed = false;

  constructor(options: ProfileFilesOptions) {
    this.#options = options;
    this.#global = this.#store(options.home, 'global');
    this.#own = this.#seenFrom(options.home, undefined);
  }

  /** Reads the person's own file and that of the first workspace. */
  async open(): Promise<void> {
    await this.#global.open();
    await this.opened(undefined);
    this.#refresh();
  }

  /**
   * Returns the profiles of a workspace, the first if none is named; without its own file as long as that was not read.
   */
  in(workspace: string | undefined): WorkspaceProfiles {
    return this.#of(workspace).profiles;
  }

  /** Returns the profiles of a workspace, once its file was read. */
  async opened(workspace: string | undefined): Promise<WorkspaceProfiles> {
    const { profiles, read } = this.#of(workspace);
    await read;
    return profiles;
  }

  /** All profiles there are, each once, also where the file of a folder hides one. */
  byId(id: string): ResolvedProfile | undefined {
    for (const { configuration } of [this.#own, ...this.#seen()]) {
      const found = configuration.profiles.find((profile) => profile.id === id);
      if (found) return found;
    }
    return undefined;
  }

  /** Real path of the folder in whose file a profile is; undefined for the person's own. */
  folderOf({ file, path }: ResolvedProfile): string | undefined {
    if (file !== 'local') return undefined;
    return this.#seen().find(({ files }) => files.some((one) => one.scope === 'local' && one.path === path))?.folder;
  }

  /** Servers of the person's own profile of that name, also where a local file hides it. */
  ownOrigins(name: string): readonly string[] {
    const own = this.#own.configuration.profiles.filter(({ file }) => file === 'global');
    return own.filter((profile) => profile.name === name).map(({ origin }) => origin);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    const stores = [this.#global, ...[...this.#known.values()].flatMap(({ local }) => local ?? [])];
    await Promise.all(stores.map((store) => store[Symbol.asyncDispose]()));
  }

  #of(workspace = this.#options.folder): OpenWorkspace {
    const folder = realPath(workspace);
    const known = this.#known.get(folder);
    if (known) return known;
    const local = folder === realPath(this.#options.home) ? undefined : this.#store(resolve(workspace), 'local');
    const read = local === undefined || this.#isDisposed ? Promise.resolve() : this.#read(local);
    const made = { profiles: this.#seenFrom(folder, local), local, read };
    this.#known.set(folder, made);
    return made;
  }

  async #read(store: FileStore): Promise<void> {
    try {
      await store.open();
    } catch (error) {
      this.#options.log.warn('profiles.file.unwatched', { path: store.file.path, message: messageOf(error) });
    }
  }

  #store(folder: string, scope: FileScope): FileStore {
    const { redactor, log, onWarning } = this.#options;
    const onChanged = () => this.#refresh();
    return new FileStore({ path: join(folder, FILE_NAME), scope, redactor, log, onWarning, onChanged });
  }

  #seenFrom(folder: string, local: FileStore | undefined): WorkspaceProfiles {
    const { named, environment } = this.#options;
    return new WorkspaceProfiles({ folder, global: this.#global, local, named, environment });
  }

  #seen(): readonly WorkspaceProfiles[] {
    return [...this.#known.values()].map(({ profiles }) => profiles);
  }

  #refresh(): void {
    const all = [this.#own, ...this.#seen()];
    for (const profiles of all) profiles.refresh();
    this.#logDropped(all.flatMap(({ configuration }) => configuration.profiles));
    this.#options.onChanged();
  }

  #logDropped(profiles: readonly ResolvedProfile[]): void {
    const before = this.#problems;
    const dropped = new Map(
      profiles.flatMap((one) => (one.problem === undefined ? [] : [[one.problem, one] as const])),
    );
    this.#problems = new Set(dropped.keys());
    for (const [problem, { name, problems }] of dropped) {
      if (before.has(problem)) continue;
      const places = problems.map(({ path, line }) => ({ path, line }));
      this.#options.log.warn('profiles.profile.dropped', { profile: name, places });
    }
  }
}

const realPath = (folder: string): string => realOrSameAtOnce(resolve(folder));
