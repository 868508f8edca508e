import type { Rehearsal } from '#contract';
import { formatFullTime, formatTime, plural } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { useToday } from '../ui/use-today.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import styles from './rehearsal-view.module.css';

const DECISIONS = { allow: 'you allowed it', refuse: 'you refused it', withdrawn: 'it was withdrawn' } as const;

/** Effect that an allow rule would have had on past calls, in one sentence and by examples. */
export function RehearsalView({ rehearsal }: { readonly rehearsal: Rehearsal }) {
  useToday();
  const { refused, examples } = rehearsal;
  return (
    <div className={styles.rehearsal}>
      <p className={styles.sentence} data-refused={refused > 0 || undefined}>
        <Icon name={refused > 0 ? 'warning' : 'clock'} size={14} />
        <span>{rehearsalWords(rehearsal)}</span>
      </p>
      {examples.length === 0 ? undefined : (
        <ul className={styles.examples} aria-label="Examples from your past">
          {examples.map(({ text, at, decided }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same call may be there twice, and the list does not change.
            <li key={index} data-decided={decided}>
              <code>
                <VisibleText text={text} />
              </code>
              <span className={styles.past}>
                {DECISIONS[decided]},{' '}
                <time dateTime={new Date(at).toISOString()} title={formatFullTime(at)}>
                  {formatTime(at)}
                </time>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function rehearsalWords({ looked, wouldAllow, refused }: Rehearsal): string {
  if (looked === 0) return 'No earlier command to test this rule on.';
  const of = plural(looked, 'past call');
  if (wouldAllow === 0) return `It would have allowed none of ${of}.`;
  const against = refused === 0 ? 'none of which you refused' : `${refused} of which you refused`;
  return `It would have allowed ${wouldAllow} of ${of}, ${against}.`;
}
