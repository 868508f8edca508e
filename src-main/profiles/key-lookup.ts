import type { ProfileView } from '#contract';
import type { Redactor } from '#core/redact';
import type { KeyOrigins } from './key-origins.ts';
import { mayReceive } from './may-receive.ts';
import type { KeyStore } from './ports.ts';
import type { ResolvedProfile } from './profile.ts';

/** A key with where it came from, or why there is none. */
export type Found =
  | { readonly key: string; readonly from: 'profile' | 'environment' | 'keychain' | 'typed' }
  | { readonly key: undefined; readonly why: string; readonly keychain: 'absent' | 'unreadable' | 'withheld' };

export interface LookupOptions {
  readonly keychain: KeyStore;
  readonly origins: KeyOrigins;
  readonly environmentKey: string | undefined;
  readonly redactor: Redactor;
  readonly isTrusted: (profile: ResolvedProfile) => boolean;
  readonly ownOrigins: (name: string) => readonly string[];
}

/** Finds the key of a profile without asking anyone: profile, variable, what is held in memory, keychain. */
export class KeyLookup {
  readonly #options: LookupOptions;
  /** Keys of this run, by profile and server. */
  readonly #held = new Map<string, { readonly key: string; readonly from: 'keychain' | 'typed' }>();

  constructor(options: LookupOptions) {
    this.#options = options;
  }

  async find(profile: ResolvedProfile): Promise<Found> {
    return this.atHand(profile) ?? (await this.read(profile));
  }

  /** Without opening the keychain. */
  atHand(profile: ResolvedProfile): (Found & { key: string }) | undefined {
    const { environmentKey } = this.#options;
    if (profile.key !== undefined) return { key: profile.key, from: 'profile' };
    if (environmentKey !== undefined && this.may(profile, 'environment')) {
      return { key: environmentKey, from: 'environment' };
    }
    return this.held(profile);
  }

  /** What the keychain says now. Nothing is read that may not be sent. */
  async read(profile: ResolvedProfile): Promise<Found> {
    const { keychain, origins, redactor, environmentKey } = this.#options;
    const boundTo = origins.of(profile.name);
    if (!this.may(profile, 'keychain')) {
      const isThere = boundTo !== undefined || environmentKey !== undefined;
      const why = isThere ? this.#whyWithheld(profile, boundTo) : `Profile ${profile.name} has no key yet`;
      return { key: undefined, why, keychain: isThere ? 'withheld' : 'absent' };
    }
    const { secret: kept, problem } = await keychain.read(profile.name);
    const secret = kept?.trim();
    if (!secret) {
      const why =
        problem === undefined
          ? `Profile ${profile.name} has no key yet`
          : `The key of profile ${profile.name} cannot be read: ${problem}`;
      return { key: undefined, why, keychain: problem === undefined ? 'absent' : 'unreadable' };
    }
    redactor.addKey(secret);
    if (boundTo === undefined) await origins.set(profile.name, profile.origin);
    return this.hold(profile, { key: secret, from: 'keychain' });
  }

  /** Whether there is a key already that trusting the profile's folder would release. */
  wouldHaveIfTrusted(profile: ResolvedProfile): boolean {
    const { environmentKey, origins, isTrusted } = this.#options;
    if (profile.file !== 'local' || isTrusted(profile)) return false;
    if (environmentKey !== undefined) return this.may(profile, 'environment', true);
    return origins.of(profile.name) !== undefined && this.may(profile, 'keychain', true);
  }

  /** Whether a key of `source` may be sent to the profile's server (decision 16). */
  may(profile: ResolvedProfile, source: 'environment' | 'keychain', isTrusted = this.#options.isTrusted(profile)) {
    const { ownOrigins, origins } = this.#options;
    return mayReceive(profile, {
      source,
      isTrusted,
      ownOrigins: ownOrigins(profile.name),
      boundTo: origins.of(profile.name),
    });
  }

  held(profile: ResolvedProfile) {
    return this.#held.get(nameOf(profile));
  }

  hold<T extends { readonly key: string; readonly from: 'keychain' | 'typed' }>(profile: ResolvedProfile, key: T): T {
    this.#held.set(nameOf(profile), key);
    return key;
  }

  /** Of every server. */
  forget(name: string): void {
    for (const key of [...this.#held.keys()]) if (key.startsWith(`${name}\n`)) this.#held.delete(key);
  }

  /** What is known without opening the keychain, which might make the system ask for a password. */
  status(profile: ResolvedProfile): ProfileView['key'] {
    if (profile.key !== undefined) return 'profile';
    const hasVariable = this.#options.environmentKey !== undefined;
    if (hasVariable && this.may(profile, 'environment')) return 'environment';
    const held = this.held(profile);
    if (held) return held.from;
    const isKept = this.#options.origins.of(profile.name) !== undefined;
    if (isKept && this.may(profile, 'keychain')) return 'keychain';
    if (this.wouldHaveIfTrusted(profile)) return 'withheld';
    return isKept ? 'elsewhere' : 'missing';
  }

  #whyWithheld({ name, origin, file }: ResolvedProfile, boundTo: string | undefined): string {
    const isVariable = this.#options.environmentKey !== undefined;
    if (!isVariable && boundTo !== undefined && boundTo !== origin) {
      return `The stored key of profile ${name} was entered for ${boundTo} and is not sent to ${origin}`;
    }
    const whose = isVariable ? 'PHISHELL_KEY' : `The stored key of profile ${name}`;
    const from = file === 'local' ? ', which a file in this folder names,' : '';
    return `${whose} is not sent to ${origin}${from} before the folder is trusted`;
  }
}

function nameOf({ name, origin }: ResolvedProfile): string {
  return `${name}\n${origin}`;
}
