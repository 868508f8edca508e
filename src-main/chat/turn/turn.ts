import type { LedgerEventData, RequestedCall } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import {
  type CallContext,
  type GroupedCall,
  NOT_RUN_AFTER_FAILURE,
  NOT_RUN_TURN_STOPPED,
  type ToolResult,
} from '#tools';
import { CompactionError, compactConversation, isCompactionDue } from '../compaction/compaction.ts';
import { replaceHistory } from '../compaction/replace.ts';
import { shortenConversation } from '../compaction/shorten.ts';
import { maySpend } from '../cost/spending.ts';
import { saysNothing } from '../items/assistant-item.ts';
import type { ChatProfile } from './answering-model.ts';
import { askModel, type RecordedReply } from './ask-model.ts';
import { askPerson } from './ask-person.ts';
import type { TurnContext } from './turn-context.ts';

export type TurnOutcome = LedgerEventData<'turn.ended'>['outcome'];

/**
 * One turn: the model is asked, its calls are run in order, and it is asked again with their results, until it calls no more,
 * the person stops it or does not want it to go on.
 *
 * @throws AppError UNAVAILABLE when the record cannot be written, since what cannot be recorded is not done; also what compacting
 * before the turn throws.
 */
export async function runTurn(context: TurnContext): Promise<TurnOutcome> {
  let cause = await compactFirst(context);
  let allowedRounds = context.maxRounds();
  for (let round = 1; !context.signal.aborted; round++) {
    const goOn = await mayGoOn(context, { used: round - 1, isAsked: round > allowedRounds }, cause);
    if (goOn === undefined) return endedByPerson(context, round);
    if (round > allowedRounds) allowedRounds += context.maxRounds();
    const reply = await askForReply(context, round, goOn);
    if (reply.record.calls.length === 0) return outcomeOf(reply);
    const isOver = await runCalls(context, reply);
    if (isOver) break;
    cause = context.conversation.lastStep ?? reply.event;
  }
  return 'cancelled';
}

/** The event to go on from; undefined if the person does not want it, for its rounds or its cost. */
async function mayGoOn(
  context: TurnContext,
  { used, isAsked }: { readonly used: number; readonly isAsked: boolean },
  cause: string,
): Promise<string | undefined> {
  const last = isAsked ? await askPerson(context, roundsQuestion(used), cause) : cause;
  if (last === undefined) return undefined;
  const may = await maySpend(context, context.answering, last);
  return may.isAllowed ? (may.cause ?? last) : undefined;
}

/**
 * Compacts a conversation that fills the context; if that fails, continues with its newest messages. A continued turn
 * has its place in the conversation, which is then left as it is.
 */
async function compactFirst(context: TurnContext): Promise<string> {
  const { conversation, answering, primary, cause, runner, agent } = context;
  const { profile, client, profileNow } = answering;
  if (!profile || !primary || !conversation.isAtStart) return cause;
  const isDue = (one: ChatProfile) =>
    isCompactionDue(conversation, one, { bytesPerToken: client.bytesPerToken, tools: runner.tools });
  if (!isDue(profile)) return cause;
  // The server may take more than was known, as after a start of the app.
  await client.learnContext?.(context.signal);
  const now = profileNow?.() ?? profile;
  if (!isDue(now)) return cause;
  if (agent?.compaction) {
    const replaced = await replaceHistory(context, agent.compaction, primary, cause);
    if (replaced !== undefined) return replaced;
  }
  try {
    return (await compactConversation(context, primary, { isManual: false, cause })).cause;
  } catch (error) {
    if (!(error instanceof CompactionError)) throw error;
    return shortenConversation({ ...context, answering: { ...answering, profile: now } }, error);
  }
}

function askForReply(context: TurnContext, round: number, cause: string): Promise<RecordedReply> {
  const { answering, conversation, runner } = context;
  const tools = runner.tools.map(({ name, description, parameters }) => ({ name, description, parameters }));
  return askModel(context, { answering, messages: conversation.messages(), tools, round }, cause);
}

function roundsQuestion(used: number) {
  const why = `The model has replied ${used} times in this turn and wants to go on`;
  return { tool: 'rounds', subject: { kind: 'rounds', used }, why } as const;
}

/**
 * Outcome of a turn that the person ended: what was done stays part of the conversation; a message without any answer
 * does not.
 */
function endedByPerson({ signal }: TurnContext, round: number): TurnOutcome {
  return signal.aborted || round === 1 ? 'cancelled' : 'done';
}

function outcomeOf({ record }: RecordedReply): TurnOutcome {
  if (record.finish === 'cancelled') return 'cancelled';
  if (record.finish === 'failed' || record.finish === 'interrupted' || saysNothing(record)) return 'failed';
  return record.refusal ? 'refused' : 'done';
}

type DeclinedCall = Pick<ToolResult, 'outcome' | 'content'>;

/** Results for the calls of a reply that was cut off, by how: those that followed are missing. */
const CUT_OFF = new Map<RecordedReply['record']['finish'], DeclinedCall>([
  [
    'length',
    {
      outcome: 'skipped',
      content: 'Not run: the reply was cut off at the length limit. Make shorter calls, fewer at once.',
    },
  ],
  ['content-filter', { outcome: 'skipped', content: 'Not run: the content filter of the server ended the reply.' }],
]);

/**
 * Runs the calls in order, one at a time; file changes that follow each other come after one review
 * (docs/decisions/004-tools-and-turns.md). After a call that could not be completed, the rest are only answered. Returns
 * true if the turn is over.
 */
async function runCalls(context: TurnContext, { event, record }: RecordedReply): Promise<boolean> {
  const { signal, conversation, agent } = context;
  const cause = { cause: event, model: record.model };
  if (agent) return await runAllAtOnce(context, { event, record });
  let end: StepEnd = { declined: CUT_OFF.get(record.finish), rejected: new Set(), results: [] };
  for (const calls of stepsOf(record.calls, context)) {
    if (signal.aborted) end = { ...end, declined: cancelledCall(signal) };
    const { rejected } = end;
    const step = calls.map((call) => ({ call, context: { ...callContextOf(context, call, cause), rejected } }));
    end = await runStep(context, step, end);
    for (const result of end.results) if (conversation.hasNoResult(result.callId)) throw unrecordedError(result);
  }
  return signal.aborted || end.declined?.outcome === 'cancelled';
}

/** Runs the calls of an agent workspace in parallel (docs/decisions/018-agent-workspaces.md). Returns true if the turn is over. */
async function runAllAtOnce(context: TurnContext, { event, record }: RecordedReply): Promise<boolean> {
  const declined = CUT_OFF.get(record.finish);
  const cause = { cause: event, model: record.model };
  const steps = stepsOf(record.calls, context).map((calls) =>
    calls.map((call) => ({ call, context: callContextOf(context, call, cause) })),
  );
  const before = { declined, rejected: new Set<string>(), results: [] };
  const results = await runSideBySide(steps, async (step) => (await runStep(context, step, before)).results);
  for (const result of results) if (context.conversation.hasNoResult(result.callId)) throw unrecordedError(result);
  return context.signal.aborted;
}

interface StepEnd {
  /** Result for the remaining calls, which are not run. */
  readonly declined: DeclinedCall | undefined;
  /** Paths whose changes the person rejected in this reply. */
  readonly rejected: ReadonlySet<string>;
  readonly results: readonly ToolResult[];
}

/** Runs one call, or calls that are reviewed together. */
async function runStep(
  { runner }: TurnContext,
  step: readonly GroupedCall[],
  { declined, rejected }: StepEnd,
): Promise<StepEnd> {
  if (declined) {
    const results: ToolResult[] = [];
    for (const { call, context } of step) results.push(await runner.decline(call, context, declined));
    return { declined, rejected, results };
  }
  if (step.length > 1) {
    const { results, stop, rejected: more } = await runner.runGroup(step);
    return { declined: stop, rejected: new Set([...rejected, ...more]), results };
  }
  const [{ call, context }] = step as readonly [GroupedCall];
  const result = await runner.run(call, context);
  return { declined: declinedAfter(result), rejected, results: [result] };
}

/** The calls of a reply; those that follow each other and are reviewed together are one step. */
function stepsOf(calls: readonly RequestedCall[], { runner }: TurnContext): RequestedCall[][] {
  const steps: RequestedCall[][] = [];
  let isGroupOpen = false;
  for (const call of calls) {
    const isReviewed = runner.isReviewedTogether(call);
    if (isReviewed && isGroupOpen) steps.at(-1)?.push(call);
    else steps.push([call]);
    isGroupOpen = isReviewed;
  }
  return steps;
}

function callContextOf(
  context: TurnContext,
  call: RequestedCall,
  reply: Pick<CallContext, 'cause' | 'model'>,
): CallContext {
  const { session, sessionTitle, turn, workspace, cwd, environment, ledger, signal, conversation } = context;
  const { callId } = call;
  const live: Pick<CallContext, 'onOutput' | 'onUsage'> = {
    onOutput: (text) => conversation.callOutput(callId, text),
    onUsage: (usage, limits) => conversation.callUsage(callId, usage, limits),
  };
  return { session, sessionTitle, turn, ...reply, workspace, cwd, environment, ledger, signal, ...live };
}

function declinedAfter({ outcome }: ToolResult): DeclinedCall | undefined {
  if (outcome === 'done') return undefined;
  return outcome === 'cancelled' ? NOT_RUN_TURN_STOPPED : NOT_RUN_AFTER_FAILURE;
}

function cancelledCall(signal: AbortSignal): DeclinedCall {
  return { outcome: 'cancelled', content: `Not run: ${messageOf(signal.reason)}.` };
}

function unrecordedError({ tool, content }: ToolResult): AppError {
  return new AppError('UNAVAILABLE', `The result of ${tool} could not be recorded, so the turn was ended. ${content}`);
}

/** Runs each step of a reply, and tells what came of it. */
type RunStep = (step: readonly GroupedCall[]) => Promise<readonly ToolResult[]>;

/**
 * Runs all steps of a reply at once, as calls of an agent workspace run (docs/decisions/018-agent-workspaces.md): a
 * failure or refusal of one keeps no other from running. Answers with the results in the order of the steps.
 */
async function runSideBySide(steps: readonly (readonly GroupedCall[])[], run: RunStep): Promise<ToolResult[]> {
  return (await Promise.all(steps.map((step) => run(step)))).flat();
}
