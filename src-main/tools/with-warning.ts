import type { Warning } from '#contract';
import type { CallPlan } from './tool.ts';

/** Adds `text` to a plan, as a warning that a person sees before those it has. */
export function withWarning(plan: CallPlan, text: string): CallPlan {
  const warning: Warning = { level: 'caution', text };
  return {
    subject: plan.subject,
    isOutside: plan.isOutside,
    alwaysAsk: plan.alwaysAsk,
    arguments: plan.arguments,
    effects: plan.effects,
    servedBy: plan.servedBy,
    kept: plan.kept,
    afterwards: plan.afterwards,
    warnings: [warning, ...plan.warnings],
    run: (what, context) => plan.run(what, context),
    ...(plan.settle && { settle: plan.settle.bind(plan) }),
    abandon: (why) => plan.abandon?.(why),
  };
}
