import type { SessionSummary } from '#contract';
import { useNavigation } from '../../state/navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { meterWords } from '../../ui/meter-words.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './session-meter.module.css';

export interface SessionMeterProps {
  readonly session: SessionSummary;
  readonly onTimeline: () => void;
}

/** Usage and cost of the session so far, in all and by profile. */
export function SessionMeter({ session, onTimeline }: SessionMeterProps) {
  const { meters = [], usage, isUsageComplete, cost = 0, isCostComplete = false } = session;
  const { open } = useNavigation();
  if (usage.total === 0 && isUsageComplete) return undefined;
  return (
    <section className={styles.bar} aria-label="Usage and cost">
      <div className={styles.meter}>
        <span title="For this session, including background work">
          Session: {meterWords({ usage, isUsageComplete, cost, isCostComplete })}
        </span>
        {meters.length < 2
          ? undefined
          : meters.map((meter) => (
              <span key={meter.profile} className={styles.part}>
                <VisibleText text={meter.profile} />: {meterWords(meter)}
              </span>
            ))}
        {isUsageComplete ? undefined : <span className={styles.part}>a server did not report all of its tokens</span>}
        {isCostComplete || !isUsageComplete ? undefined : (
          <span className={styles.part}>
            {cost === 0 ? 'cost unknown' : 'not all of the cost is known'}
            <Button size="small" variant="ghost" onClick={() => open('settings', 'chat')}>
              Set prices
            </Button>
          </span>
        )}
        <Button className={styles.timeline} size="small" variant="ghost" onClick={onTimeline}>
          Timeline
        </Button>
      </div>
    </section>
  );
}
