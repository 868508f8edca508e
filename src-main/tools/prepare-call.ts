import type { Repair } from '#contract';
import { messageOf } from '#core/app-error';
import { raceAbort } from '#core/async/abort';
import type { CallOutcome, RunnerOptions } from './call.ts';
import { argumentsProblem } from './call-arguments.ts';
import { rejectedPath } from './rejected-path.ts';
import { repairedCall } from './repaired-call.ts';
import type { PlannedCall } from './run-plan.ts';
import { checkSchema } from './schema-check.ts';
import { type CallPlan, type PlanContext, type Tool, ToolError } from './tool.ts';
import { withWarning } from './with-warning.ts';

/** A call on its way to a plan, with what it needs there. */
export type PendingCall = Omit<PlannedCall, 'sent'> & {
  readonly options: RunnerOptions;
  readonly tools: readonly Tool[];
};

/** A call with the plan that is to be decided about. */
export interface PreparedCall {
  readonly plan: CallPlan;
  readonly planned: PlannedCall;
  /** Remark to the model beside the result. */
  readonly remark: string | undefined;
  /** Works the plan out again, as after the calls before it were run. */
  replan(group?: string): Promise<PreparedCall | CallOutcome>;
}

/** Repairs the arguments, checks them and works out the plan; what cannot be planned is told. @throws NotRecordedError */
export async function prepareCall(work: PendingCall, group?: string): Promise<PreparedCall | CallOutcome> {
  const { options, call } = work;
  const tool = work.tools.find((one) => one.name === call.tool);
  if (!tool) return invalidCall(unknownTool(call.tool, work.tools));
  const repaired = repairedCall(options.guard, tool, call.arguments);
  const repairs = [...work.repairs, ...repaired.repairs];
  if (repairs.length > 0) await recordRepairs(work, repaired.sent, repairs);
  const problem = argumentsProblem(call.tool, repaired.arguments, call.arguments) ?? repaired.problem;
  if (problem !== undefined) return withRemark(invalidCall(problem), repaired.remark);
  const planned: PlannedCall = { ...work, repairs, sent: repaired.sent };
  const plan = (of: string | undefined): Promise<PreparedCall | CallOutcome> =>
    planCall(tool, repaired.arguments, { planned, remark: repaired.remark, group: of, replan: (next) => plan(next) });
  return await plan(group);
}

/** Adds to a result what the model is told beside it. */
export function withRemark(told: CallOutcome, remark: string | undefined): CallOutcome {
  return remark === undefined ? told : { ...told, content: `${told.content}\n\n${remark}` };
}

interface PlanInput extends Pick<PreparedCall, 'planned' | 'remark' | 'replan'> {
  readonly group: string | undefined;
}

async function planCall(tool: Tool, args: unknown, planning: PlanInput): Promise<PreparedCall | CallOutcome> {
  const { planned, remark, group, replan } = planning;
  const { call, context, sent } = planned;
  const { session, workspace, cwd, environment, signal } = context;
  const planContext = { session, callId: call.callId, workspace, cwd, environment, sent, group, signal };
  let plan: CallPlan | undefined;
  try {
    plan = await planThatFits(tool, args, planContext);
  } catch (error) {
    if (error instanceof ToolError) return withRemark(invalidCall(error.message), remark);
    throw error;
  }
  if (!plan) return withRemark({ outcome: 'cancelled', content: `Not run: ${messageOf(signal.reason)}.` }, remark);
  const rejected = rejectedPath(plan, context.rejected);
  if (rejected === undefined) return { plan, planned, remark, replan };
  plan.abandon?.('cancelled');
  return withRemark({ outcome: 'skipped', content: rejected }, remark);
}

async function recordRepairs(
  { call, context, record }: PendingCall,
  sent: string,
  repairs: readonly Repair[],
): Promise<void> {
  const { callId, tool } = call;
  const { model } = context;
  const data = { callId, tool, arguments: sent, repairs: [...repairs] };
  await record.step('call.repaired', { ...data, ...(model !== undefined && { model }) });
}
/** Plans a call; what the tool itself says about wrong arguments takes precedence over the schema's message. */
async function planThatFits(tool: Tool, args: unknown, context: PlanContext): Promise<CallPlan | undefined> {
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
async function planWhileWanted(tool: Tool, args: unknown, context: PlanContext): Promise<CallPlan | undefined> {
  const { signal } = context;
  if (signal.aborted) return undefined;
  const planning = tool.plan(args, context);
  return await raceAbort(planning, signal, () => {
    planning.then((plan) => plan.abandon?.('cancelled')).catch(() => {});
    return undefined;
  });
}

function invalidCall(content: string): CallOutcome {
  return { outcome: 'invalid', content };
}

function unknownTool(name: string, tools: readonly Tool[]): string {
  const names = tools.map((tool) => tool.name).join(', ');
  return `There is no tool "${name}", so nothing was run. ${names ? `The tools are: ${names}.` : 'There are no tools.'}`;
}
