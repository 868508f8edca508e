import type { SnapshotPlan } from '#contract';
import { deleteLayer, setDefaultLayer, tagLayer } from '../change/change-layers.ts';
import { type RestoreOptions, restorePath } from '../change/restore-path.ts';
import { type SquashedLayer, type SquashOptions, squashLayer } from '../change/squash-layer.ts';
import { type PackedFolder, type PackOptions, packFolder } from '../pack/pack-folder.ts';
import { planPack } from '../pack/plan-pack.ts';
import { openAt } from '../reading/open-at.ts';
import { BaseRecords } from '../snapshot/base-records.ts';
import { planSnapshot } from '../snapshot/plan-snapshot.ts';
import { type SnapshotResult, snapshotFolder } from '../snapshot/snapshot-folder.ts';
import { type UnpackOptions, unpackImage } from '../unpack/unpack-image.ts';
import type { UnpackResult } from '../unpack/write-tree.ts';
import type { JobTools } from './job-tools.ts';

export interface FolderToPack extends Pick<PackOptions, 'folder' | 'output' | 'replaces' | 'tag' | 'packing'> {
  /** Files that are packed although they may hold secrets. */
  readonly secrets: readonly string[];
}

export interface OpenedFolderPath {
  readonly folder: string;
  /** Absolute path of the folder that `BaseRecords` keeps. */
  readonly bases: string;
}

export type FolderToSnapshot = OpenedFolderPath & Pick<FolderToPack, 'tag' | 'secrets'>;

export interface LayerOfImage {
  readonly image: string;
  /** Tag or UUID. */
  readonly layer: string;
}

/** Jobs that make images of folders, change images, and take from them. */
export const WRITING_JOBS = {
  planPack: ({ folder }: Pick<FolderToPack, 'folder'>, { signal }: JobTools): ReturnType<typeof planPack> =>
    planPack(folder, signal),

  pack: ({ secrets, ...request }: FolderToPack, tools: JobTools): Promise<PackedFolder> =>
    packFolder({ ...request, ...tools, includesSecret: among(secrets) }),

  planSnapshot: ({ folder, bases }: OpenedFolderPath, { signal, readXattrs }: JobTools): Promise<SnapshotPlan> =>
    planSnapshot({ folder, records: new BaseRecords(bases), readXattrs, signal }),

  snapshot: ({ folder, bases, tag, secrets }: FolderToSnapshot, tools: JobTools): Promise<SnapshotResult> =>
    snapshotFolder({ folder, tag, records: new BaseRecords(bases), ...tools, includesSecret: among(secrets) }),

  async unpack(
    { path, ...request }: Pick<UnpackOptions, 'output' | 'layer' | 'isRaw'> & { readonly path: string },
    tools: JobTools,
  ): Promise<UnpackResult> {
    using open = await openAt(path, tools.signal);
    await tools.whenRecorded();
    return await unpackImage(open, { ...request, ...tools });
  },

  async restore(
    { image, ...request }: Pick<RestoreOptions, 'path' | 'output' | 'layer' | 'replaces'> & Pick<LayerOfImage, 'image'>,
    tools: JobTools,
  ): Promise<UnpackResult> {
    using open = await openAt(image, tools.signal);
    await tools.whenRecorded();
    return await restorePath(open, { ...request, ...tools });
  },

  tag: (request: LayerOfImage & Pick<FolderToPack, 'tag'>, tools: JobTools): Promise<string> =>
    tagLayer({ ...request, ...tools }),

  setDefault: (request: LayerOfImage, tools: JobTools): Promise<string> => setDefaultLayer({ ...request, ...tools }),

  deleteLayer: (request: LayerOfImage, tools: JobTools): Promise<string> => deleteLayer({ ...request, ...tools }),

  squash: (request: LayerOfImage & Pick<SquashOptions, 'dropsBelow'>, tools: JobTools): Promise<SquashedLayer> =>
    squashLayer({ ...request, ...tools }),
};

function among(paths: readonly string[]): (path: string) => boolean {
  const chosen = new Set(paths);
  return (path) => chosen.has(path);
}
