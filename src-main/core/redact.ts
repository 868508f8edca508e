/** Formats that are secrets wherever they occur: provider keys, cloud keys, access tokens, private keys. */
const KNOWN_FORMATS = [
  /\bsk-[A-Za-z0-9_-]{20,}/g,
  /\bgh[pousr]_[A-Za-z0-9]{30,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{30,}/g,
  /\bglpat-[A-Za-z0-9_-]{20,}/g,
  /\bxox[abprs]-[A-Za-z0-9-]{10,}/g,
  /\bAKIA[0-9A-Z]{16}\b/g,
  /\bAIza[0-9A-Za-z_-]{35}\b/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g,
];

/** What each of the formats has in it, also as JSON. */
const MARK = /sk-|gh[pousr]_|github_pat_|glpat-|xox[abprs]-|AKIA|AIza|-----BEGIN /;

const PLAIN_WORD = /^[A-Za-z]{1,20}$/;

/** As it stands in JSON text. */
const escaped = (text: string) => JSON.stringify(text).slice(1, -1);

export const REDACTED = '[secret removed]';

/** Blanks secrets in what is about to be written down: values it was told of, and the formats it knows. */
export class Redactor {
  /** The longest first, so that of two that begin alike no rest stays. */
  #values: readonly string[] = [];
  /** The same as they stand in JSON. */
  #valuesInJson: readonly string[] = [];

  /** Short values are left out: blanking them would tear holes into ordinary text. */
  add(secret: string): void {
    if (secret.length < 8 || this.#values.includes(secret)) return;
    const inJson = escaped(secret);
    const spellings = [...this.#values, secret, inJson, escaped(inJson)];
    this.#values = [...new Set(spellings)].sort((a, b) => b.length - a.length);
    this.#valuesInJson = [...new Set(this.#values.map(escaped))];
  }

  /**
   * An API key. A plain word is left out: it stands where a server wants any key at all, such as `password`, and without it half of
   * what is written down would be holes.
   */
  addKey(key: string): void {
    if (!PLAIN_WORD.test(key)) this.add(key);
  }

  text(text: string): string {
    let result = text;
    for (const value of this.#values) result = result.replaceAll(value, REDACTED);
    for (const format of KNOWN_FORMATS) result = result.replace(format, REDACTED);
    return result;
  }

  /** Whether a value whose JSON this is may have a secret in its strings; `false` is certain, and quickly found out. */
  mayHold(json: string): boolean {
    return MARK.test(json) || this.#valuesInJson.some((value) => json.includes(value));
  }

  /** The same value with every string in it, keys apart, blanked. */
  value<T>(value: T): T {
    return this.#any(value) as T;
  }

  #any(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((entry) => this.#any(entry));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, this.#any(entry)]));
  }
}
