import type { KeychainState } from '#contract';
import { useNavigation } from '../state/navigation.tsx';
import { useLive } from '../state/use-live.ts';
import { Button } from '../ui/button.tsx';
import styles from './key-place.module.css';

export interface KeyPlaceProps {
  /** The page that lets one choose is opened. */
  readonly onLeave?: () => void;
}

/** Note about the storage of a key that is typed here; if it is not kept for long, how to change that. */
export function KeyPlace({ onLeave }: KeyPlaceProps) {
  const { open } = useNavigation();
  const live = useLive((api, signal) => api.keychain.changed(undefined, { signal }), []);
  if (live.status !== 'ready') return undefined;
  const { isKept, text } = keyLocation(live.value);
  const choose = () => {
    onLeave?.();
    open('settings', 'keychain');
  };
  return (
    <div className={styles.place} data-lost={isKept ? undefined : ''}>
      <p className={styles.text}>{text}</p>
      {isKept ? undefined : (
        <Button size="small" onClick={choose}>
          Choose where keys are kept
        </Button>
      )}
    </div>
  );
}

interface KeyLocation {
  readonly isKept: boolean;
  readonly text: string;
}

function keyLocation({ store, file, systemProblem }: KeychainState): KeyLocation {
  if (store === 'system' && systemProblem === undefined) {
    return { isKept: true, text: 'It will be kept in the system’s keychain.' };
  }
  if (store === 'file' && file === 'open')
    return { isKept: true, text: 'It will be kept in Sigma Shell’s encrypted file.' };
  const forNow = 'It will be kept until Sigma Shell ends, and then asked for again';
  if (store === 'session') return { isKept: false, text: `${forNow}.` };
  if (store === 'file') return { isKept: false, text: `${forNow}: the encrypted file for keys is locked.` };
  return { isKept: false, text: `${forNow}: no keychain of this system answers.` };
}
