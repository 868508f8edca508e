/**
 * The list with one more item, which may be the same list. One that is grown by `push` reserves 17 places, and a tree has
 * many lists of one or two.
 */
export function append<T>(list: readonly T[], item: T): readonly T[] {
  if (list.length < 4) return list.length === 0 ? [item] : [...list, item];
  // Only this function made it so long.
  (list as T[]).push(item);
  return list;
}
