import { useMemo, useState } from 'react';
import { useNavigation } from '../../state/navigation.tsx';
import { byDay } from '../../ui/days.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useToday } from '../../ui/use-today.ts';
import type { ConversationItems } from '../items/conversation-state.ts';
import { useRewinding } from '../rewind/rewind-context.ts';
import { useSessionTurns } from '../turns/use-session-turns.ts';
import { PackPointDialog } from './pack-point-dialog.tsx';
import styles from './timeline.module.css';
import { MessageRow, messageLine, RewindRow } from './timeline-row.tsx';
import { type TimelineRow, timelineRows } from './timeline-rows.ts';

export interface TimelineDialogProps {
  readonly session: string;
  readonly items: ConversationItems;
  /** Shows an entry of the conversation. */
  readonly onGoTo: (item: string) => void;
  readonly onClose: () => void;
}

/** The turns of a session and its rewinds, by day: what each changed, and the way back to it. */
export function TimelineDialog({ session, items, onGoTo, onClose }: TimelineDialogProps) {
  useToday();
  const turns = useSessionTurns(session, items);
  const rows = useMemo(() => timelineRows(items, turns), [items, turns]);
  const [packed, setPacked] = useState<PackedPoint | undefined>(undefined);
  if (packed) return <PackPointDialog session={session} {...packed} onClose={() => setPacked(undefined)} />;
  return (
    <Dialog
      open
      size="large"
      title="Timeline"
      description="Each message with what its turn changed, the newest first. Going back shows first what it would do."
      onOpenChange={onClose}
    >
      {rows.length === 0 ? <p className={styles.none}>Nothing was sent in this session yet.</p> : undefined}
      {byDay(rows, ({ item }) => item.at).map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h3 className={styles.day}>{day}</h3>
          <ul className={styles.rows}>
            {ofDay.map((row) => (
              <TimelineEntry key={row.item.id} row={row} onGoTo={onGoTo} onClose={onClose} onPack={setPacked} />
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  );
}

/** A message before which the folder is packed, and its first line. */
interface PackedPoint {
  readonly message: string;
  readonly title: string;
}

interface TimelineEntryProps extends Pick<TimelineDialogProps, 'onGoTo' | 'onClose'> {
  readonly row: TimelineRow;
  readonly onPack: (point: PackedPoint) => void;
}

/** Row of the timeline, which closes for any of its actions but packing. */
function TimelineEntry({ row, onGoTo, onClose, onPack }: TimelineEntryProps) {
  const { open } = useNavigation();
  const { placeOf, rewind, fork, redo } = useRewinding();
  const then = (act: () => void) => () => {
    onClose();
    act();
  };
  if (row.kind === 'rewind') return <RewindRow {...row} onRedo={then(() => redo(row.item.id))} />;
  const { item, changes } = row;
  const place = placeOf(item);
  return (
    <MessageRow
      {...row}
      onGoTo={item.rewound === undefined ? then(() => onGoTo(item.id)) : undefined}
      onRewind={place?.before === undefined ? undefined : then(() => rewind(place, 'rewind'))}
      onPack={
        place?.before === undefined ? undefined : () => onPack({ message: item.id, title: messageLine(item.text) })
      }
      onFork={place && then(() => fork(place))}
      onChanges={changes && then(() => open('changes', changes.turn))}
    />
  );
}
