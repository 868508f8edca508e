import type { PromptStore } from '../ports.ts';

/** Name of the store that answers now: another one has other records. */
export function storeName({ state }: Pick<PromptStore, 'state'>): string {
  const { kind, place } = state.value;
  return `${kind} ${place}`;
}

/** Reads from a store, and names the one that was read; with an empty name where another one took its place meanwhile. */
export async function readNamed<T>(
  store: Pick<PromptStore, 'state'>,
  read: () => Promise<T>,
): Promise<{ readonly value: T; readonly from: string }> {
  const before = storeName(store);
  const value = await read();
  return { value, from: storeName(store) === before ? before : '' };
}
