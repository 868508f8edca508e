import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Makes a token of 256 random bits, in letters that may stand in a header. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Compares two tokens in constant time, so that the duration reveals nothing about either. */
export function isSameToken(given: string, known: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(known));
}

const digestOf = (text: string) => createHash('sha256').update(text).digest();

/** The token of an `Authorization` header; the scheme may be written in any case (RFC 9110, section 11.1). */
export function bearerToken({ authorization }: IncomingHttpHeaders): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
}
