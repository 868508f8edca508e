import type { AnyLedgerEvent, RecordCut } from '#contract';
import type { Ledger } from '#ledger';

export interface RecordReader {
  readonly onEvent: (event: AnyLedgerEvent) => void;
  /** Called if a part of the record is found missing, before what came while it was read. */
  readonly onCut: (cut: RecordCut) => void;
}

/**
 * Gives each event of a session's record, then those that are appended: it listens first, then reads, so that no event is missed
 * or given twice. Resolves, when the record has been read, with what ends it.
 */
export async function followRecord(
  ledger: Ledger,
  session: string,
  { onEvent, onCut }: RecordReader,
): Promise<() => void> {
  const early: AnyLedgerEvent[] = [];
  let take = (event: AnyLedgerEvent): void => void early.push(event);
  const leave = ledger.onAppended((event) => {
    if (event.session === session) take(event);
  });
  try {
    const read = new Set<string>();
    const record = await ledger.session(session);
    for await (const event of record.read()) {
      read.add(event.id);
      onEvent(event);
    }
    const { cut } = await record.checkAnchor();
    if (cut) onCut(cut);
    for (const event of early) if (!read.has(event.id)) onEvent(event);
  } catch (error) {
    leave();
    throw error;
  }
  take = onEvent;
  return leave;
}
