import type { Api, Completion } from '#contract';

/** Offers for the text at the cursor: as the host completes it, or prompts. */
export interface CompletionOffers {
  readonly from: number;
  readonly items: readonly {
    readonly text: string;
    readonly kind: Completion['items'][number]['kind'] | 'prompt';
  }[];
}

/** A message that is nothing but a slash and the beginning of a prompt's name. */
export const isPromptName = (text: string) => /^\/[^\s/]*$/.test(text);

/** The prompts whose name has in it what follows the slash, those that begin with it first. */
export async function promptOffers(api: Pick<Api, 'prompts'>, text: string): Promise<CompletionOffers> {
  const sought = text.slice(1).toLowerCase();
  const items = (await promptNames(api))
    .filter((name) => name.toLowerCase().includes(sought))
    .sort((one, other) => matchRank(one, sought) - matchRank(other, sought) || one.localeCompare(other))
    .map((name) => ({ text: `/${name}`, kind: 'prompt' as const }));
  return { from: 0, items };
}

const matchRank = (name: string, sought: string) => (name.toLowerCase().startsWith(sought) ? 0 : 1);

/** Names of the prompts that can be sent, once the store has been read or is known not to answer. */
async function promptNames(api: Pick<Api, 'prompts'>): Promise<readonly string[]> {
  for await (const { store, prompts } of await api.prompts.changed()) {
    if (store.state === 'connecting') continue;
    return prompts.filter(({ error }) => error === undefined).map(({ id }) => id);
  }
  return [];
}
