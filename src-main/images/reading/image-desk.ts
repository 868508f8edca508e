import type { AgentWorkspace, ImageLayer, ImageSummary, LayerDifference, LayerReading } from '#contract';
import { shownBytes } from '#core/path-bytes';
import { layerOf } from '../manifest/shown-layer.ts';
import { compareLayers } from '../read/compare-layers.ts';
import { openAt } from './open-at.ts';
import { type LayerToOpen, openLayer } from './open-layer.ts';
import type { ImageParts } from './ports.ts';
import { ReadingFolders } from './reading-folders.ts';

/** Most differences that are listed. */
const MOST_DIFFERENCES = 5000;

/** Reads images layer by layer, and opens a layer as a workspace. */
export class ImageDesk implements AsyncDisposable {
  readonly #parts: ImageParts;
  readonly #folders: ReadingFolders;

  constructor(parts: ImageParts) {
    this.#parts = parts;
    this.#folders = new ReadingFolders(parts.folder);
  }

  /** @throws AppError NOT_FOUND, ImageError, the signal's reason */
  async read(path: string, signal: AbortSignal): Promise<ImageSummary> {
    using open = await openAt(path, signal);
    const { image, manifest, tolerated } = open;
    const { codec, size, inodeCount } = image.superblock;
    return {
      ...{ path, size, codec, entries: inodeCount },
      layers: [...manifest.layers.values()].map((layer) => layerOf(layer, manifest)),
      leftOut: tolerated.map(({ message }) => message),
    };
  }

  /** @throws AppError NOT_FOUND, LIMIT_EXCEEDED, ImageError, the signal's reason */
  async readLayer(path: string, name: string, signal: AbortSignal): Promise<LayerReading> {
    const { folder, layer } = await this.#folders.layOut(path, name, signal);
    const { trusted, ...read } = await this.#parts.agents.read(folder, signal);
    return { layer, ...read, wasTrusted: trusted !== undefined };
  }

  /** @throws AppError NOT_FOUND, INVALID_INPUT for what is no text */
  async readFile(path: string, { layer, file }: FileOfLayer, signal: AbortSignal): Promise<string> {
    const { folder } = await this.#folders.layOut(path, layer, signal);
    return await this.#parts.agents.readText(folder, file);
  }

  /** @throws AppError NOT_FOUND, ImageError, the signal's reason */
  async compare(path: string, { from, to }: LayerPair, signal: AbortSignal): Promise<Compared> {
    using open = await openAt(path, signal);
    const all = compareLayers(open, from, to);
    const differences = all
      .slice(0, MOST_DIFFERENCES)
      .map(({ path: changed, change }) => ({ path: shownBytes(changed), change }));
    return { differences, isCut: all.length > differences.length };
  }

  /** @throws as `openLayer` */
  open(wanted: LayerToOpen, signal: AbortSignal): Promise<AgentWorkspace> {
    return openLayer(wanted, this.#parts, signal);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#folders[Symbol.asyncDispose]();
  }
}

interface FileOfLayer {
  /** Tag or UUID. */
  readonly layer: ImageLayer['uuid'];
  /** Relative to the workspace. */
  readonly file: string;
}

interface LayerPair {
  /** Tag or UUID. */
  readonly from: string;
  /** Tag or UUID. */
  readonly to: string;
}

interface Compared {
  readonly differences: LayerDifference[];
  readonly isCut: boolean;
}
