/** Collects an async iteration; Node 20 has no `Array.fromAsync`. */
export async function arrayOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
