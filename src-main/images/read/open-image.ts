import { checkImage } from '../check/check-image.ts';
import type { ImageFinding } from '../check/findings.ts';
import type { ImageLimits } from '../check/limits.ts';
import { type ImageDefect, ImageError } from '../image-error.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { MAX_MANIFEST_BYTES } from '../manifest/parse-json.ts';
import { readManifest } from '../manifest/read-manifest.ts';
import type { ByteSource } from '../squashfs/byte-source.ts';
import { fileContents } from '../squashfs/file-data.ts';
import { openSquashfs, type Squashfs } from '../squashfs/open-squashfs.ts';
import { entriesInFolder, type ImageEntry, rootEntry } from './walk-entries.ts';

/** An image that was checked, with its manifest and the folder of each layer. */
export interface OpenImage {
  readonly image: Squashfs;
  readonly root: ImageEntry;
  readonly manifest: Manifest;
  /** Folders by UUID. */
  readonly folders: ReadonlyMap<string, ImageEntry>;
  /** Findings that are tolerated, and left out when the image is unpacked. */
  readonly tolerated: readonly ImageFinding[];
  /** Position behind the last block that a file names; `undefined` where something is tolerated. */
  readonly dataEnd: number | undefined;
}

export interface OpenImageOptions {
  readonly limits?: Partial<ImageLimits>;
  /** Whether every block is unpacked on trial; else a damaged one is found when it is read. */
  readonly data?: boolean;
  readonly signal?: AbortSignal;
}

/** Defects of entries that are never created from an image. */
const LEFT_OUT: readonly ImageDefect[] = ['device', 'setuid'];

/** Checks the whole image and reads its manifest. @throws ImageError, file system errors, the signal's reason */
export async function openImage(source: ByteSource, options: OpenImageOptions = {}): Promise<OpenImage> {
  const { findings, image: checked, dataEnd } = await checkImage(source, { data: false, ...options });
  const wrong = findings.find(({ defect }) => !LEFT_OUT.includes(defect));
  if (wrong) throw new ImageError(wrong.defect, wrong.message);
  // What was unpacked of its tables for the check is there.
  const image = checked ?? (await openSquashfs(source));
  const root = rootEntry(image);
  const top = new Map([...entriesInFolder(image, root)].map((entry) => [entry.path.toString('utf8'), entry]));
  const manifest = readManifest(manifestText(image, top.get('manifest.json')));
  const folders = new Map<string, ImageEntry>();
  for (const uuid of manifest.layers.keys()) {
    const folder = top.get(uuid);
    if (folder?.inode.kind !== 'dir') {
      throw new ImageError('manifest', `The manifest of the image names the layer ${uuid}, which has no folder in it`);
    }
    folders.set(uuid, folder);
  }
  return { image, root, manifest, folders, tolerated: findings, dataEnd };
}

function manifestText(image: Squashfs, entry: ImageEntry | undefined): string {
  const file = entry?.inode.file;
  if (!file) throw new ImageError('manifest', 'The image has no manifest.json: it is no workspace');
  if (file.size > MAX_MANIFEST_BYTES)
    throw new ImageError('manifest', 'The manifest of the image is longer than 64 MiB');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Buffer.concat([...fileContents(image, file)]),
    );
  } catch (error) {
    if (error instanceof ImageError) throw error;
    throw new ImageError('manifest', 'The manifest of the image is no UTF-8');
  }
}
