import { useKeyFor } from '../../state/actions.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import type { scheduleActions } from '../action-table.ts';
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
      <InboxKey action="schedules.accept" does="accept" />
      <InboxKey action="schedules.keep" does="keep" />
      <InboxKey action="schedules.undo" does="undo" />
      <InboxKey action="schedules.redo" does="redo" />
      <InboxKey action="schedules.chat" does="chat" />
    </footer>
  );
}

function InboxKey({ action, does }: { readonly action: keyof typeof scheduleActions; readonly does: string }) {
  const key = useKeyFor(action);
  if (key === undefined) return undefined;
  return (
    <span>
      <Kbd keys={key} /> {does}
    </span>
  );
}
