import { randomUUID } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { AppError } from '#core/app-error';
import { shownBytes } from '#core/files/path-bytes';
import type { Layer, Manifest } from '../manifest/manifest.ts';
import { checkTag, withLayer } from '../manifest/write-manifest.ts';
import { holdsKey, isSecretPath } from '../pack/find-secrets.ts';
import { type IgnoreTest, readIgnoreFile } from '../pack/ignore-file.ts';
import { addXattrs } from '../pack/read-xattrs.ts';
import { type LeftOutEntry, type ScannedFolder, scanFolder } from '../pack/scan-folder.ts';
import { type SeenEntry, seenIn } from '../read/layer-nodes.ts';
import type { OpenImage } from '../read/open-image.ts';
import type { ImageEntry } from '../read/walk-entries.ts';
import {
  type ImageChange,
  type ImageForChange,
  isWritten,
  type RewriteOptions,
  rewriteImage,
} from '../rewrite/rewrite-image.ts';
import type { NewFolder } from '../write/new-entry.ts';
import type { ReadXattrs } from '../xattr-lines.ts';
import { fingerprintOfSeen, folderIdentity, layerFingerprint, signaturesOf } from './base-record-of.ts';
import type { BaseRecord, BaseRecords } from './base-records.ts';
import { type ComparisonInput, compareFolder, type FolderDifference } from './compare-folder.ts';
import { contentsLike } from './contents-like.ts';

export interface SnapshotOptions extends RewriteOptions {
  /** A folder that was opened from an image. */
  readonly folder: string;
  /** The image, where it is another file than the folder was opened from. */
  readonly image?: string | undefined;
  readonly tag?: string | undefined;
  readonly records: BaseRecords;
  /** Whether a new file that may hold a secret is packed, by its path. */
  readonly includesSecret: (path: string) => boolean;
  readonly readXattrs?: ReadXattrs | undefined;
  readonly uuid?: string;
}

/** Result of a snapshot. */
export interface SnapshotResult {
  /** UUID of the new layer; `undefined` if nothing had changed, and none was added. */
  readonly layer: string | undefined;
  readonly parent: string;
  /** The image that has the new layer; the old one where none was added. */
  readonly image: string;
  readonly added: number;
  readonly changed: number;
  readonly deleted: number;
  readonly leftOut: readonly LeftOutEntry[];
  readonly tamed: readonly string[];
  readonly unsteady: readonly string[];
  /** The codec of the image, where new data is stored without it. */
  readonly storedIn: string | undefined;
}

/**
 * Adds what changed in a folder since it was opened as a layer to its image, upon the layer that was opened; the new layer becomes
 * the default. Where nothing changed a layer is added only for a tag.
 *
 * @throws AppError, ImageError, what the file system says, the signal's reason; the old image is untouched then
 */
export async function snapshotFolder(options: SnapshotOptions): Promise<SnapshotResult> {
  const folder = await realpath(options.folder);
  const record = await options.records.read(folder);
  const snapshot = new FolderSnapshot(options, folder, record);
  await rewriteImage(options.image ?? record.image, (change) => snapshot.plan(change), options);
  await snapshot.recordNew();
  return snapshot.result();
}

/** One snapshot, from the comparison to its record. */
export class FolderSnapshot {
  readonly #options: SnapshotOptions;
  readonly #folder: string;
  readonly #record: BaseRecord;
  readonly #madeAt: number;
  #scanned: ScannedFolder | undefined;
  #scannedAt = 0;
  #difference: FolderDifference | undefined;
  #layer: Layer | undefined;
  #storedIn: string | undefined;
  #fingerprint: string | undefined;
  /** Number of entries left out before contents were read. */
  #leftOutBefore = 0;
  #image: string;

  constructor(options: SnapshotOptions, folder: string, record: BaseRecord) {
    this.#options = options;
    this.#folder = folder;
    this.#record = record;
    this.#image = record.image;
    this.#madeAt = options.madeAt ?? Math.floor(Date.now() / 1000);
  }

  /** Finds the differences from what was opened. @throws as `snapshotFolder` */
  async compare(open: OpenImage): Promise<{
    /** Differences as a layer; `undefined` if nothing differs. */
    readonly layer: NewFolder | undefined;
    readonly scanned: ScannedFolder;
    readonly difference: FolderDifference;
    readonly isInBase: (path: string) => boolean;
    /** New files that are left out, since they may hold secrets. */
    readonly secrets: readonly string[];
  }> {
    const { signal, readXattrs: read } = this.#options;
    const base = this.#baseIn(open);
    this.#scannedAt = Date.now();
    const isIgnored = await readIgnoreFile(this.#folder);
    const scanned = await this.#scan(base, isIgnored);
    this.#leftOutBefore = scanned.leftOut.length;
    if (folderIdentity(scanned.entries) !== this.#record.identity) throw otherFolder(this.#folder);
    const { isKnown } = await addXattrs(this.#folder, scanned.entries, { read, signal });
    const comparesXattrs = isKnown && this.#record.showsXattrs;
    const difference = this.#compare(open, { scanned, base, comparesXattrs }, isIgnored);
    this.#scanned = scanned;
    this.#difference = difference;
    return {
      layer: difference.layer,
      scanned,
      difference,
      isInBase: (path) => base.has(path),
      secrets: scanned.leftOut.filter(({ reason }) => reason === 'secret').map(({ path }) => path),
    };
  }

  async plan({ open, path }: ImageForChange): Promise<ImageChange | undefined> {
    this.#image = path;
    const { tag } = this.#options;
    checkTag(tag, open.manifest.layers.values());
    const { scanned, difference } = await this.compare(open);
    if (!difference.layer && tag === undefined) return undefined;
    const folder: NewFolder = difference.layer ?? { ...scanned.root, children: new Map() };
    const manifest = this.#manifestWith(open.manifest, difference);
    if (!isWritten(open.image.superblock.codec)) this.#storedIn = open.image.superblock.codec;
    return {
      manifest,
      layers: new Map([[manifest.defaultLayer, folder]]),
      newBytes: difference.newBytes,
      known: contentsLike(open, folder),
      whenWritten: (written: OpenImage) => this.#look(written),
    };
  }

  result(): SnapshotResult {
    const { added = 0, changed = 0, deleted = 0 } = this.#difference ?? {};
    const { leftOut = [], tamed = [], unsteady = [] } = this.#scanned ?? {};
    return {
      layer: this.#layer?.uuid,
      parent: this.#record.layer,
      image: this.#image,
      storedIn: this.#storedIn,
      added,
      changed,
      deleted,
      leftOut,
      tamed,
      unsteady: [...unsteady],
    };
  }

  /** Entries of the layer that the folder was opened from, by path. */
  #baseIn(open: OpenImage): ReadonlyMap<string, ImageEntry> {
    const { layer: uuid, fingerprint } = this.#record;
    const layer = open.manifest.layers.get(uuid);
    const seen = layer && [...seenIn(open, layer)];
    if (seen && fingerprintOfSeen(open, seen) === fingerprint) return shownEntries(seen);
    const what = layer ? 'is another by now' : 'is not there any more';
    throw new AppError(
      'CONFLICT',
      `${this.#folder} was opened from the layer ${uuid} of ${this.#image}, which ${what}`,
    );
  }

  async #scan(base: ReadonlyMap<string, ImageEntry>, isIgnored: IgnoreTest): Promise<ScannedFolder> {
    const folder = this.#folder;
    const { includesSecret, signal } = this.#options;
    // A file in the place of a folder or a link is as new as any other.
    const isNew = (path: string, isLink: boolean) => {
      const kind = base.get(path)?.inode.kind;
      return kind !== 'file' && !(isLink && kind === 'link');
    };
    const mayHold = (path: string, isLink = false) => isNew(path, isLink) && !includesSecret(path);
    return await scanFolder({
      folder,
      signal,
      judge: (path, kind) => {
        if (isIgnored(path, kind === 'dir')) return 'ignored';
        return kind !== 'dir' && mayHold(path, kind === 'link') && isSecretPath(path) ? 'secret' : undefined;
      },
      holdsSecret: (path, content) => mayHold(path) && holdsKey(content),
    });
  }

  #compare(
    { image }: OpenImage,
    given: Pick<ComparisonInput, 'scanned' | 'base' | 'comparesXattrs'>,
    isIgnored: IgnoreTest,
  ): FolderDifference {
    const ignored = new Set(given.scanned.leftOut.filter(({ reason }) => reason === 'ignored').map(({ path }) => path));
    // A path that is gone from the folder was not left out of it; the ignore file names it all the same.
    const isNamed = (path: string) => isIgnored(path, given.base.get(path)?.inode.kind === 'dir');
    const stays = (path: string) => ignored.has(path) || isNamed(path);
    return compareFolder({ ...given, image, record: this.#record, stays, madeAt: this.#madeAt });
  }

  #manifestWith(manifest: Manifest, { added, changed, deleted }: FolderDifference): Manifest {
    const { tag, uuid = randomUUID() } = this.#options;
    const created = new Date(this.#madeAt * 1000).toISOString();
    const others = { 'sigma-shell': { created, added, changed, deleted } };
    this.#layer = { uuid, parent: this.#record.layer, ...(tag !== undefined && { tag }), others };
    return withLayer(manifest, this.#layer);
  }

  /** @throws AppError if a file that is to be in the layer is gone by now */
  async #look(written: OpenImage): Promise<void> {
    const gone = this.#scanned?.leftOut.slice(this.#leftOutBefore).find(({ reason }) => reason === 'gone');
    if (gone) throw new AppError('CONFLICT', `${shownBytes(gone.path)} went away while it was read. Try again`);
    const layer = this.#layer && written.manifest.layers.get(this.#layer.uuid);
    if (layer) this.#fingerprint = layerFingerprint(written, layer);
  }

  /** Says what the folder is compared with from now on. A crash before that loses nothing: the next layer holds the changes again. */
  async recordNew(): Promise<void> {
    if (!this.#layer || this.#fingerprint === undefined) return;
    const entries = signaturesOf(this.#scanned?.entries ?? [], this.#scannedAt);
    if (this.#options.output !== undefined) this.#image = await realpath(this.#options.output);
    const [image, { uuid: layer }] = [this.#image, this.#layer];
    await this.#options.records.write({ ...this.#record, image, layer, fingerprint: this.#fingerprint, entries });
  }
}

/** Selects the entries that a layer shows in a folder: no devices, pipes and sockets. */
function shownEntries(seen: readonly (readonly [string, SeenEntry])[]): ReadonlyMap<string, ImageEntry> {
  const shown = new Map<string, ImageEntry>();
  for (const [path, { source }] of seen) {
    if (['dir', 'file', 'link'].includes(source.inode.kind)) shown.set(path, source);
  }
  return shown;
}

function otherFolder(folder: string): AppError {
  const what = `${folder} is not the folder that was opened from the image`;
  return new AppError('CONFLICT', `${what}. Open the image in a new folder, and copy what you want to keep there`);
}
