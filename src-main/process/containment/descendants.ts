/** Adds all that descends from what is in `tree`. */
export function addDescendants(
  tree: Set<number>,
  rows: readonly { readonly pid: number; readonly parent: number }[],
): void {
  const children = new Map<number, number[]>();
  for (const { pid, parent } of rows) {
    const known = children.get(parent);
    if (known) known.push(pid);
    else children.set(parent, [pid]);
  }
  // What is added while it is gone through is gone through as well.
  for (const pid of tree) for (const child of children.get(pid) ?? []) tree.add(child);
}
