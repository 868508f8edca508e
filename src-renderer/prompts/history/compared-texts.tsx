import { DiffField, type DiffFieldProps } from '../../editor/diff-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './versions-pane.module.css';

export interface ComparedTextsProps extends DiffFieldProps {
  /** Sentence shown if both are the same. */
  readonly same: string;
}

/** Two texts beside each other; where nothing differs, that is said. */
export function ComparedTexts({ same, ...texts }: ComparedTextsProps) {
  return (
    <div className={styles.pane}>
      {texts.left === texts.right ? (
        <p className={styles.same} role="status">
          <Icon name="check" /> <b>No difference.</b> {same}
        </p>
      ) : undefined}
      <div className={styles.body}>
        <DiffField {...texts} />
      </div>
    </div>
  );
}
