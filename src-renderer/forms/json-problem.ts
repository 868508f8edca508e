/** Place at which a text stops being JSON, and why; lines and columns from 1, in UTF-16 units. */
export interface JsonProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Finds what is wrong with JSON text and where, which browsers say in words of their own and often without the position. */
export function jsonProblem(text: string): JsonProblem | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const { at, message } = firstFault(text) ?? {
      at: 0,
      message: error instanceof Error ? error.message : 'unreadable',
    };
    const before = text.slice(0, at).split('\n');
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, message };
  }
}

export interface JsonFault {
  /** Offset of the first character that cannot stand where it does. */
  readonly at: number;
  readonly message: string;
}

/** Token that may come next. `end`: a value is over, and a comma or the end of what contains it follows. */
type ExpectedToken = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'end';

const BLANKS = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[\p{L}\p{N}_$.+-]+/uy;
const WORDS = new Set(['true', 'false', 'null']);
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/** Reads the text as JSON does, without building anything, however deep it is nested. */
export function firstFault(text: string): JsonFault | undefined {
  const reader = new JsonReader(text);
  for (;;) {
    const char = reader.next();
    if (char === undefined) return reader.isDone ? undefined : reader.fault(reader.tooEarly());
    const fault = reader.take(char);
    if (fault !== undefined) return fault;
  }
}

class JsonReader {
  readonly #text: string;
  readonly #open: ('{' | '[')[] = [];
  #expected: ExpectedToken = 'value';
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isDone(): boolean {
    return this.#open.length === 0 && this.#expected === 'end';
  }

  /** The next character that is no blank. */
  next(): string | undefined {
    this.#at += lengthOf(BLANKS, this.#text, this.#at);
    return this.#text[this.#at];
  }

  take(char: string): JsonFault | undefined {
    const inner = this.#open.at(-1);
    if (inner !== undefined && char === closingBracket(inner) && this.#mayClose) {
      this.#open.pop();
      return this.#step(1, 'end');
    }
    if (this.#expected === 'end') return this.#takeComma(char, inner);
    if (this.#expected === 'colon') {
      return char === ':' ? this.#step(1, 'value') : this.fault('a colon is missing before this');
    }
    const isName = this.#expected.startsWith('name');
    if (char === '"') return this.#takeString(isName ? 'colon' : 'end');
    return isName ? this.fault(noName(char)) : this.#takeValue(char);
  }

  fault(message: string, at = this.#at): JsonFault {
    return { at, message };
  }

  tooEarly(): string {
    const inner = this.#open.at(-1);
    if (inner !== undefined) return `it ends too early: ${closingBracket(inner)} is missing`;
    return 'a value is missing';
  }

  /** Whether the structure may be closed here; after a comma something must follow. */
  get #mayClose(): boolean {
    return this.#expected === 'end' || this.#expected === 'value or ]' || this.#expected === 'name or }';
  }

  #step(length: number, expected: ExpectedToken): undefined {
    this.#at += length;
    this.#expected = expected;
  }

  #takeComma(char: string, inner: '{' | '[' | undefined): JsonFault | undefined {
    if (inner === undefined) return this.fault('nothing may come after the value');
    if (char !== ',') return this.fault(`a comma or ${closingBracket(inner)} is missing before this`);
    return this.#step(1, inner === '{' ? 'name' : 'value');
  }

  #takeString(expected: ExpectedToken): JsonFault | undefined {
    const read = stringEnd(this.#text, this.#at);
    return typeof read === 'number' ? this.#step(read - this.#at, expected) : read;
  }

  #takeValue(char: string): JsonFault | undefined {
    if (char === '{' || char === '[') {
      this.#open.push(char);
      return this.#step(1, char === '{' ? 'name or }' : 'value or ]');
    }
    const length = plainLength(this.#text, this.#at);
    return length === 0 ? this.fault(noValue(this.#text, this.#at)) : this.#step(length, 'end');
  }
}

function lengthOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

const closingBracket = (open: '{' | '[') => (open === '{' ? '}' : ']');

/** A number or a word, taken whole: of `1x` nothing is a number. */
function plainLength(text: string, at: number): number {
  const length = lengthOf(WORD, text, at);
  if (WORDS.has(text.slice(at, at + length))) return length;
  return lengthOf(NUMBER, text, at) === length ? length : 0;
}

/** The offset after its closing quote. */
function stringEnd(text: string, start: number): number | JsonFault {
  let at = start + 1;
  for (;;) {
    const char = text[at];
    if (char === '"') return at + 1;
    if (char === undefined || char === '\n' || char === '\r') {
      return { at: start, message: 'this text is not closed: " is missing at its end' };
    }
    if (char < ' ') return { at, message: 'a control character is written as an escape, such as \\t' };
    const length = char === '\\' ? lengthOf(ESCAPE, text, at) : 1;
    if (length === 0) return { at, message: 'this is no escape: a backslash is written twice' };
    at += length;
  }
}

function noName(char: string): string {
  if (char === '}') return 'there is a comma too many before }';
  if (char === "'") return 'names are in double quotes';
  return 'a name in double quotes is missing here';
}

function noValue(text: string, at: number): string {
  const char = text.charAt(at);
  if (char === "'") return 'texts are in double quotes';
  if (char === ']') return 'there is a comma too many before ]';
  const word = text.slice(at, at + Math.min(lengthOf(WORD, text, at), 40));
  if (word === '') return 'a value is missing here';
  return /^[-+.\d]/.test(word) ? `${word} is no number` : `${word} is no value: texts are in double quotes`;
}
