import type { PromptCase } from '#contract';
import { AppError } from '#core/app-error';
import type { PromptLibrary, RenderInputs } from './prompt-library.ts';

/** Renders now, and keeps inputs, results of tools and output. @throws AppError INVALID_INPUT if it does not render */
export async function saveCase(
  library: PromptLibrary,
  { id, name, ...what }: RenderInputs & { readonly id: string; readonly name: string },
  signal: AbortSignal | undefined,
): Promise<PromptCase> {
  const { outcome, inputs } = await library.renderForKeeping({ id, ...what }, signal);
  if (outcome.isRendered && inputs) return await library.cases.save(id, name, outcome.rendered, inputs);
  const why = outcome.isRendered ? 'its inputs are not known' : outcome.failure.message;
  throw new AppError('INVALID_INPUT', `A prompt that cannot be rendered cannot be saved as a case: ${why}`, {
    where: id,
    advice: 'Fix the template or its arguments, then save the case',
  });
}
