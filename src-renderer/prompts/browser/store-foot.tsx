import { useState } from 'react';
import type { PromptsState } from '#contract';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { formatTime, plural } from '../../ui/format.ts';
import { Menu } from '../../ui/menu.tsx';
import { useToday } from '../../ui/use-today.ts';
import styles from './store-foot.module.css';
import { type Transfer, TransferDialog } from './transfer-dialog.tsx';

export interface StoreFootProps {
  readonly state: PromptsState;
  readonly onProblems: () => void;
}

const TONES = { ready: 'success', connecting: 'warning', down: 'danger' } as const;

/** Foot with the storage of the records, whether they can be read, and the problems. */
export function StoreFoot({ state: { store, problems }, onProblems }: StoreFootProps) {
  useToday();
  const [transfer, setTransfer] = useState<Transfer | undefined>(undefined);
  const isRedis = store.kind === 'redis';
  return (
    <section className={styles.foot} aria-label="Prompt store">
      <div className={styles.line}>
        <b>{isRedis ? 'Redis' : 'Folder'}</b>
        <Badge tone={TONES[store.state]}>{store.state}</Badge>
        <span className={styles.gap} />
        <Menu
          trigger={<IconButton label="Copy records" icon="more" size="small" />}
          items={[
            { label: 'Copy to Redis…', onSelect: () => setTransfer({ from: 'folder', to: 'redis' }) },
            { label: 'Copy from Redis…', onSelect: () => setTransfer({ from: 'redis', to: 'folder' }) },
          ]}
        />
      </div>
      <p className={styles.place} title={store.place}>
        {store.place}
      </p>
      {store.reason === undefined ? undefined : <p className={styles.reason}>{store.reason}</p>}
      {store.since === undefined ? undefined : <p className={styles.note}>down since {formatTime(store.since)}</p>}
      {store.refreshedAt === undefined ? undefined : (
        <p className={styles.note}>
          {store.isWatched ? 'watched' : 'read again every so often'}, read at {formatTime(store.refreshedAt)}
        </p>
      )}
      {problems.length === 0 ? undefined : (
        <Button size="small" onClick={onProblems}>
          {plural(problems.length, 'problem')} in the store
        </Button>
      )}
      {transfer === undefined ? undefined : (
        <TransferDialog transfer={transfer} onClose={() => setTransfer(undefined)} />
      )}
    </section>
  );
}
