import type { LayerReference } from '../thread/reading-jobs.ts';

/** Requests of a person for operations on an image. Paths are absolute; a layer is named by its tag or UUID. */

export interface PackRequest {
  readonly folder: string;
  /** Absolute path of the folder that `folder` is an earlier state of, where it is one. */
  readonly stateOf?: string | undefined;
  readonly output: string;
  readonly replaces: boolean;
  readonly tag?: string | undefined;
  readonly codec: 'zstd' | 'gzip' | 'xz';
  /** Files that are packed although they may hold secrets. */
  readonly secrets: readonly string[];
}

export type SnapshotRequest = Pick<PackRequest, 'folder' | 'tag' | 'secrets'>;

export interface LayerChange extends LayerReference {
  readonly tag?: string | undefined;
}

export interface SquashRequest extends LayerReference {
  /** Whether layers below go that nothing needs any more. */
  readonly drops: boolean;
}

export interface LayerToUnpack extends Omit<LayerReference, 'layer'> {
  /** Layer to unpack; if absent, all of them, as stored in the image. */
  readonly layer?: string | undefined;
  readonly folder: string;
}

export interface LayerToRestore extends LayerReference {
  readonly file: string;
  readonly output: string;
  readonly replaces: boolean;
}

export interface LayerToMount extends LayerReference {
  readonly folder: string;
  readonly by?: 'copy' | 'fuse' | 'kernel' | undefined;
  readonly mayInstallHelper: boolean;
}

export interface FolderToClose {
  readonly folder: string;
  /** Whether changes that are in no snapshot may be deleted. */
  readonly discards: boolean;
}
