import { lstat, stat } from 'node:fs/promises';
import { pathToBytes } from '#core/files/path-bytes';
import { HELPER_PLACE } from './backends/helper-backend.ts';
import { hasWritten } from './backends/overlay-folders.ts';
import { MountError } from './mount-error.ts';
import type { MountContext } from './mount-image.ts';
import { readMountTable } from './mount-table.ts';
import type { MountRecord } from './records/mount-record.ts';
import { closeMount } from './unmount-image.ts';

/**
 * State of a mount: `open`, being worked on, `left` by a crash or a restart, or `lost`: nothing is known of it but its
 * place.
 */
export type MountState = 'open' | 'working' | 'left' | 'lost';

export interface ListedMount {
  readonly id: string;
  readonly state: MountState;
  readonly record: MountRecord | undefined;
  /** Path at which it is visible, if known. */
  readonly place: string | undefined;
  /** Whether something that was written would be deleted with it. */
  readonly hasChanges: boolean;
}

/** Every mount of the person's, what a crash left included. */
export async function listMounts({ ports, records }: MountContext): Promise<readonly ListedMount[]> {
  const places = new Set((await readMountTable()).map(({ place }) => place));
  const listed = await Promise.all(
    (await records.list()).map(async ({ id, record }): Promise<ListedMount> => {
      const hasChanges = await hasWritten(records.folderOf(id));
      if (!record) return { id, state: 'left', record, place: undefined, hasChanges };
      const isThere = await isSeen(record, places);
      const isWorking = record.phase !== 'mounted' && ports.isProcessAlive(record.process);
      const state = isWorking ? 'working' : record.phase === 'mounted' && isThere ? 'open' : 'left';
      return { id, state, record, place: record.place, hasChanges };
    }),
  );
  const known = new Set(listed.flatMap(({ place }) => place ?? []));
  const lost = [...places].filter((place) => isOfHelper(place, ports.uid) && !known.has(place));
  return [...listed, ...lost.map((place) => lostMount(place))];
}

/** Whether what the record tells of is there, and answers. */
async function isSeen({ backend, place }: MountRecord, places: ReadonlySet<string>): Promise<boolean> {
  if (backend === 'copy') {
    const found = await lstat(pathToBytes(place)).catch(() => undefined);
    return found?.isDirectory() ?? false;
  }
  if (!places.has(place)) return false;
  return await stat(pathToBytes(place)).then(
    () => true,
    // The program that serves it is gone.
    () => false,
  );
}

function isOfHelper(place: string, uid: number | undefined): boolean {
  return HELPER_PLACE.test(place) && place.startsWith(`/run/sigma-shell/${uid}/`);
}

function lostMount(place: string): ListedMount {
  const id = place.slice(place.lastIndexOf('/') + 1);
  return { id, state: 'lost', record: undefined, place, hasChanges: true };
}

/** Takes away one mount that a crash left: unmounts it, and forgets it. What was written stays unless it may be discarded. */
export async function cleanMount(mounting: MountContext, mount: ListedMount, discard: boolean): Promise<void> {
  const { records, backends, ports } = mounting;
  if (mount.record) return await closeMount(mounting, mount.record, { discard });
  const folder = records.folderOf(mount.id);
  if (mount.state === 'lost') return await backends.helper.unmount(recordOfLost(mount), folder, { discard });
  if (!discard && (await hasWritten(folder))) {
    throw new MountError('unsaved', `Something was written that is in no snapshot. It is kept in ${folder.upper}`);
  }
  // The image itself may be mounted, beside the record that is damaged.
  const backend = ports.uid === 0 ? backends.kernel : backends.fuse;
  await backend.unmount(recordOfLost(mount), folder, { discard });
  await records.remove(mount.id);
}

/** Builds the part of a record that is needed to unmount an image known only by its id. */
function recordOfLost({ id, place = '' }: ListedMount): MountRecord {
  const nothing = { dev: '0', ino: '0', size: '0', mtime: '0', ctime: '0' };
  return {
    version: 1,
    id,
    image: '',
    identity: nothing,
    layer: '',
    layers: [],
    backend: 'helper',
    output: place,
    place,
    helperId: id,
    madeOutput: false,
    phase: 'mounting',
    startedAt: 0,
    process: { pid: 0 },
  };
}
