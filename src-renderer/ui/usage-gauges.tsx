import type { LimitName, LiveUsage, RunLimits } from '#contract';
import { Icon } from './icon.tsx';
import { LIMITS, type LimitShare, limitName, shareOf } from './limit-words.ts';
import styles from './usage-gauges.module.css';

export interface UsageGaugesProps {
  /** Current usage; absent until it was measured. */
  readonly usage: LiveUsage | undefined;
  readonly limits: RunLimits;
  /** Whether to use one line without bars, for a row of a list. */
  readonly isCompact?: boolean;
}

/** Usage of what runs against its limits. The numbers keep their places, whatever their values. */
export function UsageGauges({ usage, limits, isCompact = false }: UsageGaugesProps) {
  return (
    <ul className={styles.gauges} data-compact={isCompact || undefined} aria-label="Use of its limits">
      {LIMITS.map((limit) => (
        <Gauge key={limit} limit={limit} share={shareOf(limit, usage, limits)} />
      ))}
    </ul>
  );
}

function Gauge({ limit, share }: { readonly limit: LimitName; readonly share: LimitShare }) {
  const name = limitName(limit);
  const percent = Math.min(Math.round((share.share ?? 0) * 100), 100);
  return (
    <li className={styles.gauge} data-near={share.isNear || undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers draw <meter> each in its own way. */}
      <div
        className={styles.meter}
        role="meter"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={gaugeText(share)}
      >
        <span className={styles.head}>
          <span className={styles.name}>{name}</span>
          <span className={styles.mark}>{share.isNear ? <Icon name="warning" size={14} /> : undefined}</span>
          <span className={styles.percent}>
            {share.share === undefined ? '' : `${Math.round(share.share * 100)} %`}
          </span>
        </span>
        <svg className={styles.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
          <rect className={styles.track} width="100" height="4" />
          <rect className={styles.fill} width={percent} height="4" />
        </svg>
        <span className={styles.value}>
          <b>{share.used}</b> <span>{share.limit === undefined ? 'no limit' : `of ${share.limit}`}</span>
        </span>
      </div>
    </li>
  );
}

/** `3.5 GiB of 4 GiB, 88 %, near its limit`. */
function gaugeText({ used, limit, share, isNear }: LimitShare): string {
  const most = limit === undefined ? 'no limit' : `of ${limit}`;
  const words = limit === undefined ? `${used}, ${most}` : `${used} ${most}`;
  if (share === undefined) return words;
  return `${words}, ${Math.round(share * 100)} %${isNear ? ', near its limit' : ''}`;
}
