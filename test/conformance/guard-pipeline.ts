import { splitPipeline } from '#guard';
import { comparing } from './compare-cases.ts';

/** Suite about the command that runs and the filters taken from it; null: it runs as written. */
export const guardPipeline = comparing((input) => {
  const split = splitPipeline((input as { readonly command: string }).command);
  if (split === undefined) return null;
  const { cleaned, removedNames, removedPipeline } = split;
  return { cleaned, removedNames: [...removedNames], removedPipeline };
});
