import { randomUUID } from 'node:crypto';
import type { Decision, Judgement, LedgerEventData, Question, Repair } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { acceptedPart } from './accepted-part.ts';
import { type ApprovalAnswer, deciderOf, type QuestionAsker } from './ask.ts';
import type { CallRecord } from './call-record.ts';
import type { CallWatch } from './call-watch.ts';
import { answerFor, type Caller } from './caller.ts';
import type { Approval, CallPlan, Policy, PolicyAnswer } from './tool.ts';

export interface PermissionRequest {
  readonly session: string;
  readonly sessionTitle: string;
  readonly callId: string;
  readonly tool: string;
  readonly workspace: string;
  readonly sent: string;
  readonly repairs: readonly Repair[];
  /** Group of questions that are answered together with this one. */
  readonly group?: Question['group'];
  /** See `CallContext`. */
  readonly allowedByPerson?: 'outside' | undefined;
  /** See `CallContext`. */
  readonly caller?: Caller | undefined;
  readonly signal: AbortSignal;
}

export type Permission =
  | { readonly verdict: 'allow'; readonly allowed: Approval; readonly note?: string | undefined }
  | { readonly verdict: 'refuse' | 'withdrawn'; readonly told: string; readonly reason?: string | undefined };

/** Lets the policy decide, or a person where the policy says so; the decision is on disk when this resolves. */
export async function permissionFor(
  plan: CallPlan,
  request: PermissionRequest,
  record: CallRecord,
  ports: { readonly policy: Policy; readonly ask: QuestionAsker; readonly watch?: CallWatch },
): Promise<Permission> {
  const { session, tool, workspace, caller } = request;
  const answer = answerFor(caller, plan, await ports.policy({ plan, tool, session, workspace }));
  if (request.allowedByPerson !== undefined && answer.judgement.verdict !== 'deny') {
    return await recordUnasked(answer, request, record);
  }
  if (answer.judgement.verdict !== 'ask') return await permitByRule(answer, request, record);
  const notWatched = await notWatchedBy(plan, workspace, ports.watch);
  const question = questionAbout(plan, { ...request, notWatched }, answer.judgement);
  await record.step('approval.asked', {
    question: question.id,
    callId: request.callId,
    tool: request.tool,
    subject: { ...question.subject },
    why: question.why,
    warnings: question.warnings.map((warning) => warning.text),
    ...(notWatched.length > 0 && { notWatched: [...notWatched] }),
  });
  const asked: JudgedQuestion = { question, judged: answer.judged };
  let decision: ApprovalAnswer;
  try {
    decision = await ports.ask(question, request.signal);
  } catch (error) {
    const permission = await withdrawn(messageOf(error), asked, record);
    if (request.signal.aborted || error instanceof AppError) return permission;
    throw error;
  }
  if (decision.verdict === 'refuse') return await refuseCall(decision, asked, record);
  const ban = await banOnEdit(plan, decision, request, ports.policy);
  if (ban) return await permitByRule(ban, request, record, question.id);
  if (decision.useKept === true) return await allowedKept(decision, asked, record);
  return await recordAllowed(decision, asked, record);
}

/** The person has decided before anybody asked. */
async function recordUnasked(
  { judged }: PolicyAnswer,
  { callId }: PermissionRequest,
  record: CallRecord,
): Promise<Permission> {
  await record.step('approval.decided', {
    callId,
    by: 'person',
    verdict: 'allow',
    outside: true,
    ...(judged && { judged }),
  });
  return { verdict: 'allow', allowed: {} };
}

/** A question, and what the policy made of it. */
interface JudgedQuestion {
  readonly question: Question;
  readonly judged: PolicyAnswer['judged'];
}

async function permitByRule(
  { judgement, judged }: PolicyAnswer,
  { callId }: PermissionRequest,
  record: CallRecord,
  question?: string,
): Promise<Permission> {
  const { verdict, rule, why } = judgement;
  await record.step('approval.decided', {
    ...(question !== undefined && { question }),
    callId,
    by: 'rule',
    ...(rule !== undefined && { rule }),
    verdict: verdict === 'allow' ? 'allow' : 'refuse',
    reason: why,
    ...(judged && { judged }),
  });
  if (verdict === 'allow') return { verdict, allowed: { ...approvalOf(judgement), isUnasked: true } };
  return {
    verdict: 'refuse',
    told: `Not run: ${rule === undefined ? 'this is forbidden' : `the rule "${rule}" forbids it`}. ${why}`,
  };
}

/** Place to run in, as judged. */
function approvalOf({ sandbox, boxWrites, isRewriting, showsBox, reachesBox }: Judgement): Approval {
  if (sandbox === 'none') return {};
  return {
    sandbox,
    ...(boxWrites && { boxWrites }),
    ...(isRewriting && { isRewriting }),
    ...(showsBox && { showsBox }),
    ...(reachesBox && { reachesBox }),
  };
}

interface ForeseenRequest extends PermissionRequest {
  readonly notWatched: readonly string[];
}

/** Lists the changes that will not be recorded; none for a call that only reads, or records each change itself. */
async function notWatchedBy(
  { effects = 'unknown' }: CallPlan,
  workspace: string,
  watch: CallWatch | undefined,
): Promise<readonly string[]> {
  if (!watch || effects === 'reads' || effects === 'recorded') return [];
  return await watch.foresee({ workspace, origin: effects === 'watched' ? 'command' : 'program' });
}

function questionAbout(plan: CallPlan, request: ForeseenRequest, judgement: Judgement): Question {
  const { session, sessionTitle, callId, tool, workspace, sent, group } = request;
  return {
    ...(group && { group }),
    id: randomUUID(),
    session,
    sessionTitle,
    callId,
    tool,
    at: Date.now(),
    subject: plan.subject,
    why: judgement.why,
    workspace,
    isOutside: plan.isOutside,
    warnings: [...plan.warnings],
    ...(plan.kept && { kept: plan.kept }),
    ...(request.notWatched.length > 0 && { notWatched: [...request.notWatched] }),
    repairs: [...request.repairs],
    sent,
    judgement,
  };
}

async function withdrawn(reason: string, asked: JudgedQuestion, record: CallRecord): Promise<Permission> {
  await record.step('approval.decided', { ...decisionData(asked), verdict: 'withdrawn', reason });
  return { verdict: 'withdrawn', told: `Not run: ${reason} before the question was answered.` };
}

async function refuseCall(
  answer: Extract<ApprovalAnswer, { verdict: 'refuse' }>,
  asked: JudgedQuestion,
  record: CallRecord,
): Promise<Permission> {
  const given = answer.reason?.trim();
  await record.step('approval.decided', {
    ...decisionData(asked, answer),
    verdict: 'refuse',
    ...(given && { reason: given }),
  });
  if (answer.decider?.by === 'rule') return { verdict: 'refuse', told: `Not run: ${given}.`, reason: given };
  const why = given ? `Their reason: ${given}` : 'They gave no reason.';
  return { verdict: 'refuse', told: `The person refused this, so nothing was done. ${why}`, reason: given };
}

async function recordAllowed(
  answer: Extract<ApprovalAnswer, { verdict: 'allow' }>,
  asked: JudgedQuestion,
  record: CallRecord,
): Promise<Permission> {
  const { command, change, note, outside } = answer;
  const { subject, judgement } = asked.question;
  const place = judgement === undefined || outside === true ? {} : approvalOf(judgement);
  const isEdited = subject.kind === 'command' && command !== undefined && command !== subject.command;
  const edited = isEdited ? command : change && acceptedPart(change);
  await record.step('approval.decided', {
    ...decisionData(asked, answer),
    verdict: 'allow',
    ...(edited !== undefined && { edited }),
    ...(outside === true && subject.kind === 'command' && { outside }),
    ...(note && { reason: note }),
  });
  return {
    verdict: 'allow',
    allowed: { ...(subject.kind === 'command' && place), ...(isEdited && { command }), ...(change && { change }) },
    note,
  };
}

/** Shows the output of an earlier run, and runs nothing. */
async function allowedKept(
  answer: Extract<ApprovalAnswer, { verdict: 'allow' }>,
  asked: JudgedQuestion,
  record: CallRecord,
): Promise<Permission> {
  const { note } = answer;
  await record.step('approval.decided', {
    ...decisionData(asked, answer),
    verdict: 'allow',
    useKept: true,
    ...(note && { reason: note }),
  });
  return { verdict: 'allow', allowed: { useKept: true }, note };
}

type DecisionData = Pick<
  LedgerEventData<'approval.decided'>,
  'question' | 'callId' | 'by' | 'rule' | 'person' | 'judged'
>;

function decisionData(
  { question: { id, callId }, judged }: JudgedQuestion,
  answer: Pick<ApprovalAnswer, 'decider'> = {},
): DecisionData {
  return { question: id, callId, ...deciderOf(answer), ...(judged && { judged }) };
}

/** A person's edit does not lift a ban: the edited command passes the policy again. */
async function banOnEdit(plan: CallPlan, decision: Decision, request: PermissionRequest, policy: Policy) {
  if (decision.verdict !== 'allow' || decision.command === undefined || plan.subject.kind !== 'command') return;
  const { subject, isOutside, warnings, alwaysAsk } = plan;
  const { session, tool, workspace } = request;
  const edited = { subject: { ...subject, command: decision.command }, isOutside, warnings, alwaysAsk };
  const answer = await policy({ plan: edited, tool, session, workspace });
  return answer.judgement.verdict === 'deny' ? answer : undefined;
}
