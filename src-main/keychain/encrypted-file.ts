import { z } from 'zod';
import { AppError, messageOf } from '#core/app-error';
import { Mutex } from '#core/async/mutex';
import { readTextFile, writeTextFile } from '#core/files/text-file';
import { newSealingKey, type SealingKey, seal, unseal } from './sealed-text.ts';
import type { Secret, SecretStore } from './secret-store.ts';

const MAX_BYTES = 1_000_000;
const Secrets = z.object({ v: z.literal(1), secrets: z.record(z.string(), z.string()) });

/** Secrets in one file of ours, behind a passphrase that is asked for once a start. */
export class EncryptedFile implements SecretStore {
  readonly #path: string;
  #exists = false;
  #key: SealingKey | undefined;
  readonly #mutex = new Mutex();

  constructor(path: string) {
    this.#path = path;
  }

  /** Looks whether there is a file. */
  async look(): Promise<void> {
    this.#exists = (await readTextFile(this.#path, MAX_BYTES)).state !== 'missing';
  }

  get state(): 'none' | 'locked' | 'open' {
    if (this.#key !== undefined) return 'open';
    return this.#exists ? 'locked' : 'none';
  }

  /**
   * Opens the file; one that is not there is made.
   *
   * @throws AppError DENIED for a wrong passphrase, UNAVAILABLE for a file that is damaged or cannot be read or written
   */
  unlock(passphrase: string): Promise<void> {
    return this.#mutex.run(async () => {
      const reading = await readTextFile(this.#path, MAX_BYTES);
      if (reading.state === 'unreadable') throw this.#cannotUse(reading.message);
      if (reading.state === 'missing') {
        const key = await newSealingKey(passphrase);
        await this.#save(new Map(), key);
        this.#key = key;
        return;
      }
      const opened = await unseal(reading.text, passphrase);
      if (opened.text === undefined) {
        if (opened.fault === 'damaged') throw this.#cannotUse('it is damaged');
        throw new AppError('DENIED', 'This is not the passphrase of the key file', { where: this.#path });
      }
      this.#exists = true;
      this.#key = opened.key;
    });
  }

  read(account: string): Promise<Secret> {
    return this.#saying(async () => {
      const secret = (await this.#load()).get(account);
      return secret === undefined ? {} : { secret };
    });
  }

  write(account: string, secret: string): Promise<{ readonly problem?: string }> {
    return this.#change((secrets) => secrets.set(account, secret));
  }

  /** A file that is gone has nothing to remove, and needs no passphrase for that. */
  remove(account: string): Promise<{ readonly problem?: string }> {
    return this.#saying(async () => {
      if ((await readTextFile(this.#path, MAX_BYTES)).state === 'missing') return {};
      return await this.#changed((secrets) => secrets.delete(account));
    });
  }

  /** Changes the secrets, keeping what another process of ours has written in the meantime. */
  #change(change: (secrets: Map<string, string>) => void): Promise<{ readonly problem?: string }> {
    return this.#saying(() => this.#changed(change));
  }

  async #changed(change: (secrets: Map<string, string>) => void): Promise<object> {
    const secrets = await this.#load();
    change(secrets);
    if (this.#key) await this.#save(secrets, this.#key);
    return {};
  }

  /** @throws AppError if the file is locked, gone or damaged. */
  async #load(): Promise<Map<string, string>> {
    if (!this.#key) throw new AppError('UNAVAILABLE', 'the key file is locked; its passphrase opens it');
    const reading = await readTextFile(this.#path, MAX_BYTES);
    if (reading.state === 'missing') return new Map();
    if (reading.state === 'unreadable') throw this.#cannotUse(reading.message);
    const opened = await unseal(reading.text, this.#key);
    if (opened.text !== undefined) {
      return new Map(Object.entries(Secrets.parse(JSON.parse(opened.text)).secrets));
    }
    if (opened.fault === 'damaged') throw this.#cannotUse('it is damaged');
    // Somebody made it anew under another passphrase.
    this.#key = undefined;
    throw new AppError('UNAVAILABLE', 'the key file is locked with another passphrase now');
  }

  async #save(secrets: ReadonlyMap<string, string>, key: SealingKey): Promise<void> {
    const text = JSON.stringify({ v: 1, secrets: Object.fromEntries(secrets) });
    const sealed = seal(text, key);
    if (Buffer.byteLength(sealed) > MAX_BYTES) {
      throw new AppError('LIMIT_EXCEEDED', 'the key file would be larger than 1 MB, and could not be read again');
    }
    await writeTextFile(this.#path, sealed, 0o600);
    this.#exists = true;
  }

  #cannotUse(why: string): AppError {
    return new AppError('UNAVAILABLE', `The key file cannot be used: ${why}`, {
      where: this.#path,
      advice: 'Move it away to start a new one.',
    });
  }

  #saying<T extends object>(step: () => Promise<T>): Promise<T | { readonly problem: string }> {
    return this.#mutex.run(async () => {
      try {
        return await step();
      } catch (error) {
        return { problem: messageOf(error) };
      }
    });
  }
}
