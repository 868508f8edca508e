import { NO_KEY } from '#contract/profile-presets';
import { AppError } from '#core/app-error';
import { onAbort } from '#core/async/abort';
import { Emitter } from '#core/async/emitter';
import { KeyedMutex } from '#core/async/mutex';
import type { Logger } from '#core/logger';
import { isTooShortToRedact } from '#core/secrets/redact';
import type { ResolvedProfile } from '../profile.ts';
import { SharedWork } from '../shared-work.ts';
import { KeyLookup, type KeyLookupResult, keyPlace, type LookupOptions } from './key-lookup.ts';
import type { KeyOrigins } from './key-origins.ts';
import { type KeyQuestion, KeyQuestions } from './key-questions.ts';

/** A key for one request, or why there is none. */
export type KeyAnswer =
  | { readonly key: string; readonly from: 'profile' | 'environment' | 'keychain' | 'typed' }
  | { readonly key: undefined; readonly why: string };

type MissingKey = KeyLookupResult & { readonly key: undefined };

export interface KeysOptions extends LookupOptions {
  /** The folder whose file a profile is in, real; undefined for the person's own. */
  readonly folderOf: (profile: ResolvedProfile) => string | undefined;
  readonly onWarning: (text: string) => void;
  readonly log: Logger;
}

/** Gets keys for requests: looks them up, asks for what is missing, keeps what was given. */
export class KeyService {
  readonly questions = new KeyQuestions();
  readonly lookup: KeyLookup;
  readonly #options: KeysOptions;
  readonly #origins: KeyOrigins;
  readonly #changed = new Emitter<void>();
  readonly #writing = new Set<Promise<unknown>>();
  /** Secrets that the keychain did not accept, by profile; tried again when it changes. */
  readonly #unkept = new Map<string, readonly [ResolvedProfile, string]>();
  /** Lets one thing after the other be done to an item of the keychain: a key that is typed while the old one goes stays. */
  readonly #items = new KeyedMutex();
  readonly #asking = new SharedWork<KeyAnswer>();
  readonly #askingAgain = new SharedWork<string | undefined>();

  constructor(options: KeysOptions) {
    this.#options = options;
    this.#origins = options.origins;
    this.lookup = new KeyLookup(options);
  }

  /** Heard whenever `lookup.status` may answer differently. */
  readonly onChanged = this.#changed.subscribe;

  /** Looks again for keys that are waited for, and keeps those that could not be: a folder was trusted, the keychain opened. */
  lookAgain(): void {
    this.#changed.emit();
    const { store } = this.#options.keychain.state.value;
    if (store === 'session') return;
    for (const [profile, key] of [...this.#unkept.values()]) {
      const writing = this.#write(profile, key).finally(() => this.#writing.delete(writing));
      this.#writing.add(writing);
    }
  }

  async keyFor(profile: ResolvedProfile, signal: AbortSignal): Promise<KeyAnswer> {
    const answer = await this.#anyKeyFor(profile, signal);
    return answer.key === undefined ? answer : (refusedAsShort(profile, answer.key) ?? answer);
  }

  async #anyKeyFor(profile: ResolvedProfile, signal: AbortSignal): Promise<KeyAnswer> {
    const ready = this.lookup.atHand(profile);
    if (ready) return ready;
    // Fifty sessions on one profile read the keychain once, and ask once.
    const answer = await this.#asking.join(keyPlace(profile), signal, async (stop) => {
      const found = await this.lookup.read(profile);
      const given = found.key === undefined ? await this.#ask(profile, found, stop) : found;
      if (given.key !== undefined) this.#changed.emit();
      return given;
    });
    return answer ?? { key: undefined, why: `Stopped while profile ${profile.name} waited for its key` };
  }

  /** A key to try once more after a 401, or `undefined`: the answer stands as it is. */
  async unauthorized(profile: ResolvedProfile, used: string, signal: AbortSignal): Promise<string | undefined> {
    const held = this.lookup.held(profile);
    // The profile's own key, and the variable's, are the person's to mend.
    if (!held || profile.key === used || this.#options.environmentKey === used) return undefined;
    // Another request was refused before, and there is a new key already.
    if (held.key !== used) return held.key;
    return this.#askingAgain.join(`${keyPlace(profile)}\n${used}`, signal, (stop) => this.#renew(profile, used, stop));
  }

  /**
   * Keeps a key where the person said; answers where it is now.
   *
   * @throws AppError CONFLICT if a local profile's would take the place of that of the person's own of its name
   */
  async store(profile: ResolvedProfile, key: string, where: 'keychain' | 'session') {
    this.#options.redactor.addKey(key);
    if (where === 'keychain') await this.refuseTaken(profile);
    this.lookup.forget(profile.name);
    this.#unkept.delete(profile.name);
    this.lookup.hold(profile, { key, from: 'typed' });
    const kept = where === 'keychain' ? await this.#write(profile, key) : 'session';
    if (where === 'keychain' && kept === 'session') {
      this.#options.onWarning(`${forNow(profile.name)}. ${OTHER_PLACES}`);
    }
    this.#changed.emit();
    return kept;
  }

  /** @throws AppError UNAVAILABLE if the keychain still has it, or cannot be asked about what an earlier run kept */
  async forget(name: string): Promise<void> {
    this.lookup.forget(name);
    this.#unkept.delete(name);
    try {
      await this.#items.run(name, async () => {
        if ((await this.#options.keychain.remove(name)) === 'unreachable') this.#origins.dropForNow(name);
        // Forgets a key that was read in the meantime; one that was typed stays.
        this.lookup.forget(name, 'keychain');
        await this.#origins.set(name, undefined);
      });
    } finally {
      this.#changed.emit();
    }
  }

  /** Cancels open questions; keys that are being stored are still stored. */
  async close(): Promise<void> {
    this.questions.close();
    await Promise.allSettled(this.#writing);
  }

  async #ask(profile: ResolvedProfile, found: MissingKey, stop: AbortSignal): Promise<KeyAnswer> {
    const answered = new AbortController();
    const withdrawn = AbortSignal.any([stop, answered.signal]);
    const question = this.questions.ask(this.#questionOf(profile, found), withdrawn);
    let newest = found;
    const late = this.#waitFor(profile, withdrawn, (missing) => {
      newest = missing;
      question.revise(this.#questionOf(profile, missing));
    });
    const given = await Promise.race([question.answer, late.then(() => undefined)]);
    answered.abort();
    if (given === NO_KEY) return this.lookup.hold(profile, { key: NO_KEY, from: 'typed' });
    if (given) {
      await this.#keep(profile, given, newest.keychain);
      return { key: given, from: 'typed' };
    }
    const appeared = await this.lookup.find(profile);
    if (appeared.key !== undefined) return appeared;
    return { key: undefined, why: `No key was given for profile ${profile.name}` };
  }

  #questionOf(profile: ResolvedProfile, { why }: MissingKey): KeyQuestion {
    const question = { profile: profile.name, origin: profile.origin, why, isRefused: false };
    const folder = this.lookup.wouldHaveIfTrusted(profile) ? this.#options.folderOf(profile) : undefined;
    return folder === undefined ? question : { ...question, folder };
  }

  /** Settles when a key has appeared by itself; tells why it is missing whenever that may be different. */
  #waitFor(profile: ResolvedProfile, signal: AbortSignal, onMissing: (found: MissingKey) => void): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        void this.lookup.find(profile).then((found) => {
          if (found.key !== undefined) resolve();
          else onMissing(found);
        });
      };
      const unsubscribe = this.#changed.subscribe(look);
      onAbort(signal, unsubscribe);
    });
  }

  async #renew(profile: ResolvedProfile, used: string, stop: AbortSignal): Promise<string | undefined> {
    const { name, origin } = profile;
    const now = await this.lookup.read(profile);
    if (now.key !== undefined && now.key !== used) {
      this.#options.log.info('profiles.key.changedElsewhere', { profile: name });
      return now.key;
    }
    const why = `${origin} refused the key of profile ${name} (401)`;
    const given = await this.questions.ask({ profile: name, origin, why, isRefused: true }, stop).answer;
    if (!given) return given === undefined ? undefined : used;
    // No key is no secret to keep, least of all in the place of one.
    if (given === NO_KEY) this.lookup.hold(profile, { key: NO_KEY, from: 'typed' });
    else await this.#keep(profile, given, now.key === undefined ? now.keychain : 'absent');
    this.#changed.emit();
    return given;
  }

  /** Keeps what was typed in answer to a question, unless that would put it in the place of another server's key. */
  async #keep(profile: ResolvedProfile, key: string, keychain: MissingKey['keychain']) {
    const isOwn = profile.file !== 'local';
    const isSafe = isOwn ? keychain !== 'unreadable' : keychain === 'absent' && (await this.#isFree(profile));
    await this.store(profile, key, isSafe ? 'keychain' : 'session');
    if (!isSafe) this.#options.onWarning(forNow(profile.name));
  }

  /** Whether the keychain has no item of another server, or another program, under the profile's name. */
  async #isFree(profile: ResolvedProfile): Promise<boolean> {
    const boundTo = this.#origins.of(profile.name);
    if (boundTo !== undefined) return boundTo === profile.origin && this.lookup.may(profile, 'keychain');
    const { secret, problem } = await this.#options.keychain.read(profile.name);
    return secret === undefined && problem === undefined;
  }

  /** @throws AppError CONFLICT if the key would take the place of that of the person's own profile of its name */
  async refuseTaken({ name, origin, file }: ResolvedProfile): Promise<void> {
    const { ownOrigins, keychain } = this.#options;
    const own = ownOrigins(name);
    if (file !== 'local' || own.length === 0 || own.includes(origin)) return;
    const boundTo = this.#origins.of(name) ?? ((await keychain.read(name)).secret === undefined ? undefined : own[0]);
    if (boundTo === undefined || !own.includes(boundTo)) return;
    const message = `The key of your own profile ${name}, for ${boundTo}, is kept under that name; this one is not kept`;
    const advice = 'Keep it for this run or in the file, or give the profile of this folder another name.';
    throw new AppError('CONFLICT', message, { where: name, advice });
  }

  #write(profile: ResolvedProfile, key: string): Promise<'keychain' | 'file' | 'session'> {
    return this.#items.run(profile.name, () => this.#writeItem(profile, key));
  }

  async #writeItem(profile: ResolvedProfile, key: string): Promise<'keychain' | 'file' | 'session'> {
    const { keychain, log } = this.#options;
    const { name, origin } = profile;
    const kept = await keychain.write(name, key);
    log.info('profiles.key.stored', { profile: name, kept });
    if (kept === 'session') {
      this.#origins.setForNow(name, origin);
      this.#unkept.set(name, [profile, key]);
      return 'session';
    }
    this.#unkept.delete(name);
    await this.#origins.set(name, origin);
    return keychain.state.value.store === 'file' ? 'file' : 'keychain';
  }
}

const ON_THIS_COMPUTER = /^https?:\/\/(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/;
const OTHER_PLACES = 'Settings, “Profiles and keys”, has other places for keys.';

/** A server on this computer takes any text for a key; elsewhere a key is a secret, and one so short cannot be blanked. */
function refusedAsShort({ name, origin }: ResolvedProfile, key: string): KeyAnswer | undefined {
  if (!isTooShortToRedact(key) || ON_THIS_COMPUTER.test(origin)) return undefined;
  const why = `The key of profile ${name} is too short: a key for ${origin} has at least 4 characters, or it cannot be kept out of the record`;
  return { key: undefined, why };
}

function forNow(profile: string): string {
  return `The key of profile ${profile} is kept until Sigma Shell ends, and then asked for again`;
}
