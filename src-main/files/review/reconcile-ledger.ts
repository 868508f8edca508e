import type { FileState } from '#contract';
import { messageOf } from '#core/app-error';
import type { RecordEvent } from '#tools';
import { kindAt, takeSnapshot } from './snapshot.ts';

/** A `file.changed` that is on the ledger, and what it says the file has become. */
export interface RecordedFileChange {
  readonly event: string;
  readonly path: string;
  readonly after: FileState | undefined;
}

/** State of the files after a failure. */
export interface ReconciledLedger {
  /** Whether any of the recorded changes is there. */
  readonly stands: boolean;
  /** Reason why the ledger could not be told, as the end of a sentence; absent if it was. */
  readonly untold?: string;
}

/**
 * Makes the ledger true after a failure: `error.raised` with the reason, then `change.undone` for each recorded change that
 * is not there. Never throws: what the files are is known also where that cannot be recorded, as on a full disk.
 */
export async function reconcileLedger(
  recorded: readonly RecordedFileChange[],
  message: string,
  record: RecordEvent,
): Promise<ReconciledLedger> {
  if (recorded.length === 0) return { stands: false };
  const absent: RecordedFileChange[] = [];
  // Innermost first, as they would be undone.
  for (const change of recorded.toReversed()) if (!(await isOnDisk(change))) absent.push(change);
  const stands = absent.length < recorded.length;
  try {
    await record('error.raised', { message, where: recorded.at(-1)?.path ?? '' });
    for (const { event, path } of absent)
      await record('change.undone', { change: event, path, forced: false, hasFailed: true });
    return { stands };
  } catch (error) {
    return { stands, untold: messageOf(error) };
  }
}

/** A sentence about what the ledger could not be told, after others; empty if there is none. */
export function untoldWords({ untold }: ReconciledLedger): string {
  return untold === undefined ? '' : ` This could not be recorded: ${untold}.`;
}

async function isOnDisk({ path, after }: RecordedFileChange): Promise<boolean> {
  try {
    const kind = await kindAt(path);
    if (!after) return kind === undefined;
    if (after.kind === 'directory') return kind === 'folder';
    const snapshot = kind === 'file' ? await takeSnapshot(path) : undefined;
    if (snapshot?.hash !== after.hash) return false;
    return snapshot !== undefined && (after.mode === undefined || snapshot.mode === after.mode);
  } catch {
    return false;
  }
}
