import { Fragment } from 'react';
import type { TurnChanges } from '#contract';
import { turnKey } from './change-selection.ts';
import type { RowContext } from './row-context.ts';
import { TurnFileRows } from './turn-file-rows.tsx';
import { TurnRow } from './turn-row.tsx';
import styles from './turn-table.module.css';

export interface TurnTableProps {
  readonly turns: readonly TurnChanges[];
  readonly rows: RowContext;
  readonly label: string;
}

/** Table of past changes: one row a turn, its files below it once it is open. */
export function TurnTable({ turns, rows, label }: TurnTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a treegrid is a table whose rows open and close.
    <table className={styles.table} role="treegrid" aria-label={label}>
      <tbody className={styles.body}>
        {turns.map((turn) => {
          const key = turnKey(turn);
          return (
            <Fragment key={key}>
              <TurnRow turn={turn} rows={rows} />
              {rows.folds.isOpen(key) ? <TurnFileRows turn={turn} rows={rows} /> : undefined}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}
