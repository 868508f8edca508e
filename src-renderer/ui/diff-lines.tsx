import type { DiffLine } from '#contract';
import styles from './diff-lines.module.css';
import { endingWords, lineMark, lineWords } from './diff-wording.ts';
import { VisibleText } from './visible-text.tsx';

/** Lines of a diff as a list: marks + and − beside the colours, and words for screen readers. */
export function DiffLines({ label, lines }: { readonly label: string; readonly lines: readonly DiffLine[] }) {
  return (
    <ol className={styles.lines} aria-label={label}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a hunk's lines are replaced as a whole.
        <li key={index} className={styles[line.kind]}>
          <span className={styles.number} aria-hidden="true">
            {line.kind === 'removed' ? line.oldLine : line.newLine}
          </span>
          <span className={styles.mark} aria-hidden="true">
            {lineMark(line.kind)}
          </span>
          <span className={styles.spoken}>{lineWords(line)}: </span>
          <code className={styles.text}>
            <VisibleText text={line.text} />
            {line.ending === undefined ? undefined : <i className={styles.ending}>{endingWords(line.ending)}</i>}
          </code>
        </li>
      ))}
    </ol>
  );
}
