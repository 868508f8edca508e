import { REDACTED } from '#contract/redacted';
import { mergeSpans, RedactedStream } from './redacted-stream.ts';
import { formatSpans, mayHoldFormat, type SecretSpan } from './secret-formats.ts';
import { SecretValues } from './secret-values.ts';

export { REDACTED };

/** Shorter values are left out: blanking them would tear holes into ordinary text. */
const MIN_LENGTH = 8;
/** A shorter API key is blanked as a whole word, and one below this not at all: see `isTooShortToRedact`. */
const MIN_KEY_LENGTH = 4;
/** Pattern of a placeholder, for servers that accept any key, such as `password`. */
const PLACEHOLDER = /^(?:[A-Za-z]?[a-z]{0,19}|EMPTY|NONE|NULL)$/;

/** Whether a key is too short to be told from ordinary text, so that nothing can keep it out of what is written down. */
export function isTooShortToRedact(key: string): boolean {
  return key.length < MIN_KEY_LENGTH;
}

/** Blanks secrets in what is about to be written down: values it was told of, and the formats it knows. */
export class Redactor {
  readonly #values = new SecretValues();

  add(secret: string): void {
    if (secret.length >= MIN_LENGTH) this.#values.add(secret, 'anywhere');
  }

  /**
   * An API key; a short one is blanked where it stands as a word. A placeholder in the place of a key is left out: without it
   * half of what is written down would be holes.
   */
  addKey(key: string): void {
    if (PLACEHOLDER.test(key) || isTooShortToRedact(key)) return;
    this.#values.add(key, key.length < MIN_LENGTH ? 'word' : 'anywhere');
  }

  text(text: string): string {
    return blank(text, this.#spans(text), () => REDACTED);
  }

  /** The same as `text`, but with as many lines as before: every line of a secret is blanked by itself. */
  lines(text: string): string {
    return blank(text, this.#spans(text), (secret) => secret.replace(/[^\r\n]+/g, REDACTED));
  }

  /** Bytes of any kind; what is no secret stays as it is. */
  bytes(bytes: Uint8Array): Buffer {
    const stream = this.byteStream();
    return Buffer.concat([stream.push(bytes), stream.end()]);
  }

  /** Blanks secrets by as many asterisks as they have bytes. */
  masked(bytes: Uint8Array): Buffer {
    const text = Buffer.from(bytes).toString('latin1');
    const spans = [...this.#values.spans(text, 'latin1'), ...formatSpans(text)];
    return Buffer.from(
      blank(text, spans, (secret) => '*'.repeat(secret.length)),
      'latin1',
    );
  }

  /** Creates a redactor for text that arrives in pieces. */
  textStream(): RedactedStream {
    return new RedactedStream(REDACTED, {
      spans: (text) => this.#spans(text),
      begunAt: (text) => this.#values.begunAt(text),
    });
  }

  /** Creates a redactor for bytes that arrive in pieces. */
  byteStream() {
    const values = this.#values;
    const stream = new RedactedStream(REDACTED, {
      spans: (text) => [...values.spans(text, 'latin1'), ...formatSpans(text)],
      begunAt: (text) => values.begunAt(text, 'latin1'),
    });
    return {
      push: ({ buffer, byteOffset, length }: Uint8Array) =>
        Buffer.from(stream.push(Buffer.from(buffer, byteOffset, length).toString('latin1')), 'latin1'),
      end: () => Buffer.from(stream.end(), 'latin1'),
      /** Secrets that were blanked so far. */
      get blanked() {
        return stream.blanked;
      },
    };
  }

  /** Whether a value whose JSON this is may have a secret in its strings; `false` is certain, and quickly found out. */
  mayHold(json: string): boolean {
    return mayHoldFormat(json) || this.#values.mayHold(json);
  }

  /** Blanks the secrets in every string of a value, except in its keys. */
  value<T>(value: T): T {
    return this.#any(value) as T;
  }

  #spans(text: string): SecretSpan[] {
    return [...this.#values.spans(text), ...formatSpans(text)];
  }

  #any(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((entry) => this.#any(entry));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, this.#any(entry)]));
  }
}

export type RedactedBytes = ReturnType<Redactor['byteStream']>;

function blank(text: string, spans: readonly SecretSpan[], by: (secret: string) => string): string {
  if (spans.length === 0) return text;
  let result = '';
  let at = 0;
  for (const { start, end } of mergeSpans(spans)) {
    result += text.slice(at, start) + by(text.slice(start, end));
    at = end;
  }
  return result + text.slice(at);
}
