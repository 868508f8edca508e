import { readTextFile, writeTextFile } from '../files/text-file.ts';
import { newToken } from './access-token.ts';
import type { Redactor } from './redact.ts';

/** A token that the app made for a server of its own: in a file that is its owner's alone, and blanked wherever it is written down. */
export class TokenFile {
  readonly #path: string;
  readonly #redactor: Redactor;
  #token: string | undefined;

  constructor(path: string, redactor: Redactor) {
    this.#path = path;
    this.#redactor = redactor;
  }

  /** The token as it was last read or made. */
  get current(): string | undefined {
    return this.#token;
  }

  /** Reads the token in the file, and makes a new one where there is none of its form. @throws AppError UNAVAILABLE */
  async open(): Promise<string> {
    const reading = await readTextFile(this.#path, MAX_BYTES);
    const found = reading.state === 'text' ? reading.text.trim() : '';
    return FORMAT.test(found) ? this.#use(found) : await this.renew();
  }

  /** Makes a new token. @throws AppError UNAVAILABLE; then the old one is in force */
  async renew(): Promise<string> {
    const token = newToken();
    await writeTextFile(this.#path, `${token}\n`, 0o600);
    return this.#use(token);
  }

  #use(token: string): string {
    this.#token = token;
    this.#redactor.add(token);
    return token;
  }
}

const MAX_BYTES = 1000;
const FORMAT = /^[\w-]{20,200}$/;
