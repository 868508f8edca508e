import type { GivenGitWords } from './given-git-words.ts';

/** Asks git what it knows; each answer is undefined if git fails, or is not done in time. */
export type AskGit = (args: readonly string[]) => Promise<string | undefined>;

/** Files that would be put in the place of existing ones. */
export interface ForeseenFiles {
  /** Files, relative to the top of the working tree. */
  readonly names: readonly string[];
  /** Whether nothing else can be replaced; otherwise there may be something unforeseen. */
  readonly isSure: boolean;
  /** Its configuration is written, too. */
  readonly setsConfig?: boolean;
}

/** All of the working tree, wherever git is run in it. */
export const EVERYTHING = ':/';

/** Foresees what a sub-command puts in place of what is there; undefined where that cannot be worked out. */
export type GitVerb = (given: GivenGitWords, repository: RepositoryQueries) => Promise<ForeseenFiles | undefined>;

export const NOTHING: ForeseenFiles = { names: [], isSure: true };

interface ChangedOptions {
  /** Options of `git diff`. */
  readonly options?: readonly string[];
  /** Whether files with the bit `skip-worktree` are put in place, too. */
  readonly isWithSkipped?: boolean;
}

/** Option by which files with that bit are put in place. */
export const WITH_SKIPPED = '--ignore-skip-worktree-bits';

/** Questions that several sub-commands have. */
export class RepositoryQueries {
  readonly #ask: AskGit;

  constructor(ask: AskGit) {
    this.#ask = ask;
  }

  /** Names apart by NUL bytes, as `-z` prints them. */
  async names(...args: readonly string[]): Promise<readonly string[] | undefined> {
    const text = await this.#ask(args);
    return text?.split('\0').filter((name) => name !== '');
  }

  /** Names that differ: between two trees, or between one and what is in the working tree. */
  changed(...args: readonly string[]): Promise<readonly string[] | undefined> {
    return this.names('diff', '--name-only', '-z', '--no-renames', '--no-relative', '--no-ext-diff', ...args);
  }

  /**
   * Names of files that differ from a tree, or from the index if none is named, with those that git would overlook;
   * undefined also if it is not one tree.
   */
  async changedFrom(tree: string | undefined, files: readonly string[], more: ChangedOptions = {}) {
    const { options = [], isWithSkipped = false } = more;
    const found = tree === undefined ? [] : [await this.tree(tree)];
    if (!found.every((one) => one !== undefined)) return undefined;
    const changed = await this.changed(...options, ...found, '--', ...files);
    const overlooked = await this.#overlooked(isWithSkipped ? /^[a-zS] / : /^[a-z] /, files);
    return changed && overlooked && [...changed, ...overlooked];
  }

  /**
   * Names of files that `diff` leaves out, and that are put in place all the same: those that are assumed to be
   * unchanged (a small letter), and those that are skipped (`S`) where git is told not to skip them.
   */
  async #overlooked(state: RegExp, files: readonly string[]): Promise<readonly string[] | undefined> {
    const entries = await this.listed('-v', '--', ...files);
    return entries?.filter((entry) => state.test(entry)).map((entry) => entry.slice(2));
  }

  listed(...args: readonly string[]): Promise<readonly string[] | undefined> {
    return this.names('ls-files', '-z', '--full-name', ...args);
  }

  /** Entries of the index that stand for other repositories. */
  async submodules(...paths: readonly string[]): Promise<readonly string[] | undefined> {
    const entries = await this.listed('--stage', '--', ...paths);
    return entries?.filter((entry) => entry.startsWith('160000 '));
  }

  async line(...args: readonly string[]): Promise<string | undefined> {
    return (await this.#ask(args))?.trim();
  }

  commit(name: string): Promise<string | undefined> {
    return this.#one(name, 'commit');
  }

  tree(name: string): Promise<string | undefined> {
    return this.#one(name, 'tree');
  }

  /** The object that a name means; none for `A...B`, of which `diff` makes something else than `checkout` does. */
  #one(name: string, kind: 'commit' | 'tree'): Promise<string | undefined> {
    return this.line('rev-parse', '-q', '--verify', `${name === '-' ? '@{-1}' : name}^{${kind}}`);
  }

  async isOfRemote(name: string): Promise<boolean> {
    return (await this.line('rev-parse', '--symbolic-full-name', name))?.startsWith('refs/remotes/') ?? false;
  }

  /** The only branch of a remote that git would take a name for. */
  async onRemote(name: string): Promise<string | undefined> {
    const found = (await this.line('for-each-ref', '--format=%(refname)', `refs/remotes/*/${name}`))?.split('\n');
    return found?.length === 1 && found[0] !== '' ? found[0] : undefined;
  }
}

/** Builds a certain result; undefined unless the names it rests on are known. */
export const foreseenFiles = (
  names: readonly string[] | undefined,
  more: Partial<Omit<ForeseenFiles, 'names'>> = {},
): ForeseenFiles | undefined => names && { names, isSure: true, ...more };
