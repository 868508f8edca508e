import type { PromptsState } from '#contract';

/** A text that is another when a rendering may be, since a variable or a tool is. */
export function dependenciesKey({ variables, tools, store, extensions }: PromptsState): string {
  return JSON.stringify([
    store.kind,
    store.state,
    variables.map(({ id, hash }) => [id, hash]),
    tools.map(({ callable, key, problem, hash }) => [callable, key, problem, hash]),
    extensions.map(({ id, version }) => [id, version]),
  ]);
}
