import { pathFromBytes } from '#core/files/path-bytes';
import { layerChain } from '../manifest/layers.ts';
import type { Layer } from '../manifest/manifest.ts';
import type { LayerChildren, LayerEntry, LayerNode } from '../merge/layer-tree.ts';
import { mergeLayers } from '../merge/merge-layers.ts';
import type { Squashfs } from '../squashfs/open-squashfs.ts';
import { describeXattrs, deviceText } from './describe-entries.ts';
import type { OpenImage } from './open-image.ts';
import { entriesInFolder, type ImageEntry } from './walk-entries.ts';

/** An entry as it is seen when a layer is open. */
export interface SeenEntry extends LayerEntry {
  readonly source: ImageEntry;
}

/**
 * Lists the entries of an open layer by path: it and those below it, merged. Folders come before their content. @throws
 * ImageError
 */
export function seenIn({ image, manifest, folders }: OpenImage, layer: Layer): Iterable<readonly [string, SeenEntry]> {
  const chain = layerChain(manifest, layer).toReversed();
  return mergeLayers(
    chain.map(({ uuid }): LayerChildren<SeenEntry> => {
      const folder = folders.get(uuid);
      return folder ? layerChildren(image, folder) : new Map();
    }),
  );
}

function layerChildren(image: Squashfs, folder: ImageEntry): Map<string, LayerNode<SeenEntry>> {
  const from = folder.path.length + 1;
  const nodes = new Map<string, LayerNode<SeenEntry>>();
  for (const source of entriesInFolder(image, folder)) {
    nodes.set(pathFromBytes(source.path.subarray(from)), new ImageNode(image, source));
  }
  return nodes;
}

class ImageNode implements LayerNode<SeenEntry> {
  readonly entry: SeenEntry;
  readonly #image: Squashfs;

  constructor(image: Squashfs, source: ImageEntry) {
    const { kind, device, xattrs } = source.inode;
    const isPlain = device === undefined && xattrs === undefined;
    this.#image = image;
    this.entry = isPlain ? { kind, source } : oddEntry(image, source);
  }

  // What is hidden is never listed.
  get children(): LayerChildren<SeenEntry> {
    return this.entry.kind === 'dir' ? layerChildren(this.#image, this.entry.source) : NONE;
  }
}

const NONE: LayerChildren<SeenEntry> = new Map();

/** An entry that is a device, or has attributes. */
function oddEntry(image: Squashfs, source: ImageEntry): SeenEntry {
  const { kind, device } = source.inode;
  return {
    kind,
    source,
    ...(device !== undefined && { device: deviceText(device) }),
    ...describeXattrs(image, source.inode),
  };
}
