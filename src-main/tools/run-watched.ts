import { messageOf } from '#core/app-error';
import type { CallToWatch, CallWatch, WatchedCall } from './call-watch.ts';
import type { Approval, CallPlan, RecordedEffects, RunContext, ServedBy, ToolOutcome } from './tool.ts';

export interface WatchedTool {
  readonly tool: string;
  readonly watch: CallWatch | undefined;
}

/** Runs the plan; if nobody can say what it changes, between two looks at the workspace, whatever comes of it. */
export async function runWatched(
  plan: CallPlan,
  allowed: Approval,
  context: RunContext,
  { tool, watch }: WatchedTool,
): Promise<ToolOutcome | CallPlan> {
  if (!watch || (plan.effects ?? 'unknown') !== 'unknown') return await plan.run(allowed, context);
  const call = callOf(plan, tool, context);
  await using watched = await watch.begin(call).catch((error: unknown) => {
    plan.abandon?.('cancelled');
    throw error;
  });
  let outcome: ToolOutcome | CallPlan;
  try {
    outcome = await plan.run(allowed, context);
  } catch (error) {
    // One that failed, was stopped or took too long may have changed something all the same.
    const effects = await recordEffects(watched, call);
    const failed = { outcome: 'failed', content: messageOf(error) } as const;
    const settled = await plan.settle?.(failed, effects, context);
    if (settled === undefined || 'content' in settled || context.signal.aborted) throw error;
    return settled;
  }
  const effects = await recordEffects(watched, call);
  return plan.settle && 'content' in outcome ? await plan.settle(outcome, effects, context) : outcome;
}

function callOf({ servedBy }: CallPlan, tool: string, context: RunContext): CallToWatch {
  const { session, callId, workspace, signal, record } = context;
  return {
    session,
    callId,
    tool,
    workspace,
    signal,
    record,
    label: callLabel(tool, servedBy),
    origin: 'program',
    by: servedBy?.title,
    isElsewhere: servedBy?.isElsewhere,
  };
}

/** Label of a call for others that run at the same time. */
export function callLabel(tool: string, servedBy: ServedBy | undefined): string {
  return servedBy ? `${tool} of ${servedBy.title}` : tool;
}

/** Looks again and records what was changed, and what is to be said of it. Answers them as they are on the record. */
export async function recordEffects(
  watched: Pick<WatchedCall, 'look' | 'finish'>,
  { callId, tool, by, record }: Pick<CallToWatch, 'callId' | 'tool' | 'by' | 'record'>,
): Promise<RecordedEffects> {
  const effects = await watched.look();
  const { changes, notWatched, alongside, othersRun } = effects;
  if (changes.length + notWatched.length + alongside.length > 0) {
    await record('call.watched', {
      callId,
      tool,
      changes: changes.length,
      notWatched: [...notWatched],
      ...(by !== undefined && { by }),
      ...(alongside.length > 0 && { alongside: [...alongside] }),
    });
  }
  const events = await watched.finish(effects);
  const recorded = changes.flatMap(({ path }, at) => {
    const event = events[at];
    return event === undefined ? [] : [{ path, event }];
  });
  return { changes: recorded, alongside, othersRun };
}
