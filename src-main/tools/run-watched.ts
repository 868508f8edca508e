import type { CallToWatch, CallWatch, WatchedCall } from './call-watch.ts';
import type { Allowed, Plan, RunContext, ToolOutcome } from './tool.ts';

export interface Watching {
  readonly tool: string;
  readonly watch: CallWatch | undefined;
}

/** Runs the plan; where nobody can say what it changes, between two looks at the workspace, whatever comes of it. */
export async function runWatched(
  plan: Plan,
  allowed: Allowed,
  context: RunContext,
  { tool, watch }: Watching,
): Promise<ToolOutcome | Plan> {
  if (!watch || (plan.effects ?? 'unknown') !== 'unknown') return await plan.run(allowed, context);
  const call = callOf(plan, tool, context);
  await using watched = await watch.begin(call);
  let outcome: ToolOutcome | Plan;
  try {
    outcome = await plan.run(allowed, context);
  } catch (error) {
    // One that failed, was stopped or took too long may have changed something all the same.
    await recordEffects(watched, call);
    throw error;
  }
  await recordEffects(watched, call);
  return outcome;
}

function callOf({ servedBy }: Plan, tool: string, context: RunContext): CallToWatch {
  const { session, callId, workspace, signal, record } = context;
  return {
    ...{ session, callId, tool, workspace, signal, record },
    label: servedBy ? `${tool} of ${servedBy.title}` : tool,
    origin: 'program',
    by: servedBy?.title,
    isElsewhere: servedBy?.isElsewhere,
  };
}

/** Looks again and records what was changed, and what is to be said of it. */
export async function recordEffects(
  watched: Pick<WatchedCall, 'look' | 'finish'>,
  { callId, tool, by, record }: Pick<CallToWatch, 'callId' | 'tool' | 'by' | 'record'>,
): Promise<void> {
  const effects = await watched.look();
  const { changes, notWatched, alongside } = effects;
  if (changes.length + notWatched.length + alongside.length > 0) {
    await record('call.watched', {
      ...{ callId, tool, changes: changes.length, notWatched: [...notWatched] },
      ...(by !== undefined && { by }),
      ...(alongside.length > 0 && { alongside: [...alongside] }),
    });
  }
  await watched.finish(effects);
}
