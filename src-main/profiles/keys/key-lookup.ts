import type { ProfileView } from '#contract';
import { NO_KEY } from '#contract/profile-presets';
import type { Redactor } from '#core/secrets/redact';
import type { KeyStore } from '../ports.ts';
import { PRESETS } from '../presets.ts';
import type { ResolvedProfile } from '../profile.ts';
import { serverOrigin } from '../server-address.ts';
import type { KeyOrigins } from './key-origins.ts';
import { mayReceive } from './may-receive.ts';

/** A key with where it came from, or why there is none. */
export type KeyLookupResult =
  | { readonly key: string; readonly from: 'profile' | 'environment' | 'keychain' | 'typed' }
  | { readonly key: undefined; readonly why: string; readonly keychain: 'absent' | 'unreadable' | 'withheld' };

/** A key that is in memory. */
export interface HeldKey {
  readonly key: string;
  readonly from: 'keychain' | 'typed';
}

export interface LookupOptions {
  readonly keychain: KeyStore;
  readonly origins: KeyOrigins;
  readonly environmentKey: string | undefined;
  /** Keys that a service's own variable names, by that variable. */
  readonly serviceKeys?: Readonly<Record<string, string | undefined>>;
  readonly redactor: Redactor;
  readonly isTrusted: (profile: ResolvedProfile) => boolean;
  readonly ownOrigins: (name: string) => readonly string[];
}

/** Finds the key of a profile without asking anyone: profile, variable, what is held in memory, keychain. */
export class KeyLookup {
  readonly #options: LookupOptions;
  /** Keys of this run, by profile and server: a folder's profile is another one than that of its name elsewhere. */
  readonly #held = new Map<string, { readonly profile: ResolvedProfile; readonly held: HeldKey }>();

  /** How often the keys of a name were dropped. */
  readonly #drops = new Map<string, number>();

  constructor(options: LookupOptions) {
    this.#options = options;
  }

  async find(profile: ResolvedProfile): Promise<KeyLookupResult> {
    return this.atHand(profile) ?? (await this.read(profile));
  }

  /** Finds a key without opening the keychain. */
  atHand(profile: ResolvedProfile): (KeyLookupResult & { key: string }) | undefined {
    const { environmentKey } = this.#options;
    if (profile.key !== undefined) return { key: profile.key, from: 'profile' };
    const service = this.#serviceKey(profile);
    if (service !== undefined) return { key: service, from: 'environment' };
    if (environmentKey !== undefined && this.may(profile, 'environment')) {
      return { key: environmentKey, from: 'environment' };
    }
    return this.held(profile);
  }

  /** Reads the key from the keychain. Nothing is read that may not be sent. */
  async read(profile: ResolvedProfile): Promise<KeyLookupResult> {
    const { keychain, origins, redactor, environmentKey } = this.#options;
    const boundTo = origins.of(profile.name);
    if (!this.may(profile, 'keychain')) {
      const isThere = boundTo !== undefined || environmentKey !== undefined;
      if (!isThere) return noKeyYet(profile);
      return { key: undefined, why: this.#whyWithheld(profile, boundTo), keychain: 'withheld' };
    }
    const dropsBefore = this.#drops.get(profile.name);
    const { secret: kept, problem } = await keychain.read(profile.name);
    const secret = kept?.trim();
    if (secret) redactor.addKey(secret);
    // It was forgotten, or another one was typed, while the system asked for a password: what was read is the old one.
    if (this.#drops.get(profile.name) !== dropsBefore) return this.held(profile) ?? noKeyYet(profile);
    if (!secret) {
      if (problem === undefined) return noKeyYet(profile);
      const why = `The key of profile ${profile.name} cannot be read: ${problem}`;
      return { key: undefined, why, keychain: 'unreadable' };
    }
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

  /** Whether a key of `source` may be sent to the profile's server (docs/decisions/008-profiles-and-keys.md). */
  may(profile: ResolvedProfile, source: 'environment' | 'keychain', isTrusted = this.#options.isTrusted(profile)) {
    const { ownOrigins, origins } = this.#options;
    return mayReceive(profile, {
      source,
      isTrusted,
      ownOrigins: ownOrigins(profile.name),
      boundTo: origins.of(profile.name),
    });
  }

  /** The profile's own; for a folder's profile at the server of the person's own of its name, also that of this one. */
  held(profile: ResolvedProfile): HeldKey | undefined {
    const held = this.#held.get(keyPlace(profile))?.held ?? this.#heldByOwn(profile);
    // Its folder may have been trusted then, and not any more.
    return held?.from === 'keychain' && !this.may(profile, 'keychain') ? undefined : held;
  }

  hold(profile: ResolvedProfile, held: HeldKey): HeldKey {
    this.#held.set(keyPlace(profile), { profile, held });
    return held;
  }

  /** Drops the keys of all profiles of this name, whatever their folder and server; of one origin alone where that is given. */
  forget(name: string, from?: HeldKey['from']): void {
    this.#drops.set(name, (this.#drops.get(name) ?? 0) + 1);
    for (const [place, { profile, held }] of [...this.#held]) {
      if (profile.name === name && (from === undefined || held.from === from)) this.#held.delete(place);
    }
  }

  /** Determines what is known without opening the keychain, which might make the system ask for a password. */
  status(profile: ResolvedProfile): ProfileView['key'] {
    if (profile.key === NO_KEY) return 'none';
    if (profile.key !== undefined) return 'profile';
    const hasVariable = this.#options.environmentKey !== undefined;
    if (hasVariable && this.may(profile, 'environment')) return 'environment';
    if (this.#serviceKey(profile) !== undefined) return 'environment';
    const held = this.held(profile);
    if (held) return held.key === NO_KEY ? 'none' : held.from;
    const isKept = this.#options.origins.of(profile.name) !== undefined;
    if (isKept && this.may(profile, 'keychain')) return 'keychain';
    if (this.wouldHaveIfTrusted(profile)) return 'withheld';
    return isKept ? 'elsewhere' : 'missing';
  }

  /** A service's own variable goes to that service alone, whatever a file says, and only where a preset asks for it. */
  #serviceKey({ preset, origin }: ResolvedProfile): string | undefined {
    const { keyVariable, baseurl } = (preset && PRESETS.get(preset)) ?? {};
    if (keyVariable === undefined || baseurl === undefined || serverOrigin(baseurl) !== origin) return undefined;
    return this.#options.serviceKeys?.[keyVariable]?.trim() || undefined;
  }

  #heldByOwn({ name, origin, file }: ResolvedProfile): HeldKey | undefined {
    if (file !== 'local' || !this.#options.ownOrigins(name).includes(origin)) return undefined;
    return [...this.#held.values()].find(
      ({ profile }) => profile.file !== 'local' && profile.name === name && profile.origin === origin,
    )?.held;
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

function noKeyYet({ name }: ResolvedProfile): KeyLookupResult {
  return { key: undefined, why: `Profile ${name} has no key yet`, keychain: 'absent' };
}

/** Key of the place for which a secret is held, and asked for once. */
export function keyPlace({ id, origin }: ResolvedProfile): string {
  return `${id}\n${origin}`;
}
