/** Size above which data without a report is discarded, in bytes. */
const MAX_BYTES = 262_144;

interface ExpectedReport {
  readonly token: Buffer;
  readonly fields: number;
  readonly resolve: (fields: readonly string[]) => void;
}

/** Finds a report by its token among whatever was written to the side: fields, each with a NUL at its end. */
export class SideChannel {
  #bytes: Buffer = Buffer.alloc(0);
  #expected: ExpectedReport | undefined;

  /** Expects a report with this token, and forgets earlier ones. */
  expect(token: string, fields: number): Promise<readonly string[]> {
    this.#bytes = Buffer.alloc(0);
    return new Promise((resolve) => {
      this.#expected = { token: Buffer.from(`${token}\0`), fields, resolve };
    });
  }

  take(chunk: Buffer): void {
    if (!this.#expected) return;
    const bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
    this.#bytes = bytes.length > MAX_BYTES ? bytes.subarray(-MAX_BYTES) : bytes;
    const { token, fields, resolve } = this.#expected;
    const at = this.#bytes.indexOf(token);
    if (at < 0) return;
    const told = this.#bytes
      .subarray(at + token.length)
      .toString('utf8')
      .split('\0');
    // Behind the last NUL there is one more, empty.
    if (told.length <= fields) return;
    this.#expected = undefined;
    resolve(told.slice(0, fields));
  }
}
