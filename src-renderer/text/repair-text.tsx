import { VisibleText } from '../ui/visible-text.tsx';
import styles from './repair-text.module.css';

const ARROW = ' → ';

/** Text of a repair: `file_path → path`, with what the model wrote struck through. */
export function RepairText({ text }: { readonly text: string }) {
  const at = text.indexOf(ARROW);
  if (at === -1) return <VisibleText text={text} />;
  return (
    <span>
      <del className={styles.before}>
        <VisibleText text={text.slice(0, at)} />
      </del>
      {ARROW}
      <VisibleText text={text.slice(at + ARROW.length)} />
    </span>
  );
}
