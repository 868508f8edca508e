import type { AgentWorkspace, ImageLayer, ImageSummary, LayerReading } from '#contract';
import type { ComparedLayers } from '../thread/reading-jobs.ts';
import { type LayerToOpen, openLayer } from './open-layer.ts';
import type { ImageParts } from './ports.ts';
import { ReadingFolders } from './reading-folders.ts';

/** Reads images layer by layer, and opens a layer as a workspace. */
export class ImageReader implements AsyncDisposable {
  readonly #parts: ImageParts;
  readonly #folders: ReadingFolders;

  constructor(parts: ImageParts) {
    this.#parts = parts;
    this.#folders = new ReadingFolders(parts.folder, parts.run);
  }

  /** @throws AppError NOT_FOUND, ImageError, the signal's reason */
  async read(path: string, signal: AbortSignal): Promise<ImageSummary> {
    return await this.#parts.run('summary', { path }, { signal });
  }

  /** @throws AppError NOT_FOUND, LIMIT_EXCEEDED, ImageError, the signal's reason */
  async readLayer(path: string, name: string, signal: AbortSignal): Promise<LayerReading> {
    return await this.#folders.read({ image: path, layer: name }, signal, async ({ folder, layer }) => {
      const { trusted, ...read } = await this.#parts.agents.read(folder, signal);
      return { layer, ...read, wasTrusted: trusted !== undefined };
    });
  }

  /** @throws AppError NOT_FOUND, INVALID_INPUT for what is no text */
  async readFile(path: string, { layer, file }: FileOfLayer, signal: AbortSignal): Promise<string> {
    return await this.#folders.read({ image: path, layer }, signal, ({ folder }) =>
      this.#parts.agents.readText(folder, file),
    );
  }

  /** @throws AppError NOT_FOUND, ImageError, the signal's reason */
  async compare(path: string, { from, to }: LayerPair, signal: AbortSignal): Promise<ComparedLayers> {
    return await this.#parts.run('compare', { path, from, to }, { signal });
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
