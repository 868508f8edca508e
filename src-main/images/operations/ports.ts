import type { LedgerEventData, OpenedFolder, OpenMethod } from '#contract';

/** A layer that is to be mounted. */
export interface LayerMountRequest {
  /** Absolute paths. */
  readonly image: string;
  readonly output: string;
  /** Tag or UUID. */
  readonly layer: string;
  readonly by: Exclude<OpenMethod, 'helper'> | undefined;
  readonly mayInstallHelper: boolean;
  readonly signal: AbortSignal;
}

export interface MountedLayer {
  /** Folder at which it is visible. */
  readonly folder: string;
  readonly layer: string;
  readonly openedBy: OpenMethod;
  /** Ways that were not taken, and what a copy lacks, as sentences. */
  readonly remarks: readonly string[];
}

/** Mounts, as images need them. */
export interface MountsPort {
  /** @throws AppError */
  mount(request: LayerMountRequest): Promise<MountedLayer>;
  /** @throws AppError CONFLICT with `problems` where there are changes in no snapshot and `discards` is false */
  unmount(folder: string, discards: boolean, signal: AbortSignal): Promise<void>;
  list(): Promise<readonly OpenedFolder[]>;
}

/** Ports for operations on images, in addition to those for reading. */
export interface OperationParts {
  /** Absolute path of mksquashfs, where there is one. */
  readonly findMksquashfs: () => string | undefined;
  readonly mounts: () => Promise<MountsPort>;
  /**
   * Writes to the record of a folder, or of the app if none is named, that an image is about to be written or taken
   * from. @throws where it cannot be recorded
   */
  readonly note: (what: ImageNote, folder?: string) => Promise<void>;
  /** Ends all that runs in a workspace and keeps it from being used. */
  readonly closeWorkspace: (folder: string) => Promise<void>;
  /** Tells who lists workspaces that the folder of a closed one may be gone. Never throws. */
  readonly afterUnmount: () => Promise<void>;
}

/** An event about an image; whose record it is in is added. */
export type ImageNote =
  | { readonly type: 'image.written'; readonly data: Omit<LedgerEventData<'image.written'>, 'workspace'> }
  | { readonly type: 'image.taken'; readonly data: Omit<LedgerEventData<'image.taken'>, 'workspace'> }
  | { readonly type: 'image.mounted'; readonly data: Omit<LedgerEventData<'image.mounted'>, 'workspace'> }
  | { readonly type: 'image.unmounted'; readonly data: Omit<LedgerEventData<'image.unmounted'>, 'workspace'> };
