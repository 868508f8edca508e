import { lstat } from 'node:fs/promises';
import type { RewindSubject } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import type { Ledger, PathGoal, SessionLedger, TreeChange } from '#ledger';
import { isSameHead, readHead } from '../points/git-head.ts';
import { isInGit, type TakePoint } from '../points/points.ts';
import { type GoalPorts, markIfNotKept, redoGoals, rewindGoals } from './own-goals.ts';
import { type FirstPoint, type RewindTarget, readPart, readRewinding } from './read-record.ts';

export interface GoalsOptions {
  readonly ledger: Ledger;
  readonly takePoint: TakePoint;
  /** The workspace of a session, absolute; its folder may be gone. */
  readonly workspaceOf: (session: string) => Promise<string>;
}

export interface GoalsRequest {
  readonly session: string;
  readonly target: RewindTarget;
  readonly withFiles: boolean;
  /** Paths that are restored whatever is there now. */
  readonly confirmed: ReadonlySet<string>;
}

/** Goals of a rewind, or of the redo of one, before the files are examined one by one. */
export interface RewindGoals {
  readonly subject: RewindSubject;
  readonly direction: 'undo' | 'redo';
  readonly workspace: string;
  /** Number of the person's messages that are folded, or unfolded. */
  readonly messages: number;
  readonly goals: readonly PathGoal[];
  /** Paths among them that nothing of the session changed. */
  readonly others: ReadonlySet<string>;
  /** Limitations: what cannot be restored, or is not known, and why; short sentences. */
  readonly limits: readonly string[];
  /** Reason why files cannot be restored at all, as a sentence. */
  readonly noFiles: string | undefined;
}

/**
 * @throws AppError NOT_FOUND, CONFLICT as `readPart` and `readRewinding` do; UNAVAILABLE if the record cannot be read
 */
export async function planGoals(options: GoalsOptions, request: GoalsRequest): Promise<RewindGoals> {
  const { session, target } = request;
  const record = await options.ledger.session(session);
  const workspace = await options.workspaceOf(session);
  return 'redo' in target
    ? await goalsOfRedo(options, request, { record, workspace, rewind: target.redo })
    : await goalsOfRewind(options, request, { record, workspace, message: target.message });
}

interface RecordPlace {
  readonly record: SessionLedger;
  readonly workspace: string;
}

async function goalsOfRewind(
  options: GoalsOptions,
  { withFiles, confirmed }: GoalsRequest,
  { record, workspace, message }: RecordPlace & { readonly message: string },
): Promise<RewindGoals> {
  const { title, messages, changes, point } = await readPart(record, message);
  const noFiles = await whyNoFiles(workspace);
  const subject = { to: message, title, withFiles };
  const known = { direction: 'undo', workspace, messages, noFiles } as const;
  if (!withFiles || noFiles !== undefined || (changes.length === 0 && !point)) {
    return { ...known, subject, goals: [], others: new Set(), limits: [] };
  }
  const ports = { content: options.ledger.content, confirmed };
  const own = rewindGoals(changes, ports);
  const seen = await changedByOthers(options, { workspace, point, own: new Set(own.map(({ path }) => path)) });
  const others = seen.changes.map((change) => goalOfOther(change, point?.event ?? '', ports));
  const headMoved = await movedHead(workspace, point);
  return {
    ...known,
    subject: { ...subject, ...(headMoved && { headMoved }) },
    goals: [...own, ...others],
    others: new Set(others.map(({ path }) => path)),
    limits: seen.limits,
  };
}

async function goalsOfRedo(
  options: GoalsOptions,
  { confirmed }: GoalsRequest,
  { record, workspace, rewind }: RecordPlace & { readonly rewind: string },
): Promise<RewindGoals> {
  const { title, to, withFiles, messages, changes } = await readRewinding(record, rewind);
  const noFiles = withFiles ? await whyNoFiles(workspace) : undefined;
  const goals = noFiles === undefined ? redoGoals(changes, { content: options.ledger.content, confirmed }) : [];
  const subject = { to, title, of: rewind, withFiles };
  return { direction: 'redo', workspace, messages, noFiles, subject, goals, others: new Set(), limits: [] };
}

/** Finds differences from the first point that are not the session's work; unknown without a point. */
async function changedByOthers(
  { takePoint }: GoalsOptions,
  {
    workspace,
    point,
    own,
  }: { readonly workspace: string; readonly point: FirstPoint | undefined; readonly own: ReadonlySet<string> },
): Promise<{ readonly changes: readonly TreeChange[]; readonly limits: readonly string[] }> {
  if (!point) return { changes: [], limits: [notKnown('the workspace was not looked at before the first change')] };
  try {
    const now = await takePoint(workspace);
    if (!now) return { changes: [], limits: [notKnown('the setting record.watch is “none”')] };
    const changes = now.snapshot === point.snapshot ? [] : await now.changesSince(point.snapshot);
    return { changes: changes.filter(({ path }) => !own.has(path) && !isInGit(path)), limits: now.notWatched };
  } catch (error) {
    return { changes: [], limits: [notKnown(messageOf(error))] };
  }
}

const notKnown = (why: string) => `What others changed since is not known: ${why}`;

/**
 * Builds the goal for somebody else's change: the point's state is expected, so that what is there now is left unless
 * it is confirmed.
 */
function goalOfOther({ path, before }: TreeChange, event: string, { content, confirmed }: GoalPorts): PathGoal {
  const wanted = markIfNotKept(before, content);
  return { event, changes: [], path, expected: before, wanted, isConfirmed: confirmed.has(path) };
}

async function movedHead(workspace: string, point: FirstPoint | undefined): Promise<RewindSubject['headMoved']> {
  const now = point?.head && (await readHead(workspace));
  return point?.head && now && !isSameHead(point.head, now) ? { from: point.head, to: now } : undefined;
}

async function whyNoFiles(workspace: string): Promise<string | undefined> {
  try {
    if ((await lstat(workspace)).isDirectory()) return undefined;
    return `${workspace} is no folder any more, so that no files can be restored`;
  } catch (error) {
    return `${workspace} cannot be opened, so that no files can be restored: ${messageOf(error)}`;
  }
}

/** @throws AppError UNAVAILABLE if files were asked for and none can be restored */
export function refuseWithoutFolder({ noFiles, subject }: RewindGoals, withFiles = subject.withFiles): void {
  if (noFiles === undefined || !withFiles) return;
  throw new AppError('UNAVAILABLE', noFiles, { advice: 'Bring the folder back, or rewind the conversation alone' });
}
