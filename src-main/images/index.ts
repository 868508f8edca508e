/** Images: an agent workspace in one file, layer upon layer. */

export { deleteLayer, setDefaultLayer, tagLayer } from './change/change-layers.ts';
export { restorePath } from './change/restore-path.ts';
export { squashLayer } from './change/squash-layer.ts';
export { checkImage } from './check/check-image.ts';
export { ImageError } from './image-error.ts';
export { chainOf, findLayer, lowerFolders } from './manifest/layers.ts';
export type { Layer, Manifest } from './manifest/manifest.ts';
export { readManifest } from './manifest/read-manifest.ts';
export { manifestValue } from './manifest/write-manifest.ts';
export { type LayerEntry, treeOfPaths } from './merge/layer-tree.ts';
export { mergeLayers } from './merge/merge-layers.ts';
export { type PackedFolder, type PackOptions, packFolder } from './pack/pack-folder.ts';
export type { LeftOut } from './pack/scan-folder.ts';
export { compareLayers } from './read/compare-layers.ts';
export { type FolderChange, folderChanges } from './read/folder-changes.ts';
export { type OpenImage, openImage } from './read/open-image.ts';
export { type OverlayLook, overlayLook } from './read/overlay-doubts.ts';
export { readEntries } from './read/read-entries.ts';
export { baseRecordOf } from './snapshot/base-record-of.ts';
export { BaseRecords } from './snapshot/base-records.ts';
export { openCopy } from './snapshot/open-copy.ts';
export { snapshotFolder } from './snapshot/snapshot-folder.ts';
export { bytesInMemory, bytesOfFile } from './squashfs/byte-source.ts';
export { unpackImage } from './unpack/unpack-image.ts';
export { LEVELS, WRITTEN_CODECS } from './write/compress/load-compress.ts';
export type { ReadXattrs, WriteXattrs } from './xattr-lines.ts';
