import { useId } from 'react';
import type { LikelySecret } from '#contract';
import { plural } from '../ui/format.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import styles from './packing.module.css';

const FOUND_BY = { name: 'by its name', content: 'a key stands in it' } as const;

export interface SecretTicksProps {
  readonly secrets: readonly LikelySecret[];
  /** Paths that are packed all the same. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

/** Files that may hold secrets: each is left out unless it is ticked. */
export function SecretTicks({ secrets, chosen, onChoose }: SecretTicksProps) {
  if (secrets.length === 0) return undefined;
  const toggle = (path: string, isOn: boolean) => {
    onChoose(new Set(isOn ? [...chosen, path] : [...chosen].filter((one) => one !== path)));
  };
  return (
    <fieldset className={styles.secrets}>
      <legend>
        {plural(secrets.length, 'file')} may hold secrets. {secrets.length === 1 ? 'It is' : 'They are'} left out unless
        you tick {secrets.length === 1 ? 'it' : 'them'}.
      </legend>
      <ul>
        {secrets.map(({ path, foundBy }) => (
          <Tick
            key={path}
            path={path}
            note={FOUND_BY[foundBy]}
            isOn={chosen.has(path)}
            onToggle={(isOn) => toggle(path, isOn)}
          />
        ))}
      </ul>
    </fieldset>
  );
}

interface TickProps {
  readonly path: string;
  readonly note: string;
  readonly isOn: boolean;
  readonly onToggle: (isOn: boolean) => void;
}

function Tick({ path, note, isOn, onToggle }: TickProps) {
  const id = useId();
  return (
    <li>
      <input id={id} type="checkbox" checked={isOn} onChange={({ target }) => onToggle(target.checked)} />
      <label htmlFor={id}>
        <code>
          <VisibleText text={path} />
        </code>{' '}
        <span className={styles.note}>{note}</span>
      </label>
    </li>
  );
}
