import type { PromptStore } from '../ports.ts';

type NamedStore = Pick<PromptStore, 'state' | 'opening'>;

/** Name of the store that answers now: another one has other records, also one whose place is shown alike. */
export function storeName({ state, opening = 0 }: NamedStore): string {
  const { kind, place } = state.value;
  return `${opening} ${kind} ${place}`;
}

/** Reads from a store, and names the one that was read; with an empty name where another one took its place meanwhile. */
export async function readNamed<T>(
  store: NamedStore,
  read: () => Promise<T>,
): Promise<{ readonly value: T; readonly from: string }> {
  const before = storeName(store);
  const value = await read();
  return { value, from: storeName(store) === before ? before : '' };
}
