/** Structure, and runs of what is neither a string nor structure nor a blank: numbers, `true`, `false`, `null`. */
const TOKEN = /[[\]{},:]|[^\s[\]{},:"]+/gy;

/**
 * Finds the text of what a path leads to in JSON, as it is written there: digits that a number of JavaScript does not hold are kept.
 *
 * @param text valid JSON
 * @returns `undefined` where the path leads nowhere
 */
export function jsonAt(text: string, path: readonly string[]): string | undefined {
  const reader = new JsonScanner(text);
  for (const name of path) if (!reader.enter(name)) return undefined;
  return reader.value();
}

class JsonScanner {
  readonly #text: string;
  #at = 0;
  /** End of the token that was looked at last. */
  #tokenEnd = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Goes to the value of a member or an element; the last member of a name counts, as for JSON.parse. */
  enter(name: string): boolean {
    const open = this.#next();
    if (open !== '{' && open !== '[') return false;
    let found: number | undefined;
    for (let index = 0; !/^[\]}]/.test(this.#peek()); index += 1) {
      const key = open === '{' ? this.#name() : String(index);
      if (key === name) found = this.#at;
      this.value();
      if (this.#peek() === ',') this.#next();
    }
    this.#at = found ?? this.#at;
    return found !== undefined;
  }

  /** The name of a member, and goes behind its colon. */
  #name(): string {
    const name = JSON.parse(this.#next()) as string;
    this.#next();
    return name;
  }

  /** The text of the value that begins here, and goes behind it. */
  value(): string {
    const blank = /\s*/y;
    blank.lastIndex = this.#at;
    blank.test(this.#text);
    const from = blank.lastIndex;
    let depth = 0;
    do {
      const token = this.#next();
      if (token === '[' || token === '{') depth += 1;
      else if (token === ']' || token === '}') depth -= 1;
    } while (depth > 0);
    return this.#text.slice(from, this.#at);
  }

  #next(): string {
    const token = this.#peek();
    this.#at = this.#tokenEnd;
    return token;
  }

  #peek(): string {
    let at = this.#at;
    while (/\s/.test(this.#text[at] ?? '')) at += 1;
    if (this.#text[at] === '"') {
      this.#tokenEnd = stringEnd(this.#text, at);
      return this.#text.slice(at, this.#tokenEnd);
    }
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(this.#text)?.[0] ?? '';
    this.#tokenEnd = TOKEN.lastIndex;
    return token;
  }
}

/** Offset behind the string that begins here. No pattern: over millions of characters its memory runs out. */
function stringEnd(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}
