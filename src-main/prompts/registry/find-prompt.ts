import type { LoadedPrompt, PromptEngine } from '../ports.ts';

/** Finds a prompt by its ID, also one that another program wrote where the store does not tell of changes. */
export async function findPrompt(engine: PromptEngine, id: string): Promise<LoadedPrompt | undefined> {
  await engine.look(id);
  return engine.prompt(id);
}
