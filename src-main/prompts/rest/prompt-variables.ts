import { TemplateError } from '#template';
import type { PromptEngine } from '../ports.ts';
import { compile } from '../registry/compile.ts';
import { textsOf } from '../registry/tables.ts';
import { referencedPaths } from '../render/references.ts';

/** Dotted paths of what a prompt's templates refer to; none of one that does not parse. */
export function variablesOf({ prompt, state }: PromptEngine, id: string): readonly string[] {
  const record = prompt(id)?.record;
  if (!record) return [];
  const texts = textsOf(id, record);
  try {
    const callable = state.value.tools.map((tool) => tool.callable);
    return referencedPaths({ set: compile(texts, callable), texts });
  } catch (error) {
    if (error instanceof TemplateError) return [];
    throw error;
  }
}
