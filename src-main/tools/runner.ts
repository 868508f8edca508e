import { messageOf } from '#core/app-error';
import { withoutInvisibleText } from '#core/text/invisible-text';
import { underOwnName } from './aliases.ts';
import type { CallContext, CallOutcome, RunnerOptions, ToolResult } from './call.ts';
import { CallRecord } from './call-record.ts';
import { explain } from './explain.ts';
import { type PendingCall, prepareCall, withRemark } from './prepare-call.ts';
import { type GroupEnd, runGroup } from './run-group.ts';
import { runPlan } from './run-plan.ts';
import type { Tool, ToolCall, ToolScope } from './tool.ts';
import { listTools } from './tool-list.ts';
import { UnfinishedRuns } from './unfinished-runs.ts';

/**
 * Steps that every call of a tool passes: name → guard → arguments → schema → plan → policy → approval → run → record.
 */
export interface FrozenRunner {
  readonly tools: readonly Tool[];
  /** Never throws: whatever happens is a result, on the ledger where that can be written. */
  run(call: ToolCall, context: CallContext): Promise<ToolResult>;
  /** Whether calls of this tool that follow each other in one reply are reviewed together. */
  isReviewedTogether(call: ToolCall): boolean;
  /** Plans all of them, has all of them decided about, then runs them in order; never throws. See `runGroup`. */
  runGroup(calls: readonly GroupedCall[]): Promise<{ readonly results: readonly ToolResult[] } & GroupEnd>;
  /** Answers a call that is not to be run. */
  decline(call: ToolCall, context: CallContext, why: CallOutcome): Promise<ToolResult>;
}

export interface GroupedCall {
  readonly call: ToolCall;
  readonly context: CallContext;
}

export interface Runner {
  tools(scope?: ToolScope): readonly Tool[];
  /**
   * The tools that are offered there now, for the length of a turn; a tool that is gone in the meantime says so when it
   * is called.
   */
  freeze(scope: ToolScope): FrozenRunner;
  /** Runs a call with the tools that the context's session has now. */
  readonly run: FrozenRunner['run'];
  readonly decline: FrozenRunner['decline'];
}

/**
 * Creates the runner. Disposing it waits, within limits, for stopped tools that are still recording what they did: before the ledger ends.
 *
 * @throws Error when two tools have one name at the start; later, the second is left out.
 */
export function createRunner(options: RunnerOptions): Runner & AsyncDisposable {
  const told = new Set<string>();
  const toolsOf = (scope: ToolScope | undefined) => {
    const { tools, leftOut } = listTools(options.sources, scope);
    for (const why of leftOut.filter((one) => !told.has(one))) {
      told.add(why);
      options.log.warn('tools.left-out', { why });
      options.onLeftOut?.(why);
    }
    return tools;
  };
  const { leftOut } = listTools(options.sources, undefined);
  if (leftOut[0] !== undefined) throw new Error(leftOut[0]);
  const unfinished = new UnfinishedRuns(options.log, options.endingLimitMs);

  const answer = async (call: ToolCall, told: CallOutcome, record: CallRecord): Promise<ToolResult> => {
    const { outcome } = told;
    const result = { callId: call.callId, tool: call.tool, content: withoutInvisibleText(told.content), outcome };
    try {
      await record.effect('tool.returned', result);
    } catch (error) {
      options.log.error('tool.result.unrecorded', { tool: call.tool, error: messageOf(error) });
    }
    return result;
  };
  const recordOf = (context: CallContext) => new CallRecord(context.ledger, context.turn, context.cause);

  const decline: FrozenRunner['decline'] = (call, context, why) => answer(call, why, recordOf(context));
  const workOf = (tools: readonly Tool[], sent: ToolCall, context: CallContext): PendingCall => {
    const record = recordOf(context);
    const knowsAliases = options.knowsAliases?.() ?? true;
    const { call, repairs } = knowsAliases ? underOwnName(sent, tools) : { call: sent, repairs: [] };
    return { options, unfinished, tools, call, repairs, context, record };
  };
  const runWith = async (tools: readonly Tool[], sent: ToolCall, context: CallContext): Promise<ToolResult> => {
    const work = workOf(tools, sent, context);
    const outcome = await dispatchCall(work).catch((error: unknown) => explain(error, work.call, options.log));
    return await answer(work.call, outcome, work.record);
  };
  const runTogether = async (tools: readonly Tool[], calls: readonly GroupedCall[]) => {
    const results: ToolResult[] = [];
    const works = calls.map(({ call, context }) => workOf(tools, call, context));
    const end = await runGroup(works, async (told, { call, record }) => {
      results.push(await answer(call, told, record));
    });
    return { ...end, results };
  };
  const isReviewedTogether = (tools: readonly Tool[], sent: ToolCall): boolean => {
    const { call } = underOwnName(sent, tools);
    return tools.some(({ name, isReviewedTogether: is }) => name === call.tool && is === true);
  };

  return {
    tools: toolsOf,
    freeze: (scope) => {
      const tools = toolsOf(scope);
      return {
        tools,
        run: (call, context) => runWith(tools, call, context),
        isReviewedTogether: (call) => isReviewedTogether(tools, call),
        runGroup: (calls) => runTogether(tools, calls),
        decline,
      };
    },
    run: (call, context) => runWith(toolsOf(context), call, context),
    decline,
    [Symbol.asyncDispose]: () => unfinished[Symbol.asyncDispose](),
  };
}

async function dispatchCall(work: PendingCall): Promise<CallOutcome> {
  const prepared = await prepareCall(work);
  if ('outcome' in prepared) return prepared;
  return withRemark(await runPlan(prepared.plan, prepared.planned, work.options), prepared.remark);
}
