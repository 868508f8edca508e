import type { ReviewedFile, WorkspaceReview } from '#contract';
import { ROLE_WORDS } from '#contract/review-roles';
import { PlainDiff } from '../../text/plain-diff.tsx';
import { Banner } from '../../ui/banner.tsx';
import { plural } from '../../ui/format.ts';
import { ScrollBlock } from '../../ui/scroll-block.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from '../workspaces.module.css';

/** A review as it is read: what differs, then each file with what is known of it. */
export function ReviewedFiles({ review }: { readonly review: WorkspaceReview }) {
  const { languages, wantsNetwork, files, unlisted, changes, problem } = review;
  return (
    <>
      {problem === undefined ? undefined : <Banner level="error">{problem}</Banner>}
      <p>
        {languages.length === 0 ? 'It has no code.' : `It runs ${languages.join(', ')}.`}{' '}
        {wantsNetwork ? (
          <span className={styles.warning}>Its code imports modules that use the network.</span>
        ) : (
          'It imports no module that is known to use the network.'
        )}{' '}
        Tools run in a box: they write in this folder alone, and cannot change its code or read your keys.
      </p>
      {changes.map(({ file, change, diff }) => (
        <div key={file} className={styles.change}>
          <p>
            <code>
              <VisibleText text={file} />
            </code>{' '}
            was {change}
          </p>
          {diff === undefined ? undefined : <PlainDiff label={`Diff of ${file}`} text={diff} />}
        </div>
      ))}
      <ul className={styles.cards} aria-label="Files">
        {files.map((file) => (
          <li key={`${file.role} ${file.file}`}>
            <ReviewedFileItem file={file} />
          </li>
        ))}
      </ul>
      {unlisted === 0 ? undefined : <p className={styles.fact}>{plural(unlisted, 'more file')} are bound, too.</p>}
    </>
  );
}

function ReviewedFileItem({
  file: { file, role, language, imports, hidden, firstLines },
}: {
  readonly file: ReviewedFile;
}) {
  return (
    <details>
      <summary>
        <code>
          <VisibleText text={file} />
        </code>{' '}
        <span className={styles.fact}>{[language, ROLE_WORDS[role]].filter(Boolean).join(', ')}</span>
        {hidden.length === 0 ? undefined : (
          <span className={styles.warning}> has characters that do not show: {hidden.join(', ')}</span>
        )}
      </summary>
      {imports.length === 0 ? undefined : (
        <p className={styles.fact}>
          Imports <VisibleText text={imports.join(', ')} />
        </p>
      )}
      {firstLines === undefined ? undefined : (
        <ScrollBlock label={`First lines of ${file}`} className={styles.code}>
          <VisibleText text={firstLines} />
        </ScrollBlock>
      )}
    </details>
  );
}
