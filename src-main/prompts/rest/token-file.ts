import { newToken } from '#core/access-token';
import type { Redactor } from '#core/redact';
import { readTextFile, writeTextFile } from '#core/text-file';

/** The token that the app made for its REST API: in a file that is its owner's alone, and blanked wherever it is written down. */
export class TokenFile {
  readonly #path: string;
  readonly #redactor: Redactor;
  #token: string | undefined;

  constructor(path: string, redactor: Redactor) {
    this.#path = path;
    this.#redactor = redactor;
  }

  /** As it was last read or made. */
  get current(): string | undefined {
    return this.#token;
  }

  /** The one in the file, else a new one. @throws AppError UNAVAILABLE */
  async open(): Promise<string> {
    const reading = await readTextFile(this.#path, MAX_BYTES);
    const found = reading.state === 'text' ? reading.text.trim() : '';
    const token = FORMAT.test(found) ? found : newToken();
    if (token !== found) await writeTextFile(this.#path, `${token}\n`, 0o600);
    this.#token = token;
    this.#redactor.add(token);
    return token;
  }
}

const MAX_BYTES = 1000;
const FORMAT = /^[\w-]{20,200}$/;
