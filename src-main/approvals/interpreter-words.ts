import type { ScriptSource } from '#shell-analysis';

export type FirstWord = Extract<ScriptSource, { kind: 'first-word' }>;

/** Words that name what an interpreter runs. */
interface InterpreterWords {
  /** The script; undefined if a module runs in its place, or nothing does that is known to be in a file. */
  readonly script: string | undefined;
  /** Modules that run before the script or in its place. */
  readonly loaded: readonly string[];
  /** Folders in which they are looked for, besides the one it runs in. */
  readonly folders: readonly string[];
}

/** The words that name what is run, behind options of which it is known that they leave that as it is. */
export function interpreterWords(given: readonly (string | undefined)[], source: FirstWord): InterpreterWords {
  const reader = new InterpreterReader(given, source);
  return { script: reader.script(), loaded: reader.loaded, folders: reader.folders };
}

class InterpreterReader {
  readonly loaded: string[] = [];
  readonly folders: string[] = [];
  readonly #given: readonly (string | undefined)[];
  readonly #source: FirstWord;
  readonly #whole: ReadonlySet<string>;
  #at = 0;

  constructor(given: readonly (string | undefined)[], source: FirstWord) {
    this.#given = given;
    this.#source = source;
    this.#whole = new Set(source.long?.split(' '));
  }

  script(): string | undefined {
    const { flags = '', long = '' } = this.#source;
    while (this.#at < this.#given.length) {
      const word = this.#next();
      if (word === '--' && flags + long !== '') return this.#next();
      if (!word?.startsWith('-')) return word;
      if (!this.#takesOption(word)) return undefined;
    }
    return undefined;
  }

  #next(): string | undefined {
    this.#at += 1;
    return this.#given[this.#at - 1];
  }

  /** Takes an option with its value; false if no script stands behind it, or what does is not known. */
  #takesOption(word: string): boolean {
    if (this.#whole.has(word.replace(/(?<==).*$/s, ''))) return true;
    const option = loadingIn(word, this.#source) ?? lettersIn(word, this.#source);
    if (option === undefined) return false;
    const value = option.value === '' ? this.#next() : option.value;
    if (value !== undefined && option.kind !== 'other')
      (option.kind === 'folder' ? this.folders : this.loaded).push(value);
    return option.kind !== 'module';
  }
}

/** The option of a word that loads a module before the script or in its place, and its value; empty if that is the next word. */
function loadingIn(word: string, { loading = '', module = '', flags = '' }: FirstWord) {
  for (const name of `${loading} ${module}`.split(' ').filter(Boolean)) {
    const isLong = name.startsWith('--');
    const form = isLong ? `^${name}(?:=(.*))?$` : `^-[${flags}]*${name.slice(1)}(.*)$`;
    const value = new RegExp(form, 's').exec(word);
    if (value !== null) return { kind: name === module ? 'module' : 'loaded', value: value[1] ?? '' } as const;
  }
  return undefined;
}

/** Letters that leave what is run as it is; the value is undefined where none takes one. */
function lettersIn(word: string, { flags = '', valued = '', joined = '' }: FirstWord) {
  const option = new RegExp(`^-(?=.)[${flags}]*(?:[${valued}]()|[${joined}](.*))?$`, 's').exec(word);
  if (option === null) return undefined;
  return { kind: option[2] === undefined ? 'other' : 'folder', value: option[1] ?? option[2] } as const;
}

/** Paths that a module may have, by its name and what stands behind that. */
export function modulePaths(name: string, { endings = '' }: FirstWord): readonly string[] {
  const path = endings.startsWith('.py') ? name.replaceAll('.', '/') : name.replace(/=.*$/s, '').replaceAll('::', '/');
  return endings.split(' ').map((ending) => `${path}${ending}`);
}
