import type { ContentHash } from '#contract';

/** SHA-256 has so many hexadecimal digits. */
const DIGITS = 64;
const RUN = /[0-9a-f]{64,}/g;
/** Digits of a run that goes on in the next piece which are kept for it. */
const MAX_CARRIED = 4096;

/**
 * Finds whatever may be the hash of kept bytes in the bytes of a file, piece by piece, whatever the file means: a line that is torn or of
 * an unknown type refers to them as well. In longer runs of digits the first and the last 64 count, since an escape may stand before.
 */
export class HashScanner {
  readonly #found: (hash: ContentHash) => void;
  #carried = '';

  constructor(found: (hash: ContentHash) => void) {
    this.#found = found;
  }

  take(bytes: Uint8Array): void {
    const text = this.#carried + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    const last = text.slice(lastRunStart(text));
    this.#tellOf(text.slice(0, text.length - last.length));
    if (last.length > MAX_CARRIED) this.#tellOf(last);
    this.#carried = last.slice(-MAX_CARRIED);
  }

  /** Tells what stands at the end. */
  end(): void {
    this.#tellOf(this.#carried);
    this.#carried = '';
  }

  #tellOf(text: string): void {
    for (const [run] of text.matchAll(RUN)) {
      this.#found(run.slice(0, DIGITS));
      if (run.length > DIGITS) this.#found(run.slice(-DIGITS));
    }
  }
}

/** The place at which the digits at the end of a text begin. From the end: a pattern would try each digit of longer runs. */
function lastRunStart(text: string): number {
  let at = text.length;
  while (at > 0 && isDigit(text.charCodeAt(at - 1))) at--;
  return at;
}

/** Whether a character is one of 0-9 or a-f. */
const isDigit = (code: number): boolean => (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x66);

/** Finds everything in a text that may be a hash of kept bytes. */
export function hashesIn(text: string): ContentHash[] {
  const found: ContentHash[] = [];
  const scanner = new HashScanner((hash) => found.push(hash));
  scanner.take(Buffer.from(text));
  scanner.end();
  return found;
}
