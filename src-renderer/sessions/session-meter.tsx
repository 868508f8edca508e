import type { SessionSummary } from '#contract';
import { meterWords } from '../ui/meter-words.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import styles from './session-meter.module.css';

/** What the session has used and cost so far, in all and by profile. */
export function SessionMeter({ session }: { readonly session: SessionSummary }) {
  const { meters = [], usage, isUsageComplete, cost = 0, isCostComplete = false } = session;
  if (usage.total === 0 && isUsageComplete) return undefined;
  return (
    <section className={styles.meter} aria-label="Usage and cost">
      <span title="Of this session, background work included">
        Session: {meterWords({ usage, isUsageComplete, cost, isCostComplete })}
      </span>
      {meters.length < 2
        ? undefined
        : meters.map((meter) => (
            <span key={meter.profile} className={styles.part}>
              <VisibleText text={meter.profile} />: {meterWords(meter)}
            </span>
          ))}
      {isUsageComplete && isCostComplete ? undefined : (
        <span
          className={styles.part}
          title="A server did not report its tokens, or a model has no price in the settings"
        >
          not all of it is known
        </span>
      )}
    </section>
  );
}
