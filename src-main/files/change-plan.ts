import { randomUUID } from 'node:crypto';
import type { Warning } from '#contract';
import { AppError } from '#core/app-error';
import type { ContentStore } from '#ledger';
import { type Allowed, type Plan, type PlanContext, type RunContext, ToolError, type ToolOutcome } from '#tools';
import { applyChange } from './apply-change.ts';
import { reportNothingAccepted } from './change-report.ts';
import { type ChangeRequest, type Examined, examine } from './change-request.ts';
import { MovedError } from './pinned-folder.ts';
import { compareSides, hunksOf, type Proposal, subjectOf, warningsOf } from './proposal.ts';
import type { Proposals } from './proposals.ts';
import { decodeText } from './text.ts';
import type { Turns } from './turns.ts';

export interface ChangeServices {
  readonly content: ContentStore;
  readonly proposals: Proposals;
  /** Files and folders of the app itself. */
  readonly ownFiles: readonly string[];
  readonly now: () => number;
  /** Changes of one file are written one after the other, whichever sessions they are from. */
  readonly turns: Turns;
}

/** A path that is replaced faster than it can be looked at is given up after this many tries. */
const MAX_TRIES = 3;

/**
 * Works out a change, keeps it as a proposal and returns the plan that waits for an answer.
 *
 * @throws ToolError when it cannot be carried out or would change nothing.
 */
export async function planChange(
  request: ChangeRequest,
  context: PlanContext,
  services: ChangeServices,
): Promise<Plan> {
  const examined = await examineSettled({ request, context, services });
  if (examined.before?.bytes?.equals(examined.bytes)) {
    throw new ToolError(`${examined.target.path} already has exactly this content; there is nothing to write`);
  }
  const sides = compareSides(examined.before ? examined.before.bytes : Buffer.alloc(0), examined.bytes);
  const proposal: Proposal = {
    ...examined,
    id: randomUUID(),
    revision: 1,
    session: context.session,
    callId: context.callId,
    at: services.now(),
    sides,
    model: sides,
    isEdited: false,
  };
  context.signal.throwIfAborted();
  services.proposals.put(proposal);
  return planOf(proposal, { request, context, services });
}

interface Change {
  readonly request: ChangeRequest;
  readonly context: PlanContext;
  readonly services: ChangeServices;
}

function planOf(proposal: Proposal, change: Change): Plan {
  const { proposals } = change.services;
  return {
    subject: subjectOf(proposal),
    isOutside: proposal.target.isOutside,
    warnings: warningsOf(proposal),
    arguments: { ...change.request.arguments, path: proposal.target.path },
    run: (allowed, context) => run(proposal.id, change, { allowed, context }),
    abandon: () => proposals.remove(proposal.id),
  };
}

async function run(
  id: string,
  change: Change,
  { allowed, context }: { readonly allowed: Allowed; readonly context: RunContext },
): Promise<ToolOutcome | Plan> {
  const { proposals } = change.services;
  const shown = proposals.get(id);
  if (!shown) throw new Error(`The proposal ${id} was run after it had ended`);
  if (allowed.change && !fits(allowed.change, shown)) return planOf(shown, change);
  try {
    const outcome = await change.services.turns.take(shown.target.path, () =>
      decide(shown, change, { allowed, context }),
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

/** What was allowed is about the revision that waits, and about hunks that it has. */
function fits(allowed: NonNullable<Allowed['change']>, shown: Proposal): boolean {
  const numbers = new Set(hunksOf(shown).map((hunk) => hunk.number));
  return allowed.revision === shown.revision && allowed.accepted.every((number) => numbers.has(number));
}

async function decide(
  shown: Proposal,
  change: Change,
  { allowed, context }: { readonly allowed: Allowed; readonly context: RunContext },
): Promise<ToolOutcome | Plan> {
  const accepted = allowed.change?.accepted ?? hunksOf(shown).map((hunk) => hunk.number);
  if (accepted.length === 0) return { outcome: 'failed', content: reportNothingAccepted(shown) };
  context.signal.throwIfAborted();
  const present = await examineSettled(change);
  if (isStale(shown, present)) return askAnew(shown, present, change);
  const applied = await applyChange({ ...shown, ...current(present) }, accepted, {
    content: change.services.content,
    record: context.record,
  });
  if (applied !== 'stale') return applied;
  return askAnew(shown, await examineSettled(change), change);
}

const current = ({ target, before }: Examined) => ({ target, before });

function isStale(shown: Proposal, present: Examined): boolean {
  return present.target.path !== shown.target.path || present.before?.hash !== shown.before?.hash;
}

/** The same proposal, worked out against the file as it is now; what the person typed is kept where it fits. */
function askAnew(shown: Proposal, present: Examined, change: Change): Plan {
  const presentBytes = present.before ? present.before.bytes : Buffer.alloc(0);
  const model = compareSides(presentBytes, present.bytes);
  const carried = carryOver(shown, presentBytes, change.request);
  const warnings: Warning[] = [{ level: 'caution', text: whatHappened(shown, present) }];
  if (shown.isEdited && carried === undefined) {
    warnings.push({
      level: 'caution',
      text: 'What you typed does not fit the present file; the change is as the model proposed it',
    });
  }
  const proposal: Proposal = {
    ...shown,
    ...present,
    revision: shown.revision + 1,
    model,
    bytes: carried ?? present.bytes,
    sides: carried ? compareSides(presentBytes, carried) : model,
    isEdited: carried !== undefined,
    placeWarnings: [...warnings, ...present.placeWarnings],
  };
  change.services.proposals.put(proposal);
  return planOf(proposal, change);
}

function carryOver(shown: Proposal, presentBytes: Buffer | undefined, request: ChangeRequest): Buffer | undefined {
  if (!shown.isEdited || shown.sides.kind !== 'text' || !presentBytes) return undefined;
  const presentText = decodeText(presentBytes);
  if (presentText === undefined) return undefined;
  const text = request.carryOver(shown.sides, presentText);
  return text === undefined ? undefined : Buffer.from(text, 'utf8');
}

function whatHappened(shown: Proposal, present: Examined): string {
  if (present.target.path !== shown.target.path) {
    return `Nothing was written: the path led to ${shown.target.path} and now leads to ${present.target.path}`;
  }
  if (!present.before) return 'Nothing was written: the file has been removed since; it would be created again';
  if (!shown.before) return 'Nothing was written: a file has appeared there since; it would be overwritten';
  return 'Nothing was written: the file has changed since; this is the change to its present content';
}

/** Looks again when a part of the path was replaced while it was looked at. */
async function examineSettled({ request, context, services }: Change): Promise<Examined> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await examine(request, context, services.ownFiles);
    } catch (error) {
      if (!(error instanceof MovedError)) throw error;
      if (tries === MAX_TRIES) throw new ToolError(`${error.message} again and again while it was looked at`);
    }
  }
}
