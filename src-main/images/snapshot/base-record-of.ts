import { sha256 } from '#core/text/sha256';
import type { Layer } from '../manifest/manifest.ts';
import type { FileStamp } from '../pack/file-stamp.ts';
import { type ScannedEntry, scanFolder } from '../pack/scan-folder.ts';
import { describeXattrs } from '../read/describe-entries.ts';
import { type SeenEntry, seenIn } from '../read/layer-nodes.ts';
import type { OpenImage } from '../read/open-image.ts';
import type { BaseRecord } from './base-records.ts';

/** Age below which a change may be followed by another one without a trace in its times, in nanoseconds. */
const UNRELIABLE_NS = 100_000_000n;

interface BaseOf {
  /** The folder, and where it stands while it is recorded. */
  readonly folder: string;
  readonly at: string;
  readonly image: string;
  readonly open: OpenImage;
  readonly layer: Layer;
  readonly showsXattrs: boolean;
}

/** The record of a folder that shows just what a layer does. */
export async function baseRecordOf({ folder, at, image, open, layer, showsXattrs }: BaseOf): Promise<BaseRecord> {
  // First this, and then the folder: both would be in memory.
  const fingerprint = layerFingerprint(open, layer);
  open.image.known.clear();
  return {
    version: 1,
    folder,
    image,
    layer: layer.uuid,
    fingerprint,
    ...(await signedFolder(at)),
    showsXattrs,
    owner: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
  };
}

async function signedFolder(folder: string): Promise<Pick<BaseRecord, 'identity' | 'entries'>> {
  const scannedAt = Date.now();
  const { entries } = await scanFolder({ folder, judge: () => undefined });
  return { identity: folderIdentity(entries), entries: signaturesOf(entries, scannedAt) };
}

/** Device and inode of a scanned folder. */
export function folderIdentity([root]: readonly ScannedEntry[]): string {
  return root ? `${root.seen.dev}:${root.seen.ino}` : '';
}

/** Signatures by path. @param scannedAt time at which the scan began, in milliseconds */
export function signaturesOf(entries: readonly ScannedEntry[], scannedAt: number): Readonly<Record<string, string>> {
  const until = BigInt(scannedAt) * 1_000_000n - UNRELIABLE_NS;
  const reliable = entries.filter(({ seen, entry }) => entry.kind !== 'dir' && seen.ctimeNs < until);
  return Object.fromEntries(reliable.map(({ path, seen }) => [path, fileStampText(seen)]));
}

/** Signature that differs as soon as anything of a file was changed. */
export function fileStampText({ ino, size, mtimeNs, ctimeNs }: FileStamp): string {
  return `${ino}:${size}:${mtimeNs}:${ctimeNs}`;
}

/** Hash of what a layer shows, contents aside, by which another layer of the same name is told apart. */
export function layerFingerprint(open: OpenImage, layer: Layer): string {
  return fingerprintOfSeen(open, seenIn(open, layer));
}

/** The same as `layerFingerprint`, for what was listed already. */
export function fingerprintOfSeen(open: OpenImage, seen: Iterable<readonly [string, SeenEntry]>): string {
  const lines = Array.from(seen, ([path, { source }]) => {
    const { kind, mode, mtime, device, file, target } = source.inode;
    const { xattrs } = describeXattrs(open.image, source.inode);
    return JSON.stringify([path, kind, mode, mtime, device, file?.size, target?.toString('hex'), xattrs]);
  });
  return sha256(lines.sort().join('\n'));
}
