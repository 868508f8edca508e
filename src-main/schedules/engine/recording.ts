import type { InboxStore } from '../inbox/inbox.ts';
import type { RunLog } from '../inbox/run-log.ts';
import type { TaskRecords } from '../ports.ts';

/** Records of which what is appended is folded at once. */
export function recording(records: TaskRecords, log: RunLog, announce: () => void): TaskRecords {
  return {
    session: (id) => records.session(id),
    ...(records.lines && { lines: records.lines }),
    history: () => records.history(),
    onAppended: records.onAppended,
    append: async (workspace, type, data) => {
      const event = await records.append(workspace, type, data);
      log.take(event);
      announce();
      return event;
    },
  };
}

/** Folds all that was recorded before; resolves with what keeps the inbox up with undos. */
export async function foldHistory(records: TaskRecords, log: RunLog, inbox: InboxStore): Promise<() => void> {
  for await (const event of records.history()) log.take(event);
  inbox.announce();
  return records.onAppended((event) => {
    void inbox.noteUndo(event).catch(() => {});
    // Branches are recorded by whoever keeps them.
    if (!event.type.startsWith('branch.')) return;
    log.take(event);
    inbox.announce();
  });
}
