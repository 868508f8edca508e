import { useKeyFor } from '../state/actions.tsx';
import { Kbd } from '../ui/kbd.tsx';
import type { scheduleActions } from './action-table.ts';
import styles from './inbox.module.css';

/** The keys of the inbox, those in force now. */
export function InboxKeys() {
  return (
    <footer className={styles.keys}>
      <span>
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> run
      </span>
      <span>
        <Kbd>Enter</Kbd> open
      </span>
      <Key action="schedules.accept" does="accept" />
      <Key action="schedules.keep" does="keep" />
      <Key action="schedules.undo" does="undo" />
      <Key action="schedules.redo" does="redo" />
      <Key action="schedules.chat" does="chat" />
    </footer>
  );
}

function Key({ action, does }: { readonly action: keyof typeof scheduleActions; readonly does: string }) {
  const key = useKeyFor(action);
  if (key === undefined) return undefined;
  return (
    <span>
      <Kbd keys={key} /> {does}
    </span>
  );
}
