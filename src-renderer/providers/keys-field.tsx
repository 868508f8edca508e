import { useEffect, useState } from 'react';
import { useApi } from '../api/api-context.tsx';
import styles from './attach-dialog.module.css';

export interface KeysFieldProps {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
}

/**
 * The keys of the person's environment by name: what is not ticked does not reach the provider. Nothing if there are
 * none.
 */
export function KeysField({ chosen, onChange }: KeysFieldProps) {
  const api = useApi();
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    // Without the list nothing can be ticked, and nothing is passed on.
    api.providers.keys().then(setNames, () => {});
  }, [api]);
  if (names.length === 0) return null;
  return (
    <fieldset className={styles.pairs}>
      <legend className={styles.legend}>Keys of your environment it is given</legend>
      {names.map((name) => (
        <label key={name} className={styles.tick}>
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, name] : chosen.filter((other) => other !== name))
            }
          />
          <code>{name}</code>
        </label>
      ))}
      <p className={styles.hint}>It can read and send on what you tick. The others are removed from its environment.</p>
    </fieldset>
  );
}
