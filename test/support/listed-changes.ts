import type { Api, Change } from '#contract';

/** Every change that Changes lists now: what waits, then the files of each turn, the newest turn first. */
export async function listedChanges(changes: Pick<Api['changes'], 'changed' | 'files'>): Promise<readonly Change[]> {
  const { proposals, turns } = await firstOf((signal) => changes.changed(undefined, { signal }));
  const files = await Promise.all(
    turns.map(({ session, turn }) => firstOf((signal) => changes.files({ session, turn }, { signal }))),
  );
  return [...proposals, ...files.flatMap((one) => one.files)];
}

async function firstOf<T>(open: (signal: AbortSignal) => Promise<AsyncIterable<T>>): Promise<T> {
  const ending = new AbortController();
  try {
    for await (const value of await open(ending.signal)) return value;
  } finally {
    ending.abort();
  }
  throw new Error('The stream ended before its first value');
}
