import type { Keychain } from '#keychain';

/** The keychain, as a port of features that keep secrets there. */
export function secretsIn({ read, write, remove, isForRun, state }: Keychain) {
  return { read, write, remove, isForRun, onChanged: state.onChanged };
}
