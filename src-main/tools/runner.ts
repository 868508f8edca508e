import type { Repair } from '#contract';
import { messageOf } from '#core/app-error';
import type { CallContext, RunnerOptions, Told, ToolResult } from './call.ts';
import { argumentsProblem, parseArguments } from './call-arguments.ts';
import { CallRecord } from './call-record.ts';
import { explain } from './explain.ts';
import { type PlannedCall, runPlan } from './run-plan.ts';
import { type Plan, type Tool, type ToolCall, ToolError } from './tool.ts';

/** What every call of a tool passes: guard → arguments → plan → policy → approval → run → record. */
export interface Runner {
  tools(): readonly Tool[];
  /** Never throws: whatever happens is a result, on the ledger where that can be written. */
  run(call: ToolCall, context: CallContext): Promise<ToolResult>;
  /** Answers a call that is not to be run. */
  decline(call: ToolCall, context: CallContext, why: Told): Promise<ToolResult>;
}

/** @throws Error when two tools have one name. */
export function createRunner(options: RunnerOptions): Runner {
  const tools = () => options.sources.flatMap((source) => source.tools());
  failOnDuplicates(tools());

  const answer = async (call: ToolCall, told: Told, record: CallRecord): Promise<ToolResult> => {
    const result = { callId: call.callId, tool: call.tool, content: told.content, outcome: told.outcome };
    try {
      await record.effect('tool.returned', result);
    } catch (error) {
      options.log.error('tool.result.unrecorded', { tool: call.tool, error: messageOf(error) });
    }
    return result;
  };
  const recordOf = (context: CallContext) => new CallRecord(context.ledger, context.turn, context.cause);

  return {
    tools,
    run: async (call, context) => {
      const record = recordOf(context);
      const told = await carryOut({ options, tools: tools(), call, context, record }).catch((error: unknown) =>
        explain(error, call, options.log),
      );
      return await answer(call, told, record);
    },
    decline: (call, context, why) => answer(call, why, recordOf(context)),
  };
}

interface Work {
  readonly options: RunnerOptions;
  readonly tools: readonly Tool[];
  readonly call: ToolCall;
  readonly context: CallContext;
  readonly record: CallRecord;
}

async function carryOut(work: Work): Promise<Told> {
  const { options, call, context, record } = work;
  const tool = work.tools.find((one) => one.name === call.tool);
  if (!tool) return invalid(unknownTool(call.tool, work.tools));
  const guarded = options.guard({ tool: call.tool, arguments: parseArguments(call.arguments) });
  if (guarded.repairs.length > 0) await recordRepairs(work, guarded.arguments, guarded.repairs);
  const problem = argumentsProblem(call.tool, guarded.arguments, call.arguments);
  if (problem !== undefined) return invalid(problem);
  let plan: Plan | undefined;
  try {
    plan = await planWhileWanted(tool, guarded.arguments, context, call.callId);
  } catch (error) {
    if (error instanceof ToolError) return invalid(error.message);
    throw error;
  }
  if (!plan) return { outcome: 'cancelled', content: `Not run: ${messageOf(context.signal.reason)}.` };
  const planned: PlannedCall = { call, context, record, repairs: guarded.repairs };
  return await runPlan(plan, planned, options);
}

/** A plan has no effects, so a stop need not wait for it; one that comes too late is let go. */
async function planWhileWanted(
  tool: Tool,
  args: unknown,
  { session, workspace, cwd, signal }: CallContext,
  callId: string,
): Promise<Plan | undefined> {
  if (signal.aborted) return undefined;
  const planning = tool.plan(args, { session, callId, workspace, cwd, signal });
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

async function recordRepairs({ call, record }: Work, repaired: unknown, repairs: readonly Repair[]): Promise<void> {
  await record.step('call.repaired', {
    callId: call.callId,
    tool: call.tool,
    arguments: JSON.stringify(repaired),
    repairs: [...repairs],
  });
}

function invalid(content: string): Told {
  return { outcome: 'invalid', content };
}

function unknownTool(name: string, tools: readonly Tool[]): string {
  const names = tools.map((tool) => tool.name).join(', ');
  return `There is no tool "${name}", so nothing was run. ${names ? `The tools are: ${names}.` : 'There are no tools.'}`;
}

function failOnDuplicates(tools: readonly Tool[]): void {
  const seen = new Set<string>();
  for (const { name } of tools) {
    if (seen.has(name)) throw new Error(`Two tools are called "${name}"`);
    seen.add(name);
  }
}
