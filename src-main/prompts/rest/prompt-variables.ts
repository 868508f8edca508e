import { TemplateError } from '#template';
import type { PromptEngine } from '../ports.ts';
import { compileTexts } from '../registry/compile.ts';
import { promptTexts } from '../registry/tables.ts';
import { referencedPaths } from '../render/references.ts';

/** Dotted paths of what a prompt's templates refer to; none of one that does not parse. */
export function promptVariables({ prompt, state }: PromptEngine, id: string): readonly string[] {
  const record = prompt(id)?.record;
  if (!record) return [];
  const texts = promptTexts(id, record);
  try {
    const callable = state.value.tools.map((tool) => tool.callable);
    return referencedPaths({ set: compileTexts(texts, callable), texts });
  } catch (error) {
    if (error instanceof TemplateError) return [];
    throw error;
  }
}
