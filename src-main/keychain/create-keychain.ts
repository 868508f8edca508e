import type { KeychainState } from '#contract';
import { AppError } from '#core/app-error';
import type { Subscribe } from '#core/async/emitter';
import { KeyedMutex } from '#core/async/mutex';
import { LiveValue } from '#core/async/streams';
import type { Logger } from '#core/logger';
import type { Redactor } from '#core/secrets/redact';
import { os } from '#core/servers/procedures';
import { EncryptedFile } from './encrypted-file.ts';
import { type OpenEntry, openSystemEntry, SystemKeyring } from './keyring.ts';
import type { Secret, SecretStore } from './secret-store.ts';

/** The service under which other programs of this family keep their keys, too. */
const SERVICE = 'phishell';
/** Account under which nothing is kept; asking for it shows whether the keychain answers, and unlocks nothing. */
const PROBE = 'sigma-shell-probe';
const TIMEOUT_MS = 5000;

type Store = KeychainState['store'];

export interface KeychainOptions {
  /** Absolute path of the encrypted file; made when the person chooses it. */
  readonly file: string;
  /** Setting with the person's choice; `undefined` before any, so that the system's keychain is tried. */
  readonly choice: {
    current(): Store | undefined;
    choose(store: Store): Promise<void>;
    /** Subscribes to changes of the choice, which the person may also write into a file. */
    readonly onChanged?: Subscribe<unknown>;
  };
  readonly redactor: Redactor;
  readonly log: Logger;
  /** The system's keychain itself, and how long it may take, in milliseconds. */
  readonly openEntry?: OpenEntry;
  readonly timeoutMs?: number;
}

export interface Keychain extends AsyncDisposable {
  readonly router: ReturnType<KeychainStores['router']>;
  readonly state: LiveValue<KeychainState>;
  /** Never throws; no such item: neither a secret nor a problem. */
  read(account: string): Promise<Secret>;
  /** `session`: it is forgotten with this run, be it chosen so or because the store could not take it. */
  write(account: string, secret: string): Promise<'kept' | 'session'>;
  /** Whether a secret is held for this run alone; `state` tells when that has changed. */
  isForRun(account: string): boolean;
  /**
   * Removes a secret. `unreachable`: no keychain answers on this machine, so that at most one of an earlier run is left in it.
   * @throws AppError UNAVAILABLE if it is still there; nothing has changed then
   */
  remove(account: string): Promise<'removed' | 'unreachable'>;
}

/** Keeps keys where the person chose: the system's keychain, an encrypted file, or nowhere beyond this run. */
export async function createKeychain(options: KeychainOptions): Promise<Keychain> {
  const keys = new KeychainStores(options);
  await keys.open();
  return {
    router: keys.router(),
    state: keys.state,
    read: (account) => keys.read(account),
    write: (account, secret) => keys.write(account, secret),
    isForRun: (account) => keys.isForRun(account),
    remove: (account) => keys.remove(account),
    [Symbol.asyncDispose]: () => keys.close(),
  };
}

class KeychainStores {
  readonly state: LiveValue<KeychainState>;
  readonly #options: KeychainOptions;
  readonly #system: SystemKeyring;
  readonly #file: EncryptedFile;
  /** Secrets that no store has accepted, or all if this is the only place. */
  readonly #session = new Map<string, string>();
  /** Lets one thing after the other be done to an item, so that none comes back that was removed. */
  readonly #items = new KeyedMutex();
  #chosen: Store;
  #probe: Promise<void> | undefined;
  #stopFollowing: (() => void) | undefined;

  constructor(options: KeychainOptions) {
    const { openEntry = openSystemEntry, timeoutMs = TIMEOUT_MS } = options;
    this.#options = options;
    this.#system = new SystemKeyring(SERVICE, timeoutMs, openEntry);
    this.#file = new EncryptedFile(options.file);
    this.#chosen = options.choice.current() ?? 'system';
    this.state = new LiveValue({ store: this.#chosen, file: this.#file.state });
  }

  async open(): Promise<void> {
    await this.#file.look();
    this.#tell({});
    this.#stopFollowing = this.#options.choice.onChanged?.(() => void this.#follow());
  }

  async read(account: string): Promise<Secret> {
    const held = this.#session.get(account);
    if (held !== undefined) return { secret: held };
    const found = (await this.#store()?.read(account)) ?? {};
    if (found.secret !== undefined) this.#options.redactor.addKey(found.secret);
    this.#notice(found.problem);
    return found;
  }

  write(account: string, secret: string): Promise<'kept' | 'session'> {
    return this.#items.run(account, () => this.#write(account, secret));
  }

  async #write(account: string, secret: string): Promise<'kept' | 'session'> {
    this.#options.redactor.addKey(secret);
    const store = this.#store();
    const problem = store === undefined ? undefined : (await store.write(account, secret)).problem;
    this.#notice(problem);
    const isKept = store !== undefined && problem === undefined;
    if (isKept) this.#session.delete(account);
    else this.#session.set(account, secret);
    this.#tell({});
    return isKept ? 'kept' : 'session';
  }

  isForRun(account: string): boolean {
    return this.#session.has(account);
  }

  /** @throws AppError UNAVAILABLE if it is still there */
  remove(account: string): Promise<'removed' | 'unreachable'> {
    return this.#items.run(account, () => this.#remove(account));
  }

  async #remove(account: string): Promise<'removed' | 'unreachable'> {
    const { problem, isAbsent = false } = (await this.#store()?.remove(account)) ?? {};
    this.#notice(problem);
    if (problem !== undefined && !isAbsent) throw new AppError('UNAVAILABLE', `The key is not removed: ${problem}`);
    this.#session.delete(account);
    this.#tell({});
    return isAbsent ? 'unreachable' : 'removed';
  }

  router() {
    return os.keychain.router({
      changed: os.keychain.changed.handler(({ signal }) => {
        this.#probe ??= this.#lookAtSystem();
        return this.state.stream(signal);
      }),
      choose: os.keychain.choose.handler(({ input }) => this.#choose(input.store, input.passphrase)),
      unlock: os.keychain.unlock.handler(({ input }) => this.#unlock(input.passphrase)),
    });
  }

  async close(): Promise<void> {
    this.#stopFollowing?.();
    this.#session.clear();
  }

  /**
   * @throws AppError INVALID_INPUT without a passphrase, DENIED for a wrong one, UNAVAILABLE if the store does not
   * answer
   */
  async #choose(store: Store, passphrase: string | undefined): Promise<void> {
    if (store === 'system') {
      const { problem } = await this.#system.read(PROBE);
      this.#tell({ systemProblem: problem });
      if (problem !== undefined) {
        throw new AppError('UNAVAILABLE', asSentence(problem), {
          advice: 'Choose the encrypted file, or “This run only”.',
        });
      }
    }
    if (store === 'file' && this.#file.state !== 'open') await this.#openFile(passphrase);
    await this.#options.choice.choose(store);
    this.#chosen = store;
    this.#options.log.info('keychain.chosen', { store });
    await this.#moveSession();
    this.#tell({});
  }

  /** Follows the choice in the settings, made by hand or by us. */
  async #follow(): Promise<void> {
    const store = this.#options.choice.current() ?? 'system';
    if (store === this.#chosen) return;
    this.#chosen = store;
    this.#options.log.info('keychain.followed', { store });
    await this.#file.look();
    this.#tell({});
    await this.#moveSession();
  }

  async #openFile(passphrase: string | undefined): Promise<void> {
    if (passphrase === undefined) {
      throw new AppError('INVALID_INPUT', 'The encrypted file needs a passphrase', { where: 'passphrase' });
    }
    this.#options.redactor.add(passphrase);
    await this.#file.unlock(passphrase);
  }

  async #unlock(passphrase: string): Promise<void> {
    if (this.#file.state === 'none') {
      throw new AppError('NOT_FOUND', 'There is no encrypted key file yet; choose it first');
    }
    await this.#openFile(passphrase);
    if (this.#chosen === 'file') await this.#moveSession();
    this.#tell({});
  }

  /** Stores what was typed before the person chose, unless it is gone by its turn. */
  async #moveSession(): Promise<void> {
    for (const account of [...this.#session.keys()]) {
      await this.#items.run(account, async () => {
        const secret = this.#session.get(account);
        if (secret !== undefined) await this.#write(account, secret);
      });
    }
  }

  #store(): SecretStore | undefined {
    if (this.#chosen === 'session') return undefined;
    return this.#chosen === 'file' ? this.#file : this.#system;
  }

  async #lookAtSystem(): Promise<void> {
    this.#tell({ systemProblem: (await this.#system.read(PROBE)).problem });
  }

  #notice(problem: string | undefined): void {
    if (problem !== undefined) this.#options.log.warn('keychain.failed', { store: this.#chosen, problem });
    if (this.#chosen === 'system') this.#tell({ systemProblem: problem });
    else this.#tell({});
  }

  /** Heard only when something is different. */
  #tell(change: { readonly systemProblem?: string | undefined }): void {
    const problem = 'systemProblem' in change ? change.systemProblem : this.state.value.systemProblem;
    const next: KeychainState = {
      store: this.#chosen,
      file: this.#file.state,
      ...(problem === undefined ? {} : { systemProblem: asSentence(problem) }),
      ...(this.#session.size > 0 && { forRun: this.#session.size }),
    };
    if (JSON.stringify(next) !== JSON.stringify(this.state.value)) this.state.set(next);
  }
}

function asSentence(problem: string): string {
  return problem.charAt(0).toUpperCase() + problem.slice(1);
}
