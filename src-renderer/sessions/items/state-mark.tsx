import { Icon, type IconName } from '../../ui/icon.tsx';
import type { StateTone, StateWords } from './session-words.ts';
import styles from './state-mark.module.css';

const ICONS: Readonly<Record<StateTone, IconName>> = {
  neutral: 'dot',
  active: 'running',
  attention: 'attention',
  good: 'check',
  bad: 'error',
};

/** A state in words with its icon; the colour only repeats them. */
export function StateMark({ text, tone }: StateWords) {
  return (
    <span className={styles.mark} data-tone={tone}>
      <Icon name={ICONS[tone]} />
      {text}
    </span>
  );
}
