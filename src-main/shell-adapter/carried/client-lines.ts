/** Definitions in a line, by its text. */
export interface LineDefinitions {
  /** Bodies of functions, from their brace on, by name. */
  readonly functions: ReadonlyMap<string, string>;
  readonly aliases: ReadonlyMap<string, string>;
}

/** Names that the lines of a client mention: a shell in the box may report others, which nobody wrote. */
export class ClientLines {
  readonly #names = new Set<string>();
  readonly #unset = new Set<string>();
  readonly #functions = new Map<string, Set<string>>();
  readonly #aliases = new Map<string, Set<string>>();

  add(line: string, { functions, aliases }: LineDefinitions): void {
    if (this.#names.size > MAX_NAMES) this.#names.clear();
    for (const [name] of line.matchAll(WORD)) this.#names.add(name);
    for (const [, words = ''] of line.matchAll(UNSETTING))
      for (const [name] of words.matchAll(WORD)) this.#unset.add(name);
    for (const [name, text] of functions) entry(this.#functions, name).add(bytesOf(text));
    for (const [name, text] of aliases) entry(this.#aliases, name).add(bytesOf(text));
  }

  names(name: string): boolean {
    return this.#names.has(name);
  }

  unsets(name: string): boolean {
    return this.#unset.has(name);
  }

  /** Bodies that were written for a function of that name, in bytes. */
  functionsOf(name: string): readonly string[] {
    return [...(this.#functions.get(name) ?? [])];
  }

  definesAlias(name: string, value: string): boolean {
    return this.#aliases.get(name)?.has(value) ?? false;
  }
}

const WORD = /[A-Za-z_][\w-]*/g;
const UNSETTING = /\bun(?:set|alias)\b([^;&|\n]*)/g;
/** A client that names more begins again. */
const MAX_NAMES = 20_000;

const bytesOf = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

function entry(all: Map<string, Set<string>>, name: string): Set<string> {
  const found = all.get(name) ?? new Set<string>();
  all.set(name, found);
  return found;
}
