import type { AsyncEntry } from '@napi-rs/keyring';
import { messageOf } from '#core/app-error';
import { Mutex } from '#core/async/mutex';
import type { Secret, SecretStore } from './secret-store.ts';

/** One item of the system's keychain; `AsyncEntry` of the library. */
export type KeyringEntry = Pick<AsyncEntry, 'getPassword' | 'setPassword' | 'deleteCredential'>;

/** @throws when the system has no keychain that answers */
export type OpenEntry = (service: string, account: string) => Promise<KeyringEntry>;

/**
 * Linux is pinned to the secret service: left to choose, the library says "no such item" if there is no service, and
 * would keep keys in the kernel's keyring, which ends with the next reboot.
 */
export const openSystemEntry: OpenEntry = async (service, account) => {
  const { AsyncEntry } = await import('@napi-rs/keyring');
  return new AsyncEntry(service, account, { linux: { store: 'secret-service' } });
};

/**
 * The system's keychain, one call at a time: each occupies a thread that file access needs as well, and one that waits for the
 * person to unlock the keychain may do so for hours.
 */
export class SystemKeyring implements SecretStore {
  readonly #service: string;
  readonly #timeoutMs: number;
  readonly #openEntry: OpenEntry;
  readonly #mutex = new Mutex();

  constructor(service: string, timeoutMs: number, openEntry: OpenEntry) {
    this.#service = service;
    this.#timeoutMs = timeoutMs;
    this.#openEntry = openEntry;
  }

  async read(account: string): Promise<Secret> {
    try {
      const secret = await this.#call(account, (entry) => entry.getPassword());
      return secret === null || secret === undefined ? {} : { secret };
    } catch (error) {
      return { problem: errorSentence(error) };
    }
  }

  async write(account: string, secret: string): Promise<{ readonly problem?: string }> {
    return this.#attempt(account, (entry) => entry.setPassword(secret));
  }

  async remove(account: string): Promise<{ readonly problem?: string; readonly isAbsent?: boolean }> {
    const { problem } = await this.#attempt(account, (entry) => entry.deleteCredential());
    return problem === undefined ? {} : { problem, isAbsent: NO_KEYCHAIN.test(problem) };
  }

  async #attempt(
    account: string,
    act: (entry: KeyringEntry) => Promise<unknown>,
  ): Promise<{ readonly problem?: string }> {
    try {
      await this.#call(account, act);
      return {};
    } catch (error) {
      return { problem: errorSentence(error) };
    }
  }

  /** Waits for its turn and for the answer, together no longer than the limit. */
  async #call<T>(account: string, act: (entry: KeyringEntry) => Promise<T>): Promise<T> {
    let isGivenUp = false;
    const result = this.#mutex.run(async () => {
      if (isGivenUp) throw new Error('it was given up');
      return act(await this.#openEntry(this.#service, account));
    });
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        isGivenUp = true;
        reject(new Error(`it did not answer within ${this.#timeoutMs / 1000} s; it may wait to be unlocked`));
      }, this.#timeoutMs);
    });
    try {
      return await Promise.race([result, limit]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/**
 * Words of the library and of D-Bus for a Linux session without a bus or a secret service; they give no code. A keychain that is there
 * and locked has others.
 */
const NO_KEYCHAIN =
  /secret service provider.* found|\bautolaunch\b|failed to connect to socket|not provided by any \.service file/i;

/** The library's own prefixes say nothing to a person. */
function errorSentence(error: unknown): string {
  const said = messageOf(error).replace(
    /^(?:(?:Couldn't access platform storage|Platform failure|Platform secure storage failure|Secret Service): )+/,
    '',
  );
  return `the system keychain cannot be used: ${said}`;
}
