/** Part of an entry that the merge examines. */
export interface LayerEntry {
  readonly kind: string;
  /** Numbers of a device, `major:minor`. */
  readonly device?: string;
  readonly xattrs?: Readonly<Record<string, unknown>>;
}

/** An entry of a layer, with what is in it where it is a folder. */
export interface LayerNode<Entry extends LayerEntry> {
  readonly entry: Entry;
  readonly children: ReadonlyMap<string, LayerNode<Entry>>;
}

export type LayerChildren<Entry extends LayerEntry> = ReadonlyMap<string, LayerNode<Entry>>;

interface GrowingNode<Entry extends LayerEntry> extends LayerNode<Entry> {
  readonly children: Map<string, GrowingNode<Entry>>;
}

/** The tree of entries given by path; a folder on a path has an entry of its own. @throws Error where it has none */
export function treeOfPaths<Entry extends LayerEntry>(paths: Iterable<readonly [string, Entry]>): LayerChildren<Entry> {
  const nodes = new Map<string, GrowingNode<Entry>>();
  const top = new Map<string, GrowingNode<Entry>>();
  for (const [path, entry] of paths) nodes.set(path, { entry, children: new Map() });
  for (const [path, node] of nodes) {
    const cut = path.lastIndexOf('/');
    const siblings = cut < 0 ? top : nodes.get(path.slice(0, cut))?.children;
    if (!siblings) throw new Error(`${path} lies in a folder that has no entry`);
    siblings.set(path.slice(cut + 1), node);
  }
  return top;
}
