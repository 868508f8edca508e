/** A part of the store, and what is chosen in it. */
export type StorePart = 'prompts' | 'variables' | 'tools' | 'extensions' | 'problems' | 'past';

export interface StorePlace {
  readonly part: StorePart;
  readonly id?: string;
}

/** Chosen in place of an id: a record that is being written and has none yet. No id begins with a blank. */
export const NEW = ' new';
