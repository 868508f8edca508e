import { z } from 'zod';
import { messageOf } from '#core/app-error';
import { Mutex } from '#core/async/mutex';
import { readTextFile, writeTextFile } from '#core/files/text-file';
import type { Logger } from '#core/logger';

const MAX_BYTES = 1_000_000;
const Origins = z.object({ v: z.literal(1), origins: z.record(z.string(), z.string()) });

/**
 * Server for which each key in the keychain was entered, by profile: a file of ours, since an item has no room for it.
 */
export class KeyOrigins {
  readonly #file: string;
  readonly #log: Logger;
  #origins = new Map<string, string>();
  readonly #forNow = new Map<string, string>();
  readonly #mutex = new Mutex();

  constructor(file: string, log: Logger) {
    this.#file = file;
    this.#log = log;
  }

  async load(): Promise<void> {
    const reading = await readTextFile(this.#file, MAX_BYTES);
    if (reading.state === 'missing') return;
    try {
      if (reading.state === 'unreadable') throw new Error(reading.message);
      this.#origins = new Map(Object.entries(Origins.parse(JSON.parse(reading.text)).origins));
    } catch (error) {
      // Without it a key counts as one of another program: it goes to the person's own profiles only.
      this.#log.warn('profiles.keyOrigins.unreadable', { file: this.#file, message: messageOf(error) });
    }
  }

  of(profile: string): string | undefined {
    return this.#forNow.get(profile) ?? this.#origins.get(profile);
  }

  /** Sets the origin of a key that is kept only for this run; the stored origin of an older key stays. */
  setForNow(profile: string, origin: string): void {
    this.#forNow.set(profile, origin);
  }

  set(profile: string, origin: string | undefined): Promise<void> {
    this.#forNow.delete(profile);
    return this.#mutex.run(() => this.#write(profile, origin));
  }

  async #write(profile: string, origin: string | undefined): Promise<void> {
    // Another process of ours may have added to it.
    await this.load();
    if (origin === undefined) this.#origins.delete(profile);
    else this.#origins.set(profile, origin);
    try {
      const value = { v: 1, origins: Object.fromEntries(this.#origins) };
      await writeTextFile(this.#file, `${JSON.stringify(value, undefined, 2)}\n`, 0o600);
    } catch (error) {
      this.#log.warn('profiles.keyOrigins.unwritable', { file: this.#file, message: messageOf(error) });
    }
  }
}
