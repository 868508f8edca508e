import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { AppError, messageOf } from '#core/app-error';
import { mayHoldCredentials, whyProtected } from '#core/secrets/sensitive-paths';
import { QuickFiles } from './quick-files.ts';

/** Places of a workspace that a command in the box does not see, or cannot change; absolute paths. */
export interface ProtectedPlaces {
  /** May hold credentials. */
  readonly credentials: readonly string[];
  /** Run code by themselves, or say what is run. */
  readonly protectedFiles: readonly string[];
  /** Configurations of repositories and their submodules, which name programs and may have passwords in them. */
  readonly gitConfigs: readonly string[];
  /** Folders of installed packages, which are not looked into. */
  readonly packages: readonly string[];
  /** Folders beyond the limit were not looked into. */
  readonly isCut: boolean;
}

/** Folders that are looked into at most. */
const MAX_FOLDERS = 20_000;
/** Folders of which many are there and none is written by hand. */
const SKIPPED = new Set(['__pycache__', '.venv', 'venv', 'target', '.cache']);
/** Folders that are read at the same time. */
const AT_ONCE = 16;

const IN_REPOSITORY = ['hooks', 'info', 'modules'];
const IN_WORKTREE = ['gitdir', 'commondir'];
const CONFIGS = ['config', 'config.worktree'];
/** Levels of submodules in submodules that are looked into. */
const MODULE_LEVELS = 8;

/**
 * Looks through a workspace for what the box protects. Links are not followed; what cannot be read has nothing to protect.
 * @throws AppError UNAVAILABLE where there are no descriptors or memory to look with
 */
export async function protectedPlaces(workspace: string): Promise<ProtectedPlaces> {
  const found = new PlacesCollector(workspace);
  let folders = [workspace];
  let count = 0;
  while (folders.length > 0 && count < MAX_FOLDERS) {
    const now = folders.slice(0, AT_ONCE);
    const below = await Promise.all(now.map(async (folder) => await found.lookInto(folder))).catch((error: unknown) => {
      const message = `The workspace could not be searched for what the box protects: ${messageOf(error)}`;
      throw new AppError('UNAVAILABLE', message, { where: workspace });
    });
    count += now.length;
    folders = [...folders.slice(AT_ONCE), ...below.flat()];
  }
  const { credentials, protectedFiles, gitConfigs, packages } = found;
  return { credentials, protectedFiles, gitConfigs, packages, isCut: folders.length > 0 };
}

class PlacesCollector {
  readonly credentials: string[] = [];
  readonly protectedFiles: string[] = [];
  readonly gitConfigs: string[] = [];
  readonly packages: string[] = [];
  readonly #files = new QuickFiles();
  readonly #workspace: string;

  constructor(workspace: string) {
    this.#workspace = workspace;
  }

  /** Answers the folders in it that are still to be looked into. */
  async lookInto(folder: string): Promise<string[]> {
    const below: string[] = [];
    for (const entry of await this.#files.entries(folder)) {
      const path = join(folder, entry.name);
      if (entry.name === '.git') await this.#repository(path, entry);
      else if (entry.isDirectory()) this.#folder(path, entry.name, below);
      else if (mayHoldCredentials(path)) this.credentials.push(path);
      else if (whyProtected(path, this.#workspace) !== undefined) this.protectedFiles.push(path);
    }
    return below;
  }

  #folder(path: string, name: string, below: string[]): void {
    if (name === 'node_modules') this.packages.push(path);
    else if (whyProtected(path, this.#workspace) !== undefined) this.protectedFiles.push(path);
    else if (!SKIPPED.has(name)) below.push(path);
  }

  async #repository(path: string, entry: Dirent): Promise<void> {
    if (!entry.isDirectory()) {
      this.protectedFiles.push(path);
      return;
    }
    const names = new Set((await this.#files.entries(path)).map(({ name }) => name));
    const those = (wanted: readonly string[]) =>
      wanted.filter((name) => names.has(name)).map((name) => join(path, name));
    this.gitConfigs.push(...those(CONFIGS));
    this.protectedFiles.push(...those(IN_REPOSITORY));
    if (names.has('modules')) await this.#submodules(join(path, 'modules'), MODULE_LEVELS);
    if (!names.has('worktrees')) return;
    for (const worktree of await this.#files.entries(join(path, 'worktrees'))) {
      const folder = join(path, 'worktrees', worktree.name);
      this.protectedFiles.push(...IN_WORKTREE.map((name) => join(folder, name)));
      this.gitConfigs.push(join(folder, 'config.worktree'));
    }
  }

  /** A submodule's name may have slashes in it, so that its repository lies some levels down. */
  async #submodules(folder: string, levels: number): Promise<void> {
    const entries = await this.#files.entries(folder);
    this.gitConfigs.push(...entries.filter(({ name }) => CONFIGS.includes(name)).map(({ name }) => join(folder, name)));
    const isRepository = entries.some(({ name }) => name === 'HEAD');
    const below = entries.filter((entry) => entry.isDirectory() && (!isRepository || entry.name === 'modules'));
    if (levels === 0) return;
    for (const { name } of below) await this.#submodules(join(folder, name), levels - 1);
  }
}
