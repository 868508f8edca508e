import { z } from 'zod';
import { AppError, messageOf } from '#core/app-error';
import { Mutex } from '#core/async/mutex';
import { StoredJson } from '#core/files/stored-json';
import type { Logger } from '#core/logger';

const MAX_BYTES = 1_000_000;
const Origins = z.object({ v: z.literal(1), origins: z.record(z.string(), z.string()) });

/**
 * Server for which each key in the keychain was entered, by profile: a file of ours, since an item has no room for it.
 */
export class KeyOrigins {
  readonly #json: StoredJson<z.infer<typeof Origins>>;
  readonly #log: Logger;
  #origins = new Map<string, string>();
  readonly #forNow = new Map<string, string>();
  readonly #mutex = new Mutex();

  constructor(file: string, log: Logger) {
    const warning = 'profiles.keyOrigins.unreadable';
    this.#json = new StoredJson({ file, log, schema: Origins, warning, maxBytes: MAX_BYTES });
    this.#log = log;
  }

  async load(): Promise<void> {
    const content = await this.#json.read();
    // Without it a key counts as one of another program: it goes to the person's own profiles only.
    if (content) this.#origins = new Map(Object.entries(content.origins));
  }

  of(profile: string): string | undefined {
    return this.#forNow.get(profile) ?? this.#origins.get(profile);
  }

  /**
   * Drops the origin of a key of this run, where no keychain answers.
   * @throws AppError UNAVAILABLE if an earlier run kept one there, whose server is still known
   */
  dropForNow(profile: string): void {
    this.#forNow.delete(profile);
    if (!this.#origins.has(profile)) return;
    const message = `The key of profile ${profile} that an earlier run kept is not removed: no keychain answers`;
    throw new AppError('UNAVAILABLE', message, { where: profile, advice: 'Try again where the keychain answers' });
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
      await this.#json.write({ v: 1, origins: Object.fromEntries(this.#origins) });
    } catch (error) {
      this.#log.warn('profiles.keyOrigins.unwritable', { message: messageOf(error) });
    }
  }
}
