import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a one-time code can be used, in milliseconds. */
export const CODE_LIFETIME_MS = 60_000;
const MAX_CODES = 16;
/** Browsers let in at a time; the oldest is forgotten first. */
const MAX_SESSIONS = 64;

/**
 * Who may talk to a served host: a one-time code, shown in the terminal, is exchanged for a session token, kept in a
 * cookie. Only digests are held, and all of them are compared, so that time tells nothing.
 */
export class Access {
  readonly #now: () => number;
  #codes: { readonly digest: Buffer; readonly expiresAt: number }[] = [];
  #sessions: Buffer[] = [];

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** A fresh code of 256 bits that works once within `CODE_LIFETIME_MS`. */
  newCode(): string {
    const code = newToken();
    const expiresAt = this.#now() + CODE_LIFETIME_MS;
    this.#codes = [...this.#codes.slice(1 - MAX_CODES), { digest: digestOf(code), expiresAt }];
    return code;
  }

  /** The session token for a code, or `undefined` for a code that is wrong, used or too old. */
  redeem(code: string): string | undefined {
    const digest = digestOf(code);
    const now = this.#now();
    const fresh = this.#codes.filter(({ expiresAt }) => expiresAt > now);
    const remaining = fresh.filter((known) => !timingSafeEqual(known.digest, digest));
    this.#codes = remaining;
    if (remaining.length === fresh.length) return undefined;
    const token = newToken();
    this.#sessions = [...this.#sessions.slice(1 - MAX_SESSIONS), digestOf(token)];
    return token;
  }

  isKnown(token: string): boolean {
    const digest = digestOf(token);
    return this.#sessions.filter((known) => timingSafeEqual(known, digest)).length > 0;
  }
}

const newToken = () => randomBytes(32).toString('base64url');
const digestOf = (text: string) => createHash('sha256').update(text).digest();
