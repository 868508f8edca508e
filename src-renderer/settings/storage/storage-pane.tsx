import { useState } from 'react';
import type { StorageUse } from '#contract';
import { STORAGE_WORDS } from '#contract/retention-words';
import { usePlan } from '../../state/use-plan.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { formatBytes } from '../../ui/format.ts';
import { Spinner } from '../../ui/spinner.tsx';
import styles from '../rules/rules-pane.module.css';
import { StorageDialog } from './storage-dialog.tsx';

/** Pane about the app's disk usage, with a way to remove unreferenced data. */
export function StoragePane() {
  const [isOpen, setOpen] = useState(false);
  const [looks, setLooks] = useState(0);
  const { plan: usage, problem } = usePlan(`look ${looks}`, (api, signal) =>
    api.retention.usage(undefined, { signal }),
  );
  const close = () => {
    setOpen(false);
    setLooks(looks + 1);
  };
  return (
    <div className={styles.pane}>
      <section className={styles.section} aria-label="Storage">
        <h2 className={styles.heading}>Storage</h2>
        <p className={styles.note}>
          Everything that is done is recorded, and old contents are kept so that changes can be undone. What nothing
          refers to any more can be removed for good.
        </p>
        {problem === undefined ? undefined : <Banner level="error">{problem}</Banner>}
        {usage === undefined && problem === undefined ? <Spinner label="Measuring what is kept" /> : undefined}
        {usage === undefined ? undefined : <UsageTable usage={usage} />}
        <div>
          <Button onClick={() => setOpen(true)}>Show what can be removed…</Button>
        </div>
      </section>
      {isOpen ? <StorageDialog onClose={close} /> : undefined}
    </div>
  );
}

function UsageTable({ usage }: { readonly usage: readonly StorageUse[] }) {
  const bytes = usage.reduce((sum, one) => sum + one.bytes, 0);
  return (
    <table className={styles.table}>
      <caption className={styles.spoken}>What the data folder holds</caption>
      <thead>
        <tr>
          <th scope="col">Kind</th>
          <th scope="col">Number</th>
          <th scope="col">Size</th>
        </tr>
      </thead>
      <tbody>
        {usage.map((one) => (
          <tr key={one.kind}>
            <th scope="row">{STORAGE_WORDS[one.kind]}</th>
            <td className={styles.number}>{one.count.toLocaleString()}</td>
            <td className={styles.number}>{formatBytes(one.bytes)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">In all</th>
          <td />
          <td className={styles.number}>{formatBytes(bytes)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
