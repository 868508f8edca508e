import type { ImageLayer, ImageSummary, LayerDifference } from '#contract';
import { shownBytes } from '#core/files/path-bytes';
import { findLayer } from '../manifest/layers.ts';
import { layerOf } from '../manifest/shown-layer.ts';
import { folderAt } from '../pack/pack-folder.ts';
import { compareLayers } from '../read/compare-layers.ts';
import { openAt } from '../reading/open-at.ts';
import { BaseRecords } from '../snapshot/base-records.ts';
import { openCopy } from '../snapshot/open-copy.ts';
import { unpackImage } from '../unpack/unpack-image.ts';
import type { JobTools } from './job-tools.ts';

export interface ImageFilePath {
  /** Absolute path of the image. */
  readonly path: string;
}

/** A layer of an image. */
export interface LayerReference extends ImageFilePath {
  /** Tag or UUID. */
  readonly layer: string;
}

export interface LayerToCopy extends LayerReference {
  readonly folder: string;
  /** Absolute path of the folder that `BaseRecords` keeps. */
  readonly bases: string;
  /** Another path under which the same file is read. */
  readonly source?: string;
}

export interface LayerPair extends ImageFilePath {
  /** Tag or UUID. */
  readonly from: string;
  /** Tag or UUID. */
  readonly to: string;
}

export interface ComparedLayers {
  readonly differences: LayerDifference[];
  readonly isCut: boolean;
}

/** Most differences that are listed. */
const MAX_DIFFERENCES = 5000;

/** Jobs that check an image and read it, or lay it out as a folder. */
export const READING_JOBS = {
  async summary({ path }: ImageFilePath, { signal }: JobTools): Promise<ImageSummary> {
    using open = await openAt(path, signal);
    const { image, manifest, tolerated } = open;
    const { codec, size, inodeCount } = image.superblock;
    return {
      path,
      size,
      codec,
      entries: inodeCount,
      layers: [...manifest.layers.values()].map((layer) => layerOf(layer, manifest)),
      leftOut: tolerated.map(({ message }) => message),
    };
  },

  async compare({ path, from, to }: LayerPair, { signal }: JobTools): Promise<ComparedLayers> {
    using open = await openAt(path, signal);
    const all = compareLayers(open, from, to);
    const differences = all
      .slice(0, MAX_DIFFERENCES)
      .map(({ path: changed, change }) => ({ path: shownBytes(changed), change }));
    return { differences, isCut: all.length > differences.length };
  },

  /** Lays out what a layer shows, to be read. */
  async layOut({ path, layer, folder }: Omit<LayerToCopy, 'bases'>, tools: JobTools): Promise<ImageLayer> {
    using open = await openAt(path, tools.signal);
    const found = findLayer(open.manifest, layer);
    const { signal, onPartial } = tools;
    await unpackImage(open, { output: folder, layer: found.uuid, isRaw: false, signal, onPartial });
    return layerOf(found, open.manifest);
  },

  /** Lays out what a layer shows, to be worked in. */
  async openCopy({ path, source, layer, folder, bases }: LayerToCopy, tools: JobTools) {
    using open = await openAt(source ?? path, tools.signal);
    const { uuid, tag } = findLayer(open.manifest, layer);
    const { signal, onPartial, writeXattrs } = tools;
    const copied = await openCopy(open, {
      output: folder,
      image: path,
      layer: uuid,
      records: new BaseRecords(bases),
      signal,
      onPartial,
      writeXattrs,
    });
    return { uuid, tag, ...copied };
  },

  /** The image that a folder was opened from, whatever link leads there. */
  async imageOf({ folder, bases }: Pick<LayerToCopy, 'folder' | 'bases'>): Promise<string> {
    return (await new BaseRecords(bases).read(await folderAt(folder))).image;
  },
};
