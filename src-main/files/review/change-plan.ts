import { randomUUID } from 'node:crypto';
import type { Warning } from '#contract';
import { AppError } from '#core/app-error';
import type { KeyedMutex } from '#core/async/mutex';
import { MovedError } from '#core/files/pinned-folder';
import type { ContentStore } from '#ledger';
import { type Approval, type CallPlan, type PlanContext, type RunContext, ToolError, type ToolOutcome } from '#tools';
import { acceptEveryHunk, isNothingAccepted } from '../diff/acceptance.ts';
import type { TextComparer } from '../diff/compare-texts.ts';
import { decodeText } from '../diff/text.ts';
import { answerProblem } from './answer-problem.ts';
import { applyChange } from './apply-change.ts';
import { reportNothingAccepted } from './change-report.ts';
import { type ChangeRequest, type ExaminedRequest, examine, severalNames } from './change-request.ts';
import { fileAhead } from './files-ahead.ts';
import { commentsText, withComments } from './line-comments.ts';
import { changeSubject, compareSides, hunksOf, type ProposedChange, proposalWarnings } from './proposal.ts';
import type { ProposedChanges, Renewal } from './proposals.ts';

export interface ChangeServices {
  readonly content: ContentStore;
  readonly proposals: ProposedChanges;
  /** Files and folders of the app itself. */
  readonly ownFiles: (workspace: string) => readonly string[];
  readonly now: () => number;
  readonly comparer: TextComparer;
  /** Number of removed lines, from the settings, above which a change is flagged. */
  readonly flagRemovedLines: () => number;
  /** Changes of one file are written one after the other, whichever sessions they are from. */
  readonly targets: KeyedMutex;
}

/** A path that is replaced faster than it can be looked at is given up after this many tries. */
const MAX_TRIES = 3;

/**
 * Works out a change, keeps it as a proposal and returns the plan that waits for an answer.
 *
 * @throws ToolError if it cannot be carried out or would change nothing
 */
export async function planChange(
  request: ChangeRequest,
  context: PlanContext,
  services: ChangeServices,
): Promise<CallPlan> {
  const examined = await examineSettled({ request, context, services });
  refuseIfUnchanged(examined, examined.bytes);
  const { comparer, flagRemovedLines } = services;
  const sides = await compareSides(presentBytes(examined), examined.bytes, comparer);
  const proposal: ProposedChange = {
    ...examined,
    id: randomUUID(),
    revision: 1,
    session: context.session,
    workspace: context.workspace,
    callId: context.callId,
    group: context.group,
    at: services.now(),
    sides,
    model: sides,
    isEdited: false,
    flagRemovedLines: flagRemovedLines(),
  };
  context.signal.throwIfAborted();
  services.proposals.put(proposal);
  services.proposals.setRenewal(proposal.id, renewalOf(proposal.id, { request, context, services }));
  return planOf(proposal, { request, context, services });
}

/** A person who still reviews a change is told that its file has moved on, and may see the change against it as it is now. */
function renewalOf(id: string, change: ChangeWork): Renewal {
  const { proposals } = change.services;
  return {
    isCurrent: async () => {
      const shown = proposals.get(id);
      const present = await examineSettled(change, id).catch(() => undefined);
      return !shown || (present !== undefined && !isStale(shown, present));
    },
    renew: async () => {
      try {
        const present = await examineSettled(change, id);
        const shown = proposals.get(id);
        if (shown && isStale(shown, present)) await askAnew(shown, present, change);
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        throw new AppError('CONFLICT', `The change no longer fits the file: ${error.message}`);
      }
    },
  };
}

interface ChangeWork {
  readonly request: ChangeRequest;
  readonly context: PlanContext;
  readonly services: ChangeServices;
}

function planOf(proposal: ProposedChange, change: ChangeWork): CallPlan {
  const { proposals } = change.services;
  const names = proposal.before?.names ?? 1;
  return {
    subject: changeSubject(proposal),
    isOutside: proposal.target.isOutside,
    warnings: proposalWarnings(proposal),
    alwaysAsk: names > 1 ? severalNames(names) : (proposal.target.alwaysAsk ?? proposal.conflict),
    arguments: { ...change.request.arguments, path: proposal.target.path },
    effects: 'recorded',
    run: (allowed, context) => runChange(proposal.id, change, { allowed, context }),
    abandon: () => proposals.remove(proposal.id),
  };
}

async function runChange(
  id: string,
  change: ChangeWork,
  { allowed, context }: { readonly allowed: Approval; readonly context: RunContext },
): Promise<ToolOutcome | CallPlan> {
  const { proposals } = change.services;
  const shown = proposals.get(id);
  if (!shown) throw new Error(`The proposal ${id} was run after it had ended`);
  if (allowed.change && !fitsProposal(allowed.change, shown)) return planOf(shown, change);
  try {
    const outcome = await change.services.targets.run(shown.target.path, () =>
      applyIfCurrent(shown, change, { allowed, context }),
    );
    if ('outcome' in outcome) proposals.remove(id);
    return outcome;
  } catch (error) {
    proposals.remove(id);
    if (!(error instanceof ToolError || error instanceof AppError)) throw error;
    const content = `The change was approved but could not be applied, and nothing was written: ${error.message}`;
    return { outcome: 'failed', content };
  }
}

/** Whether the answer fits the waiting revision, and hunks and lines that it has. */
function fitsProposal(allowed: NonNullable<Approval['change']>, shown: ProposedChange): boolean {
  return allowed.revision === shown.revision && answerProblem(shown, allowed) === undefined;
}

async function applyIfCurrent(
  shown: ProposedChange,
  change: ChangeWork,
  { allowed, context }: { readonly allowed: Approval; readonly context: RunContext },
): Promise<ToolOutcome | CallPlan> {
  const hunks = hunksOf(shown);
  const acceptance = allowed.change ?? acceptEveryHunk(hunks);
  const comments = commentsText(shown, allowed.change?.comments);
  if (isNothingAccepted(hunks, acceptance)) {
    return { outcome: 'failed', content: withComments(reportNothingAccepted(shown), comments) };
  }
  context.signal.throwIfAborted();
  const present = await examineSettled(change, shown.id);
  if (isStale(shown, present)) return await askAnew(shown, present, change);
  const applied = await applyChange({ ...shown, ...current(present) }, acceptance, {
    content: change.services.content,
    record: context.record,
  });
  if (applied !== 'stale') return { ...applied, content: withComments(applied.content, comments) };
  return await askAnew(shown, await examineSettled(change, shown.id), change);
}

const current = ({ target, before, mode }: ExaminedRequest) => ({ target, before, mode });

function isStale(shown: ProposedChange, present: ExaminedRequest): boolean {
  return present.target.path !== shown.target.path || present.before?.hash !== shown.before?.hash;
}

/** @throws ToolError if the file says this already */
function refuseIfUnchanged({ before, target }: ExaminedRequest, bytes: Buffer): void {
  if (!before?.bytes?.equals(bytes)) return;
  throw new ToolError(`${target.path} already has exactly this content; there is nothing to write`);
}

/**
 * Works out a proposal anew, against the file as it is now; what the person typed is kept where it fits.
 *
 * @throws ToolError if the file says by now what it proposes
 */
async function askAnew(shown: ProposedChange, present: ExaminedRequest, change: ChangeWork): Promise<CallPlan> {
  const { proposals, comparer } = change.services;
  const oldBytes = presentBytes(present);
  const model = await compareSides(oldBytes, present.bytes, comparer);
  const carried = carryOver(shown, oldBytes, change.request);
  refuseIfUnchanged(present, carried ?? present.bytes);
  const sides = carried ? await compareSides(oldBytes, carried, comparer) : model;
  const proposal: ProposedChange = {
    ...shown,
    ...present,
    revision: shown.revision + 1,
    model,
    bytes: carried ?? present.bytes,
    sides,
    isEdited: carried !== undefined,
    placeWarnings: [...warningsAnew(shown, present, carried), ...present.placeWarnings],
  };
  const latest = proposals.get(shown.id);
  // Revised meanwhile: what was typed then is carried over, too.
  if (latest && latest !== shown) return await askAnew(latest, present, change);
  if (latest) proposals.put(proposal);
  return planOf(proposal, change);
}

function warningsAnew(shown: ProposedChange, present: ExaminedRequest, carried: Buffer | undefined): Warning[] {
  const warnings: Warning[] = [{ level: 'caution', text: whatHappened(shown, present) }];
  if (!shown.isEdited || carried !== undefined) return warnings;
  const text = 'What you typed does not fit the present file; the change is as the model proposed it';
  return [...warnings, { level: 'caution', text }];
}

/** Present bytes of the file; `undefined` if they are too many to hold. */
function presentBytes({ before }: ExaminedRequest): Buffer | undefined {
  return before ? before.bytes : Buffer.alloc(0);
}

function carryOver(shown: ProposedChange, oldBytes: Buffer | undefined, request: ChangeRequest): Buffer | undefined {
  if (!shown.isEdited || shown.sides.kind !== 'text' || !oldBytes) return undefined;
  const presentText = decodeText(oldBytes);
  if (presentText === undefined) return undefined;
  const text = request.carryOver(shown.sides, presentText);
  return text === undefined ? undefined : Buffer.from(text, 'utf8');
}

function whatHappened(shown: ProposedChange, present: ExaminedRequest): string {
  if (present.target.path !== shown.target.path) {
    return `Nothing was written: the path led to ${shown.target.path} and now leads to ${present.target.path}`;
  }
  if (!present.before) return 'Nothing was written: the file has been removed since; it would be created again';
  if (!shown.before) return 'Nothing was written: a file has appeared there since; it would be overwritten';
  return 'Nothing was written: the file has changed since; this is the change to its present content';
}

/** Looks again when a part of the path was replaced while it was looked at; `id` is the proposal it is for. */
async function examineSettled({ request, context, services }: ChangeWork, id?: string): Promise<ExaminedRequest> {
  const ownFiles = services.ownFiles(context.workspace);
  const { proposals } = services;
  const ahead = (path: string) => fileAhead(proposals.list(), { path, group: context.group, id });
  for (let tries = 1; ; tries += 1) {
    try {
      return await examine(request, context, { ownFiles, ahead });
    } catch (error) {
      if (!(error instanceof MovedError)) throw error;
      if (tries === MAX_TRIES) throw new ToolError(`${error.message} again and again while it was looked at`);
    }
  }
}
