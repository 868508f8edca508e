import { ScrollBlock } from '../ui/scroll-block.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import styles from './plain-diff.module.css';

export interface PlainDiffProps {
  /** The accessible name. */
  readonly label: string;
  /** A unified diff, or another text whose added lines begin with + and removed ones with -. */
  readonly text: string;
}

const MARKS: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed', '@': 'place' };

/** A diff as its own text, its lines coloured by what they are. */
export function PlainDiff({ label, text }: PlainDiffProps) {
  return (
    <ScrollBlock label={label} className={styles.diff}>
      {text
        .replace(/\n$/, '')
        .split('\n')
        .map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are replaced as a whole.
          <div key={index} data-line={MARKS[line.charAt(0)]}>
            <VisibleText text={line === '' ? ' ' : line} />
          </div>
        ))}
    </ScrollBlock>
  );
}
