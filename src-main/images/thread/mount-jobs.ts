import { findLayer } from '../manifest/layers.ts';
import { folderChanges } from '../read/folder-changes.ts';
import { overlayFacts } from '../read/overlay-doubts.ts';
import { openAt } from '../reading/open-at.ts';
import { baseRecordOf } from '../snapshot/base-record-of.ts';
import { BaseRecords } from '../snapshot/base-records.ts';
import type { JobTools } from './job-tools.ts';

export interface LayerMountJob {
  /** Path under which the image is read. */
  readonly source: string;
  /** Tag or UUID; absent for the default. */
  readonly layer?: string | undefined;
}

export interface MountedPlace extends LayerMountJob {
  readonly image: string;
  readonly place: string;
  /** Absolute path of the folder that `BaseRecords` keeps. */
  readonly bases: string;
}

export interface MountedFolder extends Omit<MountedPlace, 'source'> {
  /** Time at which the folder matched the layer, in milliseconds. */
  readonly since: number;
  /** Number of changes after which the search ends. */
  readonly limit: number;
}

/** Jobs that tell how an image can be mounted, and what became of one that is. */
export const MOUNT_JOBS = {
  /** Checks an image, and what its layers would do to an overlay. `tolerated` is the first thing that only a copy leaves out. */
  async lookAtLayer({ source, layer }: LayerMountJob, { signal }: JobTools) {
    using open = await openAt(source, signal);
    const found = findLayer(open.manifest, layer);
    return { layer: found, tolerated: open.tolerated[0]?.message, ...overlayFacts(open, found) };
  },

  /** Records how a mounted folder is now, so that a snapshot tells what changed since. */
  async recordBase({ source, image, layer, place, bases }: MountedPlace, { signal }: JobTools): Promise<void> {
    using open = await openAt(source, signal);
    const base = { folder: place, at: place, image, open, layer: findLayer(open.manifest, layer), showsXattrs: false };
    await new BaseRecords(bases).write(await baseRecordOf(base));
  },

  /** Names some of what was changed in a mounted folder since it was opened, or since its last snapshot. */
  async changedPaths({ image, layer, place, bases, since, limit }: MountedFolder, { signal }: JobTools) {
    const base = await new BaseRecords(bases).read(place).catch(() => undefined);
    using open = await openAt(base?.image ?? image, signal);
    const found = findLayer(open.manifest, base?.layer ?? layer);
    return (await folderChanges(open, found, { folder: place, since, limit, signal })).map(({ path }) => path);
  },
};
