import { findLayer } from '../manifest/layers.ts';
import type { Layer } from '../manifest/manifest.ts';
import { seenIn } from '../read/layer-nodes.ts';
import type { OpenImage } from '../read/open-image.ts';
import type { KeptEntries } from '../rewrite/kept-entries.ts';
import { type RewriteOptions, rewriteImage } from '../rewrite/rewrite-image.ts';
import type { NewEntry, NewFolder } from '../write/new-entry.ts';
import { isOfOverlay } from '../xattr-lines.ts';
import { layersOnlyNeededBy } from './change-layers.ts';

export interface SquashOptions extends RewriteOptions {
  readonly image: string;
  /** Tag or UUID. */
  readonly layer: string;
  /** Whether layers below it go that nothing needs any more, and the data that only they have. */
  readonly dropsBelow: boolean;
}

export interface SquashedLayer {
  readonly layer: string;
  /** UUIDs of the layers that went. */
  readonly dropped: readonly string[];
}

/**
 * Makes a layer stand by itself: it holds all that it shows, and no layer lies below it. It keeps its UUID and tag, so that what
 * stands on it shows the same as before.
 *
 * @throws as `rewriteImage`
 */
export async function squashLayer(options: SquashOptions): Promise<SquashedLayer> {
  let result: SquashedLayer = { layer: '', dropped: [] };
  await rewriteImage(
    options.image,
    async ({ open, kept }) => {
      const { manifest } = open;
      const layer = findLayer(manifest, options.layer);
      const dropped = options.dropsBelow ? layersOnlyNeededBy(manifest, layer) : new Set<string>();
      result = { layer: layer.uuid, dropped: [...dropped] };
      if (layer.parent === undefined) return undefined;
      const { parent: _, ...alone } = layer;
      const layers = new Map([...manifest.layers].filter(([uuid]) => !dropped.has(uuid)));
      layers.set(layer.uuid, alone);
      const changed = new Map<string, NewFolder | undefined>([[layer.uuid, shownFolder(open, kept, layer)]]);
      for (const uuid of dropped) changed.set(uuid, undefined);
      return { manifest: { ...manifest, layers }, layers: changed, drops: options.dropsBelow };
    },
    options,
  );
  return result;
}

/** Builds the content of a layer as a folder that stands alone. */
function shownFolder(open: OpenImage, kept: KeptEntries, layer: Layer): NewFolder {
  const root = bare(open, kept, layer);
  const folders = new Map<string, NewFolder>([['', root]]);
  for (const [path, { source }] of seenIn(open, layer)) {
    const cut = path.lastIndexOf('/');
    const parent = folders.get(cut < 0 ? '' : path.slice(0, cut));
    const entry: NewEntry = source.inode.kind === 'dir' ? plain(kept.bareFolder(source)) : kept.entry(source);
    if (entry.kind === 'dir') folders.set(path, entry);
    parent?.children.set(path.slice(cut + 1), entry);
  }
  return root;
}

function bare({ folders }: OpenImage, kept: KeptEntries, { uuid }: Layer): NewFolder {
  const folder = folders.get(uuid);
  if (!folder) throw new Error('a layer without its folder');
  return plain(kept.bareFolder(folder));
}

/** Removes the overlay marks. */
function plain(folder: NewFolder): NewFolder {
  return { ...folder, xattrs: folder.xattrs.filter(({ name }) => !isOfOverlay(name)) };
}
