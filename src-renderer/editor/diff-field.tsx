import { ScrollBlock } from '../ui/scroll-block.tsx';
import type { CodeDiffProps } from './code-diff.tsx';
import styles from './diff-field.module.css';
import { useEditor } from './editor-loader.tsx';

export type DiffFieldProps = Omit<CodeDiffProps, 'onFailed'> & { readonly prepare?: () => Promise<void> };

/** Differences between two texts; both are shown beside each other until the editor is there. */
export function DiffField({ prepare, ...props }: DiffFieldProps) {
  const { parts, onFailed } = useEditor(prepare);
  const Diff = parts?.CodeDiff;
  if (Diff !== undefined) {
    return (
      <div className={styles.diff}>
        <Diff {...props} onFailed={onFailed} />
      </div>
    );
  }
  return (
    <div className={styles.both}>
      <ScrollBlock label={`${props.label} at the left`} className={styles.side}>
        {props.left}
      </ScrollBlock>
      <ScrollBlock label={`${props.label} at the right`} className={styles.side}>
        {props.right}
      </ScrollBlock>
    </div>
  );
}
