/** Requests of a person for operations on an image. Paths are absolute; a layer is named by its tag or UUID. */

export interface PackWish {
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

export type SnapshotWish = Pick<PackWish, 'folder' | 'tag' | 'secrets'>;

export interface LayerOf {
  /** The image. */
  readonly path: string;
  readonly layer: string;
}

export interface LayerChange extends LayerOf {
  readonly tag?: string | undefined;
}

export interface SquashWish extends LayerOf {
  /** Whether layers below go that nothing needs any more. */
  readonly drops: boolean;
}

export interface LayerToUnpack extends Omit<LayerOf, 'layer'> {
  /** Layer to unpack; if absent, all of them, as stored in the image. */
  readonly layer?: string | undefined;
  readonly folder: string;
}

export interface LayerToRestore extends LayerOf {
  readonly file: string;
  readonly output: string;
  readonly replaces: boolean;
}

export interface LayerToMount extends LayerOf {
  readonly folder: string;
  readonly by?: 'copy' | 'fuse' | 'kernel' | undefined;
  readonly mayInstallHelper: boolean;
}

export interface FolderToClose {
  readonly folder: string;
  /** Whether changes that are in no snapshot may be deleted. */
  readonly discards: boolean;
}
