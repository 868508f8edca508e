/** Paths that the words of a part may mean, in the folder where it would run. */
import { posix } from 'node:path';
import type { Analysis, SimpleCommand, Word } from '#shell-analysis';
import { fitsPattern } from '../name-pattern.ts';
import { normalPath } from '../normal-path.ts';
import type { BanOptions } from './finding.ts';
import { possibleTexts } from './possible-texts.ts';

/** Folders whose loss takes the system or its users along. */
const SYSTEM =
  'bin boot dev etc home lib lib32 lib64 media mnt opt proc root run sbin srv sys usr var System Library Applications Users'.split(
    ' ',
  );

/** Most folders in which one part may run; nobody changes folders more often by hand. */
const MAX_FOLDERS = 16;

const NONE: readonly string[] = [];

/** A folder that must never be deleted. */
export interface ProtectedFolder {
  readonly kind: 'home' | 'workspace' | 'git' | 'system';
  /** Name of the target, as people are shown it. */
  readonly name: string;
}

export class Targets {
  readonly analysis: Analysis;
  readonly #options: BanOptions;
  readonly #start: readonly string[];
  readonly #cwds: readonly (readonly string[])[];
  readonly #values: ReadonlyMap<string, readonly string[]>;
  readonly #system: readonly string[];
  readonly #own: readonly string[];
  readonly #texts = new Map<Word, readonly string[]>();
  readonly #spelt = new Map<string, readonly string[]>();
  /** Parts that run in the same folders share the list. */
  readonly #resolved = new Map<readonly string[], Map<string, readonly string[]>>();

  constructor(analysis: Analysis, options: BanOptions) {
    this.analysis = analysis;
    this.#options = options;
    this.#start = [options.cwd];
    this.#values = variableValues(analysis, options);
    this.#cwds = this.#folders();
    this.#system = ['/', ...SYSTEM.map((name) => `/${name}`)];
    this.#own = [options.home, options.workspace, `${options.workspace}/.git`].map((path) => posix.normalize(path));
  }

  /** Whether there are files of ours. */
  get hasOwn(): boolean {
    return this.#options.ownFiles.length > 0;
  }

  /** Whether the path is one of ours, or lies in it. */
  isOwn(path: string): boolean {
    for (const own of this.#options.ownFiles) if (isOrHolds(own, path)) return true;
    return false;
  }

  part(index: number): SimpleCommand | undefined {
    return this.analysis.parts[index];
  }

  /** Every absolute path that the word may be, normalised; patterns stay in it. */
  paths(word: Word, index: number): string[] {
    return this.texts(word).flatMap((text) => this.resolve(text, index));
  }

  texts(word: Word): readonly string[] {
    if (word.literal !== undefined) return [word.literal];
    const known = this.#texts.get(word) ?? possibleTexts(word, this.#values, this.#options.home);
    this.#texts.set(word, known);
    return known;
  }

  resolve(text: string, index: number): readonly string[] {
    if (text === '') return NONE;
    const cwds = this.#cwds[index] ?? this.#start;
    const known = this.#resolvedIn(cwds);
    const before = known.get(text);
    if (before !== undefined) return before;
    const spellings = (cwd: string) => this.#spellings(text.startsWith('/') ? text : `${cwd}/${text}`);
    const [cwd, ...others] = cwds;
    const paths = cwd !== undefined && others.length === 0 ? spellings(cwd) : cwds.flatMap(spellings);
    known.set(text, paths);
    return paths;
  }

  #resolvedIn(cwds: readonly string[]): Map<string, readonly string[]> {
    const known = this.#resolved.get(cwds);
    if (known !== undefined) return known;
    const paths = new Map<string, readonly string[]>();
    this.#resolved.set(cwds, paths);
    return paths;
  }

  /**
   * Names the protected thing that deleting this with everything below it would remove; paths as `paths` gives them.
   */
  protects(path: string): ProtectedFolder | undefined {
    const { base, rest } = splitPattern(path);
    const all = [...this.#system, ...this.#own];
    if (rest === undefined) {
      if (all.includes(base)) return this.#named(base);
      const below = this.#own.find((one) => one.startsWith(base === '/' ? '/' : `${base}/`));
      return below === undefined ? undefined : this.#named(below);
    }
    // `*` and its like: all that is in a folder is the folder.
    if (/^[*?.!^\][a-zA-Z-]*\*[*?.]*$/.test(rest) && isAnyName(rest)) return this.protects(base);
    const hit = all.find((one) => matchesPattern(one, base, rest));
    return hit === undefined ? undefined : this.#named(hit);
  }

  isSystemRoot(path: string): boolean {
    const { base, rest } = splitPattern(path);
    if (rest === undefined) return this.#system.includes(base);
    return isAnyName(rest) ? this.#system.includes(base) : this.#system.some((one) => matchesPattern(one, base, rest));
  }

  #named(path: string): ProtectedFolder {
    if (path === this.#own[0]) return { kind: 'home', name: 'the home folder' };
    if (path === this.#own[1]) return { kind: 'workspace', name: 'the workspace' };
    if (path === this.#own[2]) return { kind: 'git', name: "the workspace's .git" };
    return { kind: 'system', name: path === '/' ? 'the root folder' : path };
  }

  /** Lists the path as written and with links resolved. */
  #spellings(path: string): readonly string[] {
    const known = this.#spelt.get(path);
    if (known !== undefined) return known;
    const spellings = this.#lookedUp(path);
    this.#spelt.set(path, spellings);
    return spellings;
  }

  #lookedUp(path: string): readonly string[] {
    const lexical = trimSlashes(normalPath(path));
    const real = /[*?[]/.test(path) ? undefined : this.#options.realpath?.(path);
    return real === undefined || real === lexical ? [lexical] : [lexical, real];
  }

  /**
   * Folders in which each part runs: after a `cd` that has probably succeeded; in a subshell or the like, there or not.
   */
  #folders(): string[][] {
    const folders: string[][] = [];
    let now = [this.#options.cwd];
    for (const part of this.analysis.parts) {
      folders.push(now);
      if (part.program !== 'cd' && part.program !== 'pushd') continue;
      const word = part.words.slice(1).find(({ text, literal }) => literal !== '--' && !/^-[LPe@]*$/.test(text));
      const texts = word === undefined ? [this.#options.home] : this.texts(word);
      const to = texts.flatMap((text) =>
        now.map((cwd) => trimSlashes(posix.resolve(cwd, text === '' ? this.#options.home : text))),
      );
      const isElsewhere = part.places.some(
        (place) => !['and-or', 'group', 'loop', 'condition', 'wrapper'].includes(place),
      );
      now = [...new Set(isElsewhere ? [...now, ...to] : to)].slice(0, MAX_FOLDERS);
    }
    return folders;
  }
}

const isOrHolds = (own: string, path: string) =>
  path.startsWith(own) && (path.length === own.length || path[own.length] === '/');

const trimSlashes = (path: string) => (path.length > 1 && path.endsWith('/') ? path.replace(/\/+$/, '') || '/' : path);

/** A pattern in the last name; patterns further up are left out, as what they match is not a root. */
function splitPattern(path: string): { readonly base: string; readonly rest: string | undefined } {
  const cut = path.lastIndexOf('/');
  const last = path.slice(cut + 1);
  if (!/[*?[]/.test(last)) return { base: path, rest: undefined };
  return { base: cut <= 0 ? '/' : path.slice(0, cut), rest: last };
}

/** Whether a pattern such as `*`, `?*`, `.*`, `[!x]*` matches nearly every name. */
const isAnyName = (pattern: string) =>
  pattern.includes('*') && pattern.replaceAll(/\[[^\]]*\]/g, '').replaceAll(/[*?.]/g, '') === '';

function matchesPattern(path: string, base: string, pattern: string): boolean {
  const cut = path.lastIndexOf('/');
  if ((cut <= 0 ? '/' : path.slice(0, cut)) !== base || path === '/') return false;
  return fitsPattern(pattern, path.slice(cut + 1));
}

/** Collects the values of variables: those set by the line, and those every shell has; any other may be empty. */
function variableValues(analysis: Analysis, { home, cwd }: BanOptions): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, readonly string[]>([
    ['HOME', [home]],
    ['PWD', [cwd]],
    ['OLDPWD', [cwd]],
  ]);
  const set: (readonly [string, string])[] = [];
  for (const part of analysis.parts) {
    if (part.assignments.length > 0) set.push(...assignedBy(part, values, home));
    if (DECLARING.has(part.program ?? '')) set.push(...declaredBy(part));
  }
  for (const { variable, words } of analysis.loops) {
    set.push(...words.flatMap((word) => possibleTexts(word, values, home)).map((text) => [variable, text] as const));
  }
  for (const [name, value] of set) values.set(name, [...(values.get(name) ?? []).slice(0, 7), value]);
  return values;
}

function assignedBy(
  { assignments }: SimpleCommand,
  values: ReadonlyMap<string, readonly string[]>,
  home: string,
): (readonly [string, string])[] {
  return assignments.flatMap(({ name, value }) =>
    value === undefined ? [] : possibleTexts(value, values, home).map((text) => [name, text] as const),
  );
}

const DECLARING = new Set(['export', 'declare', 'local', 'readonly', 'typeset']);

function declaredBy({ words }: SimpleCommand): (readonly [string, string])[] {
  return words.flatMap(({ literal }) => {
    const set = /^([A-Za-z_]\w*)=(.*)$/s.exec(literal ?? '');
    return set ? [[set[1] ?? '', set[2] ?? ''] as const] : [];
  });
}
