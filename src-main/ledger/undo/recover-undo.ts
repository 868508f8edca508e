import { chmodSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import type { LedgerEvent } from '#contract';
import { AppError } from '#core/app-error';
import { knownEvent } from '../event-line.ts';
import type { SessionLedger } from '../ports.ts';
import { DiskView, statsOf } from './disk-view.ts';
import { recordEnd, recordNotDone } from './end-transaction.ts';
import { judgeInterrupted, refusedVerdict } from './judge-path.ts';
import type { PathGoal } from './net-changes.ts';
import { OpenFolders } from './open-folders.ts';
import { type PlannedPath, settleVerdicts } from './plan-paths.ts';
import { planWorks } from './plan-works.ts';
import { unavailableRefusal } from './refusal.ts';
import { unlockedMode, unstage } from './staging.ts';
import { type TransactionPorts, TransactionSteps } from './transaction.ts';
import { isToldTogether, type SettledPath } from './transaction-request.ts';
import { type JournalEntry, type JournalPath, journalEntryOf, type UnfinishedTransaction } from './undo-journal.ts';

const NOTHING_DONE = unavailableRefusal('Sigma Shell ended before it was restored');
const TAKEN_BACK = 'Sigma Shell ended before it had changed any file';
const FINISHED = 'Sigma Shell ended while it was under way, and finished it when it started again';

/** Finishes, or takes back, every undo that was interrupted, and records it. What fails is tried again the next time. */
export async function recoverUndo(
  ports: TransactionPorts,
  onFailure: (entry: JournalEntry, error: unknown) => void,
): Promise<void> {
  for (const entry of await ports.journal.unfinished()) {
    try {
      // A session in the trash may come back.
      if (!(await ports.ledger.sessions()).includes(entry.session)) continue;
      await recoverOne(entry, ports);
      await ports.journal.end(entry.id);
    } catch (error) {
      onFailure(entry, error);
    }
  }
}

async function recoverOne(entry: UnfinishedTransaction, ports: TransactionPorts): Promise<void> {
  const session = await ports.ledger.session(entry.session);
  const { recorded, hasEnded } = await recordedOf(entry, session);
  using folders = new OpenFolders();
  for (const { path, aside } of entry.paths) {
    if (aside !== undefined && !putBack(path, aside, folders)) await tellLeft(path, aside, session);
  }
  unstage(
    entry.paths.map(({ temporary }) => temporary),
    folders,
  );
  if (hasEnded) return;
  const disk = new DiskView(folders, ports.ledger.content);
  const request = { ...entry, interrupted: entry.phase === 'staging' ? TAKEN_BACK : FINISHED };
  if (entry.phase === 'staging') {
    relock(entry, folders);
    const settled = [...entry.paths.map((path) => ({ ...path, refusal: NOTHING_DONE })), ...entry.settled];
    const told = settled.map((path) => ({
      goal: goalOf(path),
      refusal: path.refusal,
      recorded: recorded.get(path.path),
    }));
    await recordTakenBack(request, told, session);
    return;
  }
  const planned = await planAgain(entry, recorded, disk);
  const steps = new TransactionSteps(request, session, { ...ports, folders, disk });
  const works = planWorks(planned, disk);
  await ports.journal.renew(journalEntryOf(request, planned, works));
  const staged = await steps.stage(planned, works);
  const { hasLeftovers } = await steps.finish({ ...staged, recorded });
  if (hasLeftovers) throw new AppError('UNAVAILABLE', 'Temporary files of an interrupted undo could not be removed');
}

async function planAgain(
  entry: UnfinishedTransaction,
  recorded: ReadonlyMap<string, string>,
  disk: DiskView,
): Promise<PlannedPath[]> {
  const planned: PlannedPath[] = [];
  for (const path of entry.paths) {
    const goal = goalOf(path);
    const view = await disk.look(path.path);
    const isRecorded = recorded.has(path.path);
    planned.push({
      goal,
      view,
      verdict: isRecorded ? judgeInterrupted(goal, path.present, view) : refusedVerdict(NOTHING_DONE),
    });
  }
  for (const path of entry.settled) {
    const view = await disk.look(path.path);
    const goal = { ...goalOf(path), wanted: view.present };
    planned.push({ goal, view, verdict: path.refusal ? refusedVerdict(path.refusal) : { kind: 'done' } });
  }
  return settleVerdicts(planned, disk);
}

/**
 * Reads what is recorded of the entry: its `file.changed` events by path, except for reverted ones; and whether it has
 * ended.
 */
async function recordedOf(entry: JournalEntry, session: SessionLedger) {
  const recorded = new Map<string, string>();
  /** Changes that are told as ended, by the effect that ended them; an effect that did not come to be ends itself. */
  const ended = new Map<string, Set<string>>();
  const effects: { readonly id: string; readonly path: string }[] = [];
  let isWholeEnded = false;
  for await (const any of session.read()) {
    const event = knownEvent(any);
    if (event?.type === 'file.changed' && event.data.transaction === entry.id) {
      recorded.set(event.data.path, event.id);
      ended.set(event.id, new Set());
      effects.push({ id: event.id, path: event.data.path });
    }
    if (event?.type === 'change.undone' && ended.has(event.data.change)) recorded.delete(event.data.path);
    const told = endedBy(event);
    if (told) ended.get(told.effect)?.add(told.change);
    isWholeEnded ||= isEndOf(entry, event);
  }
  if (isToldTogether(entry)) return { recorded, hasEnded: isWholeEnded };
  // Ends of single changes are written together, and a crash may have left some of them.
  const changes = new Map(entry.paths.map((path) => [path.path, path.changes]));
  const hasEnded = effects.every(({ id, path }) => {
    const told = ended.get(id);
    return told?.has(id) || changes.get(path)?.every((change) => told?.has(change));
  });
  return { recorded, hasEnded: effects.length > 0 && hasEnded };
}

/** Whether an event ends the undo or redo of a turn, or a rewind, as a whole. */
function isEndOf({ id, rewind }: JournalEntry, event: LedgerEvent | undefined): boolean {
  if (rewind !== undefined) return event?.type === 'session.rewound' && event.data.transaction === id;
  return event?.type === 'turn.undone' && event.data.transaction === id;
}

/** The change that an event tells as ended by itself, and the effect that ended it. */
function endedBy(event: LedgerEvent | undefined): { readonly effect: string; readonly change: string } | undefined {
  if (event?.type !== 'change.undone' && event?.type !== 'change.redone') return undefined;
  return { effect: event.cause ?? '', change: event.data.change };
}

function goalOf({ event, changes, path, wanted }: JournalPath): PathGoal {
  return { event, changes, path, expected: undefined, wanted, isConfirmed: false };
}

/** A rewind that has changed no file has not folded the conversation either: it did not come to be. */
async function recordTakenBack(
  request: UnfinishedTransaction & { readonly interrupted: string },
  told: readonly SettledPath[],
  session: SessionLedger,
): Promise<void> {
  const { rewind, interrupted, ...turn } = request;
  if (!rewind) {
    await recordEnd({ ...turn, interrupted }, told, { session, unflushed: undefined });
    return;
  }
  await recordNotDone(told, request, session);
  const message = `Not rewound to before “${rewind.title}”: ${interrupted}. Rewind again if you still want it`;
  await session.append('error.raised', { message, where: 'rewind' });
}

/** Restores what was set aside, unless its replacement is there; returns false if it lies there still. */
function putBack(path: string, aside: string, folders: OpenFolders): boolean {
  let isThere = false;
  try {
    const stats = statsOf(folders.at(aside));
    isThere = stats !== undefined;
    if (!stats) return true;
    if (!statsOf(folders.at(path))) renameSync(folders.bytesAt(aside), folders.bytesAt(path));
    else (stats.isDirectory() ? rmdirSync : unlinkSync)(folders.bytesAt(aside));
    return true;
  } catch {
    // It is looked at anew, and what cannot be restored is told.
    return !isThere;
  }
}

async function tellLeft(path: string, aside: string, session: SessionLedger): Promise<void> {
  const message = `${path} was set aside as ${aside} while it was restored, and could not be put back: it is still there`;
  await session.append('error.raised', { message, where: aside });
}

/** Folders that had been made writable to be changed, and still are, are as they were. */
function relock(entry: JournalEntry, folders: OpenFolders): void {
  for (const { path, present } of entry.paths) if (present?.kind === 'directory') lock(path, present.mode, folders);
}

function lock(path: string, mode: number, folders: OpenFolders): void {
  try {
    const stats = statsOf(folders.at(path));
    // A person may have set other permissions since, or put a link in its place.
    const isUnlocked = stats?.isDirectory() && permissionsOf(Number(stats.mode)) === permissionsOf(unlockedMode(mode));
    if (isUnlocked) chmodSync(folders.bytesAt(path), mode);
  } catch {
    // It is gone, or not ours any more.
  }
}

const permissionsOf = (mode: number) => mode & 0o777;
