import { createHash, timingSafeEqual } from 'node:crypto';
import { newToken } from '#core/secrets/access-token';

/** Time for which a one-time code is valid, in milliseconds. */
export const CODE_LIFETIME_MS = 60_000;
const MAX_CODES = 16;
/** Browsers let in at a time; the oldest is forgotten first. */
const MAX_SESSIONS = 64;

interface Code {
  readonly digest: Buffer;
  readonly expiresAt: number;
  readonly onSpent: () => void;
}

/**
 * Access to a served host: a one-time code, shown in the terminal, is exchanged for a session token, kept in a cookie.
 * Only digests are held, and all of them are compared, so that timing reveals nothing. Guesses are not counted: 256
 * bits cannot be guessed, and a limit would let any program on the machine lock the person out.
 */
export class Access {
  readonly #now: () => number;
  #codes: readonly Code[] = [];
  #sessions: Buffer[] = [];

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** A fresh code of 256 bits that works once within `CODE_LIFETIME_MS`; `onSpent` is called when it no longer does. */
  newCode(onSpent: () => void = () => {}): string {
    const code = newToken();
    const expiresAt = this.#now() + CODE_LIFETIME_MS;
    const kept = { digest: digestOf(code), expiresAt, onSpent };
    this.#keep([...this.#codes, kept].slice(-MAX_CODES));
    // A timer may be a moment early by the clock that codes expire by.
    setTimeout(() => this.#keep(this.#codes.filter((known) => known !== kept)), CODE_LIFETIME_MS).unref();
    return code;
  }

  /** The session token for a code, or `undefined` for a code that is wrong, used or too old. */
  redeem(code: string): string | undefined {
    const digest = digestOf(code);
    const fresh = this.#fresh();
    const remaining = fresh.filter((known) => !timingSafeEqual(known.digest, digest));
    this.#keep(remaining);
    if (remaining.length === fresh.length) return undefined;
    const token = newToken();
    this.#sessions = [...this.#sessions.slice(1 - MAX_SESSIONS), digestOf(token)];
    return token;
  }

  #fresh(): readonly Code[] {
    const now = this.#now();
    return this.#codes.filter(({ expiresAt }) => expiresAt > now);
  }

  #keep(codes: readonly Code[]): void {
    const gone = this.#codes.filter((code) => !codes.includes(code));
    this.#codes = codes;
    for (const { onSpent } of gone) onSpent();
  }

  isKnown(token: string): boolean {
    const digest = digestOf(token);
    return this.#sessions.filter((known) => timingSafeEqual(known, digest)).length > 0;
  }
}

const digestOf = (text: string) => createHash('sha256').update(text).digest();
