import type { PromptSummary, PromptsState } from '#contract';

/** A part of the store, and what is chosen in it. */
export type StorePart = 'prompts' | 'variables' | 'tools' | 'extensions' | 'problems' | 'past';

export interface StorePlace {
  readonly part: StorePart;
  readonly id?: string;
}

/** Chosen in place of an id: a record that is being written and has none yet. No id begins with a blank. */
export const NEW = ' new';

/** The prompt that is shown where `id` was chosen; the first if there is none of that id. */
export function shownPrompt({ prompts }: PromptsState, id: string | undefined): PromptSummary | undefined {
  return prompts.find((one) => one.id === id) ?? prompts[0];
}
