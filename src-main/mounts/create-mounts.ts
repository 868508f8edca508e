import { copyBackend } from './backends/copy-backend.ts';
import { fuseBackend } from './backends/fuse-backend.ts';
import { helperBackend } from './backends/helper-backend.ts';
import { kernelBackend } from './backends/kernel-backend.ts';
import { cleanMount, type ListedMount, listMounts } from './list-mounts.ts';
import { type MountContext, type MountRequest, type MountResult, mountImage } from './mount-image.ts';
import type { MountPorts } from './mount-ports.ts';
import type { AskToInstall } from './privileged/install-helper.ts';
import type { MountRecord } from './records/mount-record.ts';
import { MountRecords } from './records/mount-records.ts';
import { findMount, type UnmountRequest, unmountImage } from './unmount-image.ts';

/** Open images of one person. */
export interface Mounts {
  mount(request: MountRequest): Promise<MountResult>;
  unmount(request: UnmountRequest): Promise<MountRecord>;
  /** The open image that is seen at a path, or whose link is there. */
  find(path: string): Promise<MountRecord | undefined>;
  list(): Promise<readonly ListedMount[]>;
  clean(mount: ListedMount, discard: boolean): Promise<void>;
}

export function createMounts(ports: MountPorts, askToInstall?: AskToInstall): Mounts {
  const mounting: MountContext = {
    ports,
    records: new MountRecords(ports.folder),
    backends: {
      copy: copyBackend,
      fuse: fuseBackend(ports),
      kernel: kernelBackend(ports),
      helper: helperBackend(ports, askToInstall),
    },
  };
  return {
    mount: (request) => mountImage(mounting, request),
    unmount: (request) => unmountImage(mounting, request),
    find: (path) => findMount(mounting, path),
    list: () => listMounts(mounting),
    clean: (mount, discard) => cleanMount(mounting, mount, discard),
  };
}
