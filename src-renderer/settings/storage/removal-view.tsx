import type { RetentionWork } from '#contract';
import { STORAGE_WORDS } from '#contract/retention-words';
import type { StreamedWork } from '../../state/use-work.ts';
import { Banner } from '../../ui/banner.tsx';
import { formatBytes, plural } from '../../ui/format.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './storage.module.css';

/** Progress of a removal, and its problem or result. */
export function RemovalView({ work: { progress, problem, ended } }: { readonly work: StreamedWork<RetentionWork> }) {
  return (
    <>
      {problem === undefined ? undefined : <Banner level="error">{problem}</Banner>}
      {progress === undefined ? undefined : (
        <div className={styles.progress}>
          <progress
            aria-label="Removing"
            max={progress.all}
            value={progress.all === undefined ? undefined : progress.done}
          />
          <span className={styles.facts}>
            {progress.all === undefined ? 'Removing…' : `${progress.done} of ${progress.all}`}
          </span>
        </div>
      )}
      {ended === undefined ? undefined : <RemovalOutcome ended={ended} />}
    </>
  );
}

function RemovalOutcome({ ended }: { readonly ended: Extract<RetentionWork, { kind: 'ended' }> }) {
  const { removed, failed, left } = ended;
  const bytes = removed.reduce((sum, one) => sum + one.bytes, 0);
  return (
    <>
      <Banner level="success" title={`${formatBytes(bytes)} are free.`}>
        <ul className={styles.list} aria-label="What was removed">
          {removed.map(({ kind, count, bytes: size }) => (
            <li key={kind}>{`${STORAGE_WORDS[kind]}: ${count.toLocaleString()}, ${formatBytes(size)}`}</li>
          ))}
          {left === 0 ? undefined : <li>{`${plural(left, 'thing')} used meanwhile or needed still: not removed`}</li>}
        </ul>
      </Banner>
      {failed.length === 0 ? undefined : (
        <Banner level="error" title={`${plural(failed.length, 'thing')} could not be removed.`}>
          <ul className={styles.list} aria-label="What could not be removed">
            {failed.map(({ kind, name, why }) => (
              <li key={`${kind} ${name} ${why}`}>
                <span>
                  <VisibleText text={name} />: <VisibleText text={why} />
                </span>
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </>
  );
}
