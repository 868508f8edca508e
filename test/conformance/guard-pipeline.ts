import { splitPipeline } from '#guard';
import { comparing } from './compare-cases.ts';

/** What runs and which filters were taken from it; null: it runs as written. */
export const guardPipeline = comparing((input) => {
  const split = splitPipeline((input as { readonly command: string }).command);
  if (split === undefined) return null;
  const { cleaned, removedNames, removedPipeline } = split;
  return { cleaned, removedNames: [...removedNames], removedPipeline };
});
