import type { ImageJob } from '../state/use-image-work.ts';
import { Banner } from './banner.tsx';
import { formatBytes } from './format.ts';
import { VisibleText } from './visible-text.tsx';
import styles from './work-view.module.css';

/** Progress of work on an image, and its problem or result. */
export function WorkView({ work, label }: { readonly work: ImageJob; readonly label: string }) {
  const { progress, problem, ended } = work;
  return (
    <>
      {problem === undefined ? undefined : <Banner level="error">{problem}</Banner>}
      {progress === undefined ? undefined : (
        <div className={styles.progress}>
          <progress
            aria-label={label}
            max={progress.all}
            value={progress.all === undefined ? undefined : progress.done}
          />
          <span className={styles.fact}>
            {progress.all === undefined ? `${label}…` : `${formatBytes(progress.done)} of ${formatBytes(progress.all)}`}
          </span>
        </div>
      )}
      {ended === undefined ? undefined : (
        <Banner level="success" title={`${ended.summary}.`}>
          <VisibleText text={ended.path} />
          {ended.remarks.length === 0 ? undefined : (
            <ul aria-label="Remarks">
              {ended.remarks.map((remark) => (
                <li key={remark}>
                  <VisibleText text={remark} />
                </li>
              ))}
            </ul>
          )}
        </Banner>
      )}
    </>
  );
}
