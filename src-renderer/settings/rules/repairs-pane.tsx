import { useMemo } from 'react';
import type { RepairCount } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { useSettings } from '../../state/settings.tsx';
import { useLive } from '../../state/use-live.ts';
import { Banner } from '../../ui/banner.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatFullTime, formatTime } from '../../ui/format.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { useToday } from '../../ui/use-today.ts';
import { RefusalBanner } from '../file/refusal-banner.tsx';
import { useSettingsAction } from '../use-settings-action.ts';
import styles from './rules-pane.module.css';

/** Pane with the repairs in the calls of each model, and the switch of each repair. */
export function RepairsPane() {
  const live = useLive((api, signal) => api.guard.counts(undefined, { signal }), []);
  if (live.status === 'loading') return <Spinner label="Counting repairs" />;
  if (live.status === 'failed') return <Banner level="error">{live.error.message}</Banner>;
  return (
    <div className={styles.pane}>
      <section className={styles.section} aria-label="Repairs made">
        <h2 className={styles.heading}>Repairs made</h2>
        <p className={styles.note}>
          Models spell arguments in other ways than a tool declares. Each repair is shown on its call; here they are
          counted, and each can be switched off: the call is then answered with an error.
        </p>
        <Table counts={live.value} />
      </section>
    </div>
  );
}

function Table({ counts }: { readonly counts: readonly RepairCount[] }) {
  useToday();
  const api = useApi();
  const doing = useSettingsAction();
  const off = useSettings().guard.disabled_rules;
  const rows = useMemo(() => repairTallies(counts, off), [counts, off]);
  if (rows.length === 0) {
    return (
      <EmptyState icon="repair" title="No repair yet" text="Every call so far was written as its tool declares it." />
    );
  }
  return (
    <>
      <RefusalBanner doing={doing} />
      <table className={styles.table}>
        <caption className={styles.spoken}>Repairs by rule and model</caption>
        <thead>
          <tr>
            <th scope="col">Repair</th>
            <th scope="col">Model</th>
            <th scope="col">Times</th>
            <th scope="col">Last</th>
            <th scope="col">Repaired</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ rule, model, count, last }) => (
            <tr key={`${rule} ${model}`}>
              <th scope="row">
                <code>{rule}</code>
              </th>
              <td>{model}</td>
              <td className={styles.number}>{count.toLocaleString()}</td>
              <td>{last === undefined ? '' : <time title={formatFullTime(last)}>{formatTime(last)}</time>}</td>
              <td>
                <input
                  type="checkbox"
                  aria-label={`Repair ${rule}`}
                  checked={!off.includes(rule)}
                  aria-disabled={doing.isBusy}
                  onChange={(event) => {
                    const enabled = event.target.checked;
                    void doing.run(() => api.guard.setRule({ rule, enabled }));
                  }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

interface RepairTally {
  readonly rule: string;
  readonly model: string;
  readonly count: number;
  readonly last: number | undefined;
}

/** Builds the rows; repairs that were switched off stay in the table, so that they can be switched on again. */
function repairTallies(counts: readonly RepairCount[], off: readonly string[]): readonly RepairTally[] {
  const counted = counts.map(({ rule, model = 'not known', count, last }) => ({ rule, model, count, last }));
  const unseen = off.filter((rule) => counted.every((one) => one.rule !== rule));
  return [...counted, ...unseen.map((rule) => ({ rule, model: '', count: 0, last: undefined }))];
}
