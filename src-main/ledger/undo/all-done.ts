/** Waits for all of them, also when one fails. @throws the first failure */
export async function allDone<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  const results: T[] = [];
  for (const settled of await Promise.allSettled(promises)) {
    if (settled.status === 'rejected') throw settled.reason;
    results.push(settled.value);
  }
  return results;
}
