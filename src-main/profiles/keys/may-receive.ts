import { USUAL_ORIGINS } from '../presets.ts';
import type { ResolvedProfile } from '../profile.ts';

/** Facts needed before a key that the profile does not have itself is sent to its server. */
export interface KeyFacts {
  /** Source of the key: a variable belongs to no server, an item in the keychain to the one it was entered for. */
  readonly source: 'environment' | 'keychain';
  /** Servers of the person's own profile of this name, in the global file. */
  readonly ownOrigins: readonly string[];
  /** Whether the folder that the local file is in was trusted. */
  readonly isTrusted: boolean;
  /** Server the item was entered for; `undefined` if that was not recorded, as with items of other programs. */
  readonly boundTo?: string | undefined;
}

type KeyReceiver = Pick<ResolvedProfile, 'file' | 'origin'>;

/**
 * Whether a profile may receive a key. A local file cannot lead a key of the person's to a server of its own choosing until its folder is trusted
 * (docs/decisions/008-profiles-and-keys.md), and an item in the keychain goes to no server but its own, whatever the
 * files say.
 */
export function mayReceive(profile: KeyReceiver, { source, ownOrigins, isTrusted, boundTo }: KeyFacts): boolean {
  const isLocal = profile.file === 'local';
  const isUsual = USUAL_ORIGINS.includes(profile.origin) || ownOrigins.includes(profile.origin);
  if (isLocal && !isTrusted && !isUsual) return false;
  if (source === 'environment') return true;
  if (boundTo !== undefined) return boundTo === profile.origin;
  // Whose it is shows in the person's own profile of the name; where there is none, whoever is trusted may say so.
  return !isLocal || (ownOrigins.length === 0 ? isTrusted : ownOrigins.includes(profile.origin));
}
