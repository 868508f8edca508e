/** Longer scripts are not looked into. */
const MAX_LENGTH = 10_000;

const BLANKS = /[\s;{}]*/y;
const NUMBER = /(?:\d+(?:~\d+)?|\$|[+~]\d+)/y;
const NEGATION = /[\s!]*/y;
/** Commands that print, delete, move between the spaces or quit. */
const PLAIN = /[pPdDgGhHnNxzl=qQ]\s*\d*\s*(?=[;}\n]|$)/y;
/** A label without blanks: GNU sed takes what stands behind one as the next command. */
const BRANCH = /(?:[btT][ \t]*[^\s;}]*|:[ \t]*[^\s;}]+)[ \t]*(?=[;}\n]|$)/y;
/** Text to be printed: to the end of the line that does not end in a backslash. */
const TEXT = /[aic](?:[^\n\\]|\\[\s\S])*/y;
const FLAGS = /[gpiImM\d]*\s*(?=[;}\n]|$)/y;

export interface SedScript {
  /** Whether it may quit before the end of its input. */
  readonly quits: boolean;
}

/** A script of sed that only prints, from commands that are known: none reads or writes a file or runs a program. */
export function sedScript(script: string): SedScript | undefined {
  if (script.length > MAX_LENGTH) return undefined;
  const cursor = new Cursor(script);
  let quits = false;
  cursor.take(BLANKS);
  while (!cursor.isAtEnd) {
    if (!takeAddresses(cursor)) return undefined;
    quits ||= /[qQ]/.test(cursor.next);
    if (!takeCommand(cursor)) return undefined;
    cursor.take(BLANKS);
  }
  return { quits };
}

function takeAddresses(cursor: Cursor): boolean {
  if (!takeAddress(cursor)) return true;
  cursor.take(/\s*/y);
  if (cursor.next === ',') {
    cursor.skip(1);
    cursor.take(/\s*/y);
    if (!takeAddress(cursor)) return false;
  }
  cursor.take(NEGATION);
  // A block: its commands follow.
  cursor.take(/\{[\s;]*/y);
  return cursor.isAtEnd || /[0-9$/\\]/.test(cursor.next) ? takeAddresses(cursor) && !cursor.isAtEnd : true;
}

function takeAddress(cursor: Cursor): boolean {
  if (cursor.take(NUMBER)) return true;
  const isOther = cursor.next === '\\';
  if (cursor.next !== '/' && !isOther) return false;
  cursor.skip(isOther ? 1 : 0);
  const mark = cursor.next;
  cursor.skip(1);
  return cursor.takeUntil(mark, true) && cursor.take(/[IM]*/y);
}

function takeCommand(cursor: Cursor): boolean {
  if (cursor.next === 's' || cursor.next === 'y') {
    const isReplacement = cursor.next === 's';
    const mark = cursor.peek(1);
    if (mark === '' || /[\s\\]/.test(mark)) return false;
    cursor.skip(2);
    const isComplete = cursor.takeUntil(mark, isReplacement) && cursor.takeUntil(mark, false);
    return isComplete && cursor.take(isReplacement ? FLAGS : /\s*(?=[;}\n]|$)/y);
  }
  return cursor.take(PLAIN) || cursor.take(BRANCH) || cursor.take(TEXT);
}

class Cursor {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  get next(): string {
    return this.#text.charAt(this.#at);
  }

  peek(distance: number): string {
    return this.#text.charAt(this.#at + distance);
  }

  skip(count: number): void {
    this.#at += count;
  }

  /** Whether the pattern is here; it is passed then. */
  take(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    this.#at += match?.[0].length ?? 0;
    return match !== null;
  }

  /** Passes a part up to its mark, which a bracket of an expression may hold; false when it does not end. */
  takeUntil(mark: string, isExpression: boolean): boolean {
    while (!this.isAtEnd) {
      const character = this.next;
      // GNU sed and others differ on marks in brackets, so that such a script is left alone.
      if (isExpression && character === '[' && !this.#takeBracket(mark)) return false;
      else if (character === '\\') this.skip(2);
      else if (character !== '[' || !isExpression) {
        this.skip(1);
        if (character === mark) return true;
      }
    }
    return false;
  }

  #takeBracket(mark: string): boolean {
    const match = /^\[\^?\]?(?:\[[:.=][^\]]*\]|[^\]])*\]/.exec(this.#text.slice(this.#at))?.[0];
    if (match === undefined || match.includes(mark)) return false;
    this.skip(match.length);
    return true;
  }
}
