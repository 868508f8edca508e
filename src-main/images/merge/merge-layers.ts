import type { LayerChildren, LayerEntry, LayerNode } from './layer-tree.ts';

/** Result of merging one name: the uppermost entry, and for a folder all that are merged in it, the uppermost first. */
interface MergedName<Entry extends LayerEntry> {
  readonly shown: LayerNode<Entry> | undefined;
  readonly folders: LayerNode<Entry>[];
  /** Whether the layers below are hidden under this name. */
  isClosed: boolean;
}

/** Pattern of the attributes that overlay reserves for itself. */
const OWN_ATTRIBUTE = /^(?:trusted|user)\.overlay\./;
const OPAQUE = ['trusted.overlay.opaque', 'user.overlay.opaque'];

/**
 * The entries seen by path when the layers lie over each other, the uppermost first, as Linux overlay shows them: a
 * device `0:0` hides a name, an opaque folder what lies below it, and a folder on another kind of entry begins again.
 * Each entry is looked at once.
 */
export function* mergeLayers<Entry extends LayerEntry>(
  layers: readonly LayerChildren<Entry>[],
): Generator<readonly [path: string, entry: Entry]> {
  const open = [{ prefix: '', folders: layers }];
  for (let at = open.pop(); at; at = open.pop()) {
    for (const [name, { shown, folders }] of namesIn(at.folders)) {
      if (!shown) continue;
      yield [at.prefix + name, withoutOwnAttributes(shown.entry)];
      const inside = folders.map(({ children }) => children);
      if (inside.length > 0) open.push({ prefix: `${at.prefix}${name}/`, folders: inside });
    }
  }
}

function namesIn<Entry extends LayerEntry>(
  folders: readonly LayerChildren<Entry>[],
): Iterable<readonly [string, MergedName<Entry>]> {
  const [only, ...others] = folders;
  return only && others.length === 0 ? namesOfOne(only) : mergeNames(folders);
}

/** The names of a folder that lies over no other: most are. */
function* namesOfOne<Entry extends LayerEntry>(
  folder: LayerChildren<Entry>,
): Generator<readonly [string, MergedName<Entry>]> {
  for (const [name, node] of folder) yield [name, firstSeen(node)];
}

function mergeNames<Entry extends LayerEntry>(
  folders: readonly LayerChildren<Entry>[],
): Map<string, MergedName<Entry>> {
  const names = new Map<string, MergedName<Entry>>();
  for (const folder of folders) {
    for (const [name, node] of folder) {
      const seen = names.get(name);
      if (!seen) names.set(name, firstSeen(node));
      else if (!seen.isClosed) addBelow(seen, node);
    }
  }
  return names;
}

function firstSeen<Entry extends LayerEntry>(node: LayerNode<Entry>): MergedName<Entry> {
  if (isWhiteout(node.entry)) return { shown: undefined, folders: [], isClosed: true };
  const isFolder = node.entry.kind === 'dir';
  return { shown: node, folders: isFolder ? [node] : [], isClosed: !isFolder || isOpaque(node.entry) };
}

function addBelow<Entry extends LayerEntry>(seen: MergedName<Entry>, node: LayerNode<Entry>): void {
  const isFolder = node.entry.kind === 'dir';
  if (isFolder) seen.folders.push(node);
  seen.isClosed = !isFolder || isOpaque(node.entry);
}

/** Whether the entry says that a name of the layers below is deleted. */
export function isWhiteout({ kind, device }: LayerEntry): boolean {
  return kind === 'char' && device === '0:0';
}

/** Whether the folder hides what lies below it. */
export function isOpaque({ kind, xattrs }: LayerEntry): boolean {
  return (
    kind === 'dir' && OPAQUE.some((name) => xattrs !== undefined && Object.hasOwn(xattrs, name) && xattrs[name] === 'y')
  );
}

function withoutOwnAttributes<Entry extends LayerEntry>(entry: Entry): Entry {
  const { xattrs, ...rest } = entry;
  if (xattrs === undefined) return entry;
  const kept = Object.entries(xattrs).filter(([name]) => !OWN_ATTRIBUTE.test(name));
  return { ...rest, ...(kept.length > 0 && { xattrs: Object.fromEntries(kept) }) } as Entry;
}
