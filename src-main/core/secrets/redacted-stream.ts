import { formatBegunAt, type SecretSpan } from './secret-formats.ts';

/** Finds the secrets that a stream blanks. */
interface SecretFinder {
  spans(text: string): readonly SecretSpan[];
  /** The first character from which on the end of `text` may be the beginning of a secret. */
  begunAt(text: string): number;
}

/** A secret that is still open and longer than this is blanked before its end has come, in characters. */
const HELD_LENGTH = 4096;
const TOKEN_AT_START = /^[A-Za-z0-9_-]*/;
const WORD_CHARACTER = /\w/;

/** Blanks secrets in a text that arrives in pieces, wherever those cut them. Holds back what may be the beginning of one. */
export class RedactedStream {
  /** Secrets that were blanked so far. */
  blanked = 0;
  readonly #placeholder: string;
  readonly #finder: SecretFinder;
  /**
   * Character that represents the last one before the held text, and whether a word begins there; no secret begins with
   * it.
   */
  #before = '';
  #held = '';
  /** Whether the incoming text is still part of a secret that was redacted. */
  #isInside = false;

  constructor(placeholder: string, finder: SecretFinder) {
    this.#placeholder = placeholder;
    this.#finder = finder;
  }

  push(piece: string): string {
    return this.#take(piece, false);
  }

  /** Returns the text that was held back. */
  end(): string {
    return this.#take('', true);
  }

  #take(piece: string, isLast: boolean): string {
    const rest = this.#outside(piece);
    const text = this.#before + this.#held + rest;
    const spans = mergeSpans(this.#finder.spans(text));
    let until = isLast ? text.length : Math.min(this.#finder.begunAt(text), formatBegunAt(text));
    const cut = spans.find(({ start, end }) => start < until && until < end);
    if (cut) {
      this.#isInside = cut.isOpen && cut.end - cut.start > HELD_LENGTH;
      until = this.#isInside ? text.length : Math.min(until, cut.start);
    }
    // The character before it went out already.
    until = Math.max(until, this.#before.length);
    const shown = this.#blank(text, spans, until);
    this.#held = text.slice(until);
    this.#before = contextOf(text.charAt(until - 1));
    return shown;
  }

  #outside(piece: string): string {
    if (!this.#isInside) return piece;
    const rest = piece.slice(TOKEN_AT_START.exec(piece)?.[0].length);
    this.#isInside = rest === '';
    return rest;
  }

  #blank(text: string, spans: readonly SecretSpan[], until: number): string {
    let shown = '';
    let at = this.#before.length;
    for (const { start, end } of spans) {
      if (end > until) break;
      shown += text.slice(at, Math.max(at, start)) + this.#placeholder;
      at = end;
      this.blanked++;
    }
    return shown + text.slice(at, until);
  }
}

function contextOf(before: string): string {
  if (before === '') return '';
  return WORD_CHARACTER.test(before) ? '_' : ' ';
}

/** Sorts the spans and merges each group that overlaps. */
export function mergeSpans(spans: readonly SecretSpan[]): SecretSpan[] {
  const result: SecretSpan[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (!last || span.start >= last.end) result.push(span);
    else if (span.end > last.end) result[result.length - 1] = { ...span, start: last.start };
    else if (span.end === last.end && span.isOpen) result[result.length - 1] = { ...last, isOpen: true };
  }
  return result;
}
