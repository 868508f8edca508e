/** Open images: mounted, or unpacked, and closed again without a trace. */

export { WANTED_BACKENDS, type WantedBackend } from './choose-backend.ts';
export { createMounts, type Mounts } from './create-mounts.ts';
export type { ListedMount } from './list-mounts.ts';
export { MountError } from './mount-error.ts';
export type { MountResult } from './mount-image.ts';
export type { CheckedImage, MountPorts } from './mount-ports.ts';
export type { AskToInstall, InstallQuestion } from './privileged/install-helper.ts';
export { runAsRoot } from './privileged/run-as-root.ts';
export type { FileIdentity, MountRecord } from './records/mount-record.ts';
