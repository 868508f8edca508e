import { OwedEvents, unrecordedLine } from '#ledger';
import type { InboxStore } from '../inbox/inbox.ts';
import type { RunLog } from '../inbox/run-log.ts';
import type { TaskRecords } from '../ports.ts';
import type { RunEnd } from './run-end-record.ts';

/** Records of tasks that see to it that ends are recorded at last. */
export interface TaskRecording extends TaskRecords, AsyncDisposable {
  /** Tells an end that could not be recorded; it is recorded as soon as it can be. */
  oweEnd(ended: RunEnd, error: unknown, at: number): void;
}

/** Records of which what is appended is folded at once. */
export function recording(records: TaskRecords, log: RunLog, announce: () => void): TaskRecording {
  const owed = new OwedEvents({
    onAppended: records.onAppended,
    append: async (workspace, type, data) => {
      const event = await records.append(workspace, type, data);
      log.take(event);
      announce();
      return event;
    },
  });
  return {
    session: (id) => records.session(id),
    ...(records.lines && { lines: records.lines }),
    history: (onUnreadable) => records.history(onUnreadable),
    onAppended: records.onAppended,
    append: (workspace, type, data) => owed.append(workspace, type, data),
    oweEnd: (ended, error, at) => {
      owed.owe(ended.workspace, 'schedule.ended', { ...ended, endedAt: at });
      log.end(at, { ...ended, line: unrecordedLine(ended.line, error) });
      announce();
    },
    [Symbol.asyncDispose]: () => owed[Symbol.asyncDispose](),
  };
}

interface HistoryFolds {
  readonly log: RunLog;
  readonly inbox: InboxStore;
  readonly onUnreadable: (problem: string) => void;
}

/** Folds all that was recorded before; resolves with what keeps the inbox up with undos. */
export async function foldHistory(
  records: TaskRecords,
  { log, inbox, onUnreadable }: HistoryFolds,
): Promise<() => void> {
  for await (const event of records.history(onUnreadable)) log.take(event);
  inbox.announce();
  return records.onAppended((event) => {
    void inbox.noteUndo(event).catch(() => {});
    // Branches are recorded by whoever keeps them.
    if (!event.type.startsWith('branch.')) return;
    log.take(event);
    inbox.announce();
  });
}
