import type { Subscribe } from '#core/async/emitter';
import type { Keychain } from '#keychain';

/** The keychain, as a port of features that keep secrets there. */
export function secretsIn({ read, write, remove, isForRun, state }: Keychain) {
  // Left out is where the system's keychain answers again or fails: each reading of an item may change that.
  const onOtherStore: Subscribe<unknown> = (hear) => {
    let before = state.value;
    return state.onChanged((now) => {
      const isOther = now.store !== before.store || now.file !== before.file;
      before = now;
      if (isOther) hear(now);
    });
  };
  return { read, write, remove, isForRun, onChanged: state.onChanged, onOtherStore };
}
