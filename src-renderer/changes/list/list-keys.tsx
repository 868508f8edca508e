import { useKeyFor } from '../../state/actions.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import styles from './list-keys.module.css';

/** The keys of the list, those in force now. */
export function ListKeys() {
  const undo = useKeyFor('changes.undo');
  const redo = useKeyFor('changes.redo');
  return (
    <footer className={styles.keys}>
      <span>
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> row
      </span>
      <span>
        <Kbd>→</Kbd> <Kbd>←</Kbd> open, close
      </span>
      <span>
        <Kbd>Enter</Kbd> diff
      </span>
      {undo === undefined ? undefined : (
        <span>
          <Kbd keys={undo} /> undo
        </span>
      )}
      {redo === undefined ? undefined : (
        <span>
          <Kbd keys={redo} /> redo
        </span>
      )}
    </footer>
  );
}
