import type { PromptCase } from '#contract';
import { AppError } from '#core/app-error';
import type { Desk, Rendering } from './desk.ts';

/** Renders now, and keeps inputs, results of tools and output. @throws AppError INVALID_INPUT if it does not render */
export async function saveCase(
  desk: Desk,
  { id, name, ...what }: Rendering & { readonly id: string; readonly name: string },
  signal: AbortSignal | undefined,
): Promise<PromptCase> {
  const { outcome, inputs } = await desk.renderForKeeping({ id, ...what }, signal);
  if (outcome.isRendered && inputs) return await desk.cases.save(id, name, outcome.rendered, inputs);
  const why = outcome.isRendered ? 'nothing came of it' : outcome.failure.message;
  throw new AppError('INVALID_INPUT', `There is no case of what does not render: ${why}`, {
    where: id,
    advice: 'Mend the template or its arguments, then save the case',
  });
}
