import type { Repair } from '#contract';
import { messageOf } from '#core/app-error';
import { withoutSmuggledText } from '#core/smuggled-text';
import { underOwnName } from './aliases.ts';
import type { CallContext, RunnerOptions, Told, ToolResult } from './call.ts';
import { argumentsProblem } from './call-arguments.ts';
import { CallRecord } from './call-record.ts';
import { explain } from './explain.ts';
import { type MendedCall, mendedCall } from './mended-call.ts';
import { withWarning } from './permission.ts';
import { type PlannedCall, runPlan } from './run-plan.ts';
import { checkSchema } from './schema-check.ts';
import { type Plan, type PlanContext, type Tool, type ToolCall, ToolError, type ToolScope } from './tool.ts';
import { listTools } from './tool-list.ts';
import { UnfinishedRuns } from './unfinished-runs.ts';

/** What every call of a tool passes: name → guard → arguments → schema → plan → policy → approval → run → record. */
export interface FrozenRunner {
  readonly tools: readonly Tool[];
  /** Never throws: whatever happens is a result, on the ledger where that can be written. */
  run(call: ToolCall, context: CallContext): Promise<ToolResult>;
  /** Answers a call that is not to be run. */
  decline(call: ToolCall, context: CallContext, why: Told): Promise<ToolResult>;
}

export interface Runner {
  tools(scope?: ToolScope): readonly Tool[];
  /** The tools that are offered there now, for the length of a turn; a tool that is gone meanwhile says so when it is called. */
  freeze(scope: ToolScope): FrozenRunner;
  /** With the tools the context's session has now. */
  readonly run: FrozenRunner['run'];
  readonly decline: FrozenRunner['decline'];
}

/**
 * Disposing it waits, within limits, for stopped tools that are still recording what they did: before the ledger ends.
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

  const answer = async (call: ToolCall, told: Told, record: CallRecord): Promise<ToolResult> => {
    const { outcome } = told;
    const result = { callId: call.callId, tool: call.tool, content: withoutSmuggledText(told.content), outcome };
    try {
      await record.effect('tool.returned', result);
    } catch (error) {
      options.log.error('tool.result.unrecorded', { tool: call.tool, error: messageOf(error) });
    }
    return result;
  };
  const recordOf = (context: CallContext) => new CallRecord(context.ledger, context.turn, context.cause);

  const decline: FrozenRunner['decline'] = (call, context, why) => answer(call, why, recordOf(context));
  const runWith = async (tools: readonly Tool[], sent: ToolCall, context: CallContext): Promise<ToolResult> => {
    const record = recordOf(context);
    const knowsAliases = options.knowsAliases?.() ?? true;
    const { call, repairs } = knowsAliases ? underOwnName(sent, tools) : { call: sent, repairs: [] };
    const work = { options, unfinished, tools, call, repairs, context, record };
    const outcome = await carryOut(work).catch((error: unknown) => explain(error, call, options.log));
    return await answer(call, outcome, record);
  };

  return {
    tools: toolsOf,
    freeze: (scope) => {
      const tools = toolsOf(scope);
      return { tools, run: (call, context) => runWith(tools, call, context), decline };
    },
    run: (call, context) => runWith(toolsOf(context), call, context),
    decline,
    [Symbol.asyncDispose]: () => unfinished[Symbol.asyncDispose](),
  };
}

type Work = Omit<PlannedCall, 'sent'> & { readonly options: RunnerOptions; readonly tools: readonly Tool[] };

async function carryOut(work: Work): Promise<Told> {
  const { options, call } = work;
  const tool = work.tools.find((one) => one.name === call.tool);
  if (!tool) return invalid(unknownTool(call.tool, work.tools));
  const mended = mendedCall(options.guard, tool, call.arguments);
  const repairs = [...work.repairs, ...mended.repairs];
  if (repairs.length > 0) await recordRepairs(work, mended.sent, repairs);
  const problem = argumentsProblem(call.tool, mended.arguments, call.arguments) ?? mended.problem;
  const told = problem === undefined ? await planAndRun(tool, mended, { ...work, repairs }) : invalid(problem);
  return mended.remark === undefined ? told : { ...told, content: `${told.content}\n\n${mended.remark}` };
}

async function recordRepairs({ call, context, record }: Work, sent: string, repairs: readonly Repair[]): Promise<void> {
  const { callId, tool } = call;
  const { model } = context;
  const data = { callId, tool, arguments: sent, repairs: [...repairs] };
  await record.step('call.repaired', { ...data, ...(model !== undefined && { model }) });
}

async function planAndRun(tool: Tool, { arguments: args, sent }: MendedCall, work: Omit<PlannedCall, 'sent'> & Work) {
  const { options, call, context } = work;
  const { session, workspace, cwd, environment, signal } = context;
  const planContext = { session, callId: call.callId, workspace, cwd, environment, sent, signal };
  let plan: Plan | undefined;
  try {
    plan = await planThatFits(tool, args, planContext);
  } catch (error) {
    if (error instanceof ToolError) return invalid(error.message);
    throw error;
  }
  if (!plan) return { outcome: 'cancelled' as const, content: `Not run: ${messageOf(signal.reason)}.` };
  return await runPlan(plan, { ...work, sent }, options);
}

/** What the tool itself says of arguments that do not fit goes before what the schema says. */
async function planThatFits(tool: Tool, args: unknown, context: PlanContext): Promise<Plan | undefined> {
  const answer = await checkSchema(tool.parameters, args);
  const plan = await planWhileWanted(tool, args, context);
  if (answer.fits === false) {
    plan?.abandon?.('cancelled');
    throw new ToolError(`The arguments of ${tool.name} do not fit its schema, so nothing was run.\n${answer.problems}`);
  }
  if (!plan || answer.fits) return plan;
  return withWarning(plan, `The arguments were not checked: the schema of ${tool.name} cannot be used (${answer.why})`);
}

/** A plan has no effects, so a stop need not wait for it; one that comes too late is let go. */
async function planWhileWanted(tool: Tool, args: unknown, context: PlanContext): Promise<Plan | undefined> {
  const { signal } = context;
  if (signal.aborted) return undefined;
  const planning = tool.plan(args, context);
  return await new Promise((resolve, reject) => {
    const onAbort = () => {
      resolve(undefined);
      planning.then((plan) => plan.abandon?.('cancelled')).catch(() => {});
    };
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    planning.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

function invalid(content: string): Told {
  return { outcome: 'invalid', content };
}

function unknownTool(name: string, tools: readonly Tool[]): string {
  const names = tools.map((tool) => tool.name).join(', ');
  return `There is no tool "${name}", so nothing was run. ${names ? `The tools are: ${names}.` : 'There are no tools.'}`;
}
