import { Icon, type IconName } from './icon.tsx';
import styles from './state-text.module.css';
import type { Tone } from './tone.ts';

export interface StateTextProps {
  readonly text: string;
  readonly tone: Tone;
  readonly icon?: IconName;
}

/** A state in words, with its icon; the colour only repeats them. */
export function StateText({ text, tone, icon }: StateTextProps) {
  return (
    <span className={styles.state} data-tone={tone}>
      {icon === undefined ? undefined : <Icon name={icon} size={14} />}
      {text}
    </span>
  );
}
