import type { FileState } from '#contract';
import type { RecordEvent } from '#tools';
import { kindAt, takeSnapshot } from './snapshot.ts';

/** A `file.changed` that is on the ledger, and what it says the file has become. */
export interface RecordedFileChange {
  readonly event: string;
  readonly path: string;
  readonly after: FileState | undefined;
}

/**
 * Makes the ledger true after a failure: `error.raised` with the reason, then `change.undone` for each recorded change that
 * is not there. Answers whether any of them stands.
 */
export async function reconcileLedger(
  recorded: readonly RecordedFileChange[],
  message: string,
  record: RecordEvent,
): Promise<boolean> {
  if (recorded.length === 0) return false;
  await record('error.raised', { message, where: recorded.at(-1)?.path ?? '' });
  let stands = false;
  // Innermost first, as they would be undone.
  for (const change of [...recorded].reverse()) {
    if (await isOnDisk(change)) stands = true;
    else await record('change.undone', { change: change.event, path: change.path, forced: false });
  }
  return stands;
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
