import { randomUUID } from 'node:crypto';
import type { Decision, LedgerEventData, Question, Repair, Warning } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import type { CallRecord } from './call-record.ts';
import type { Allowed, Plan, Policy, PolicyVerdict } from './tool.ts';

/**
 * Asks a person. Rejects with the signal's reason when the question was withdrawn, or an AppError CANCELLED when nobody
 * can answer any more.
 */
export type Ask = (question: Question, signal: AbortSignal) => Promise<Decision>;

export interface Request {
  readonly session: string;
  readonly sessionTitle: string;
  readonly callId: string;
  readonly tool: string;
  readonly workspace: string;
  readonly sent: string;
  readonly repairs: readonly Repair[];
  readonly signal: AbortSignal;
}

export type Permission =
  | { readonly verdict: 'allow'; readonly allowed: Allowed; readonly note?: string | undefined }
  | { readonly verdict: 'refuse' | 'withdrawn'; readonly told: string };

/** Lets the policy decide, or a person where the policy says so; the decision is on disk when this resolves. */
export async function permissionFor(
  plan: Plan,
  request: Request,
  record: CallRecord,
  ports: { readonly policy: Policy; readonly ask: Ask },
): Promise<Permission> {
  const verdict = ports.policy(plan, request.tool);
  if (verdict.verdict !== 'ask') return await byRule(verdict, request, record);
  const question = questionAbout(plan, request, verdict.why);
  await record.step('approval.asked', {
    question: question.id,
    callId: request.callId,
    tool: request.tool,
    subject: { ...question.subject },
    why: question.why,
    warnings: question.warnings.map((warning) => warning.text),
  });
  let decision: Decision;
  try {
    decision = await ports.ask(question, request.signal);
  } catch (error) {
    const permission = await withdrawn(messageOf(error), question, record);
    if (request.signal.aborted || error instanceof AppError) return permission;
    throw error;
  }
  if (decision.verdict === 'refuse') return await refused(decision.reason, question, record);
  const ban = banOnEdit(plan, decision, request, ports.policy);
  if (ban) return await byRule(ban, request, record, question.id);
  return await allowed(decision, question, record);
}

async function byRule(
  verdict: Exclude<PolicyVerdict, { verdict: 'ask' }>,
  { callId }: Request,
  record: CallRecord,
  question?: string,
): Promise<Permission> {
  const isAllowed = verdict.verdict === 'allow';
  await record.step('approval.decided', {
    ...(question !== undefined && { question }),
    callId,
    by: 'rule',
    rule: verdict.rule,
    verdict: isAllowed ? 'allow' : 'refuse',
    reason: verdict.why,
  });
  if (isAllowed) return { verdict: 'allow', allowed: {} };
  return { verdict: 'refuse', told: `Not run: the rule "${verdict.rule}" forbids it. ${verdict.why}` };
}

function questionAbout(plan: Plan, request: Request, why: string): Question {
  const { session, sessionTitle, callId, tool, workspace, sent } = request;
  return {
    id: randomUUID(),
    session,
    sessionTitle,
    callId,
    tool,
    at: Date.now(),
    subject: plan.subject,
    why,
    workspace,
    isOutside: plan.isOutside,
    warnings: [...plan.warnings],
    repairs: [...request.repairs],
    sent,
  };
}

async function withdrawn(reason: string, question: Question, record: CallRecord): Promise<Permission> {
  await record.step('approval.decided', { ...decided(question), verdict: 'withdrawn', reason });
  return { verdict: 'withdrawn', told: `Not run: ${reason} before the question was answered.` };
}

async function refused(reason: string | undefined, question: Question, record: CallRecord): Promise<Permission> {
  const given = reason?.trim();
  await record.step('approval.decided', { ...decided(question), verdict: 'refuse', ...(given && { reason: given }) });
  const why = given ? `Their reason: ${given}` : 'They gave no reason.';
  return { verdict: 'refuse', told: `The person refused this, so nothing was done. ${why}` };
}

async function allowed(
  { command, change, note }: Extract<Decision, { verdict: 'allow' }>,
  question: Question,
  record: CallRecord,
): Promise<Permission> {
  const isEdited = question.subject.kind === 'command' && command !== undefined && command !== question.subject.command;
  const edited = isEdited ? command : change && acceptedPart(change);
  await record.step('approval.decided', {
    ...decided(question),
    verdict: 'allow',
    ...(edited !== undefined && { edited }),
    ...(note && { reason: note }),
  });
  return { verdict: 'allow', allowed: { ...(isEdited && { command }), ...(change && { change }) }, note };
}

function decided({ id, callId }: Question): Pick<LedgerEventData<'approval.decided'>, 'question' | 'callId' | 'by'> {
  return { question: id, callId, by: 'person' };
}

function acceptedPart({ revision, accepted }: NonNullable<Allowed['change']>): string {
  const hunks =
    accepted.length === 0 ? 'no hunk' : `${accepted.length === 1 ? 'hunk' : 'hunks'} ${accepted.join(', ')}`;
  return `${hunks} of revision ${revision}`;
}

/** A person's edit does not lift a ban: the edited command passes the policy again. */
function banOnEdit(plan: Plan, decision: Decision, { tool }: Request, policy: Policy) {
  if (decision.verdict !== 'allow' || decision.command === undefined || plan.subject.kind !== 'command') return;
  const { subject, isOutside, warnings } = plan;
  const verdict = policy({ subject: { ...subject, command: decision.command }, isOutside, warnings }, tool);
  return verdict.verdict === 'deny' ? verdict : undefined;
}

/** The same plan, with `text` as a warning that a person sees before those it has. */
export function withWarning(plan: Plan, text: string): Plan {
  const warning: Warning = { level: 'caution', text };
  return {
    subject: plan.subject,
    isOutside: plan.isOutside,
    arguments: plan.arguments,
    warnings: [warning, ...plan.warnings],
    run: (what, context) => plan.run(what, context),
    abandon: (why) => plan.abandon?.(why),
  };
}
