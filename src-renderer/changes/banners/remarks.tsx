import { useMemo } from 'react';
import type { Warning } from '#contract';
import { DiffLines } from '../../text/diff-lines.tsx';
import { Banner } from '../../ui/banner.tsx';
import { plural } from '../../ui/format.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { ChangeDiff } from '../pane/use-change-diff.ts';
import type { DecisionKeeping } from '../review/use-kept-decisions.ts';
import { concurrentChange } from './concurrent-change.ts';
import styles from './remarks.module.css';

export interface RemarksProps {
  readonly state: ChangeDiff;
  readonly canDecide: boolean;
  readonly shared: string | undefined;
  readonly keeping: Pick<DecisionKeeping, 'dropped' | 'dismiss'>;
}

/** Remarks to read before deciding, the most serious most prominently. */
export function Remarks({ state, canDecide, shared, keeping }: RemarksProps) {
  const { diff, originalBefore, problem } = state;
  return (
    <>
      {shared === undefined ? undefined : (
        <Banner level="info">
          <VisibleText text={shared} />
        </Banner>
      )}
      {originalBefore !== undefined && canDecide ? (
        <MeanwhileRemark before={originalBefore} now={diff?.original ?? ''} />
      ) : undefined}
      {keeping.dropped > 0 && canDecide ? (
        <Banner level="warning" onDismiss={keeping.dismiss}>
          The change has changed since you decided on {plural(keeping.dropped, 'hunk')} of it: those decisions were
          dropped, and every hunk counts as accepted. Look at it again.
        </Banner>
      ) : undefined}
      {problem === undefined ? undefined : <Banner level="error">{problem}</Banner>}
      <WarningBanners warnings={diff?.warnings ?? []} />
    </>
  );
}

export function WarningBanners({ warnings }: { readonly warnings: readonly Warning[] }) {
  return warnings.map(({ level, text }) => (
    <Banner key={text} level={level === 'danger' ? 'error' : level === 'caution' ? 'warning' : 'info'}>
      <VisibleText text={text} />
    </Banner>
  ));
}

function MeanwhileRemark({ before, now }: { readonly before: string; readonly now: string }) {
  const { lines, added, removed, left } = useMemo(() => concurrentChange(before, now), [before, now]);
  return (
    <Banner level="warning">
      The file changed meanwhile. This is the change against the file as it is now.
      {lines.length === 0 ? undefined : (
        <details className={styles.details}>
          <summary>
            What changed in the file: {plural(added, 'line')} added, {plural(removed, 'line')} removed
          </summary>
          <div className={styles.lines}>
            <DiffLines label="What changed in the file meanwhile" lines={lines} />
            {left > 0 ? <p>{plural(left, 'line')} more</p> : undefined}
          </div>
        </details>
      )}
    </Banner>
  );
}
