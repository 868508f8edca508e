import type { ReactNode } from 'react';
import type { DiffLine } from '#contract';
import { VisibleText } from '../ui/visible-text.tsx';
import styles from './diff-lines.module.css';
import { endingWords, lineMark, lineWords } from './diff-wording.ts';

export interface DiffLinesProps {
  readonly label: string;
  readonly lines: readonly DiffLine[];
  /** The place of a line that was looked for, which is marked. */
  readonly found?: number | undefined;
  /** The place of the line that keys act on. */
  readonly current?: number | undefined;
  /** Returns the decision about a changed line, if lines are decided one by one. */
  readonly fateOf?: (place: number) => 'accepted' | 'rejected' | undefined;
  /** Renders content before a line, such as its buttons. */
  readonly before?: (place: number) => ReactNode;
  /** Renders content after and below a line. */
  readonly after?: (place: number) => ReactNode;
}

/** Lines of a diff as a list: marks + and − beside the colours, and words for screen readers. */
export function DiffLines({ label, lines, found, current, fateOf, before, after }: DiffLinesProps) {
  return (
    <ol className={styles.lines} aria-label={label}>
      {lines.map((line, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a hunk's lines are replaced as a whole.
          key={index}
          className={styles[line.kind]}
          data-found={index === found || undefined}
          data-line-current={index === current || undefined}
          data-fate={fateOf?.(index)}
        >
          {before?.(index)}
          <span className={styles.number} aria-hidden="true">
            {line.kind === 'removed' ? line.oldLine : line.newLine}
          </span>
          <span className={styles.mark} aria-hidden="true">
            {lineMark(line.kind)}
          </span>
          <span className={styles.spoken}>
            {lineWords(line)}
            {fateOf?.(index) === 'rejected' ? ', rejected' : ''}:{' '}
          </span>
          <LineText line={line} isRejected={fateOf?.(index) === 'rejected'} />
          {after?.(index)}
        </li>
      ))}
    </ol>
  );
}

function LineText({ line, isRejected }: { readonly line: DiffLine; readonly isRejected: boolean }) {
  return (
    <code className={styles.text}>
      <span className={styles.words}>
        <VisibleText text={line.text} />
      </span>
      {isRejected ? <i className={styles.fate}>{line.kind === 'removed' ? 'stays' : 'not written'}</i> : undefined}
      {line.ending === undefined ? undefined : <i className={styles.ending}>{endingWords(line.ending)}</i>}
    </code>
  );
}
