import { mkdir, readdir, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isPlainObject } from '#contract/plain-object';
import { AppError, systemCodeOf } from '#core/app-error';
import { writeFileAtomic } from '#core/files/atomic-file';
import { sha256 } from '#core/text/sha256';

/** Origin of a folder: the layer of an image that it is compared with, and the state of its files then. */
export interface BaseRecord {
  readonly version: 1;
  /** The folder; resolved. */
  readonly folder: string;
  /** Device and inode of the folder. */
  readonly identity: string;
  readonly image: string;
  /** UUID. */
  readonly layer: string;
  /** Hash of what the layer shows; see `layerFingerprint`. */
  readonly fingerprint: string;
  /** User who opened it: entries that belong to this user belong to the owner named in the image. */
  readonly owner: { readonly uid: number; readonly gid: number };
  /** Whether the folder shows the attributes that the image has; else they are those of the image. */
  readonly showsXattrs: boolean;
  /** `fileStampText` of each entry, by path. Entries changed too recently to be recognized by their times are left out. */
  readonly entries: Readonly<Record<string, string>>;
}

/** A record without what it says of each file. */
export type BaseSummary = Pick<BaseRecord, 'folder' | 'identity' | 'image' | 'layer'>;

/** Keeps what folders were opened from, in a folder of the app: never in a workspace, whose agent could write it. */
export class BaseRecords {
  readonly #folder: string;
  readonly #summaries = new Map<string, { readonly stamp: string; readonly summary: BaseSummary | undefined }>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws AppError `NOT_FOUND` where the folder was not opened from an image */
  async read(folder: string): Promise<BaseRecord> {
    const text = await readFile(this.#pathOf(folder), 'utf8').catch((error: unknown) => {
      if (systemCodeOf(error) === 'ENOENT') throw notOpened(folder);
      throw error;
    });
    const record = parseRecord(text);
    if (record?.folder !== folder) throw notOpened(folder);
    return record;
  }

  /** Summarizes the record of each folder, leaving out damaged ones. Reads again only those that were rewritten. */
  async list(): Promise<readonly BaseSummary[]> {
    const names = (await readdir(this.#folder).catch(() => [])).filter((name) => name.endsWith('.json'));
    return (await Promise.all(names.map((name) => this.#summary(join(this.#folder, name))))).flatMap(
      (one) => one ?? [],
    );
  }

  async #summary(path: string): Promise<BaseSummary | undefined> {
    const found = await stat(path).catch(() => undefined);
    const stamp = `${found?.ino}:${found?.mtimeMs}`;
    const known = this.#summaries.get(path);
    if (known?.stamp === stamp) return known.summary;
    const record = found && parseRecord(await readFile(path, 'utf8').catch(() => ''));
    const summary = record && baseSummary(record);
    this.#summaries.set(path, { stamp, summary });
    return summary;
  }

  /** Size in bytes of what is kept of a folder, and when it was written; undefined if nothing is. */
  async lookAt(folder: string): Promise<{ readonly bytes: number; readonly writtenAt: number } | undefined> {
    const found = await stat(this.#pathOf(folder)).catch(() => undefined);
    return found && { bytes: found.size, writtenAt: Math.round(found.mtimeMs) };
  }

  async write(record: BaseRecord): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeFileAtomic(this.#pathOf(record.folder), JSON.stringify(record));
  }

  async forget(folder: string): Promise<void> {
    await unlink(this.#pathOf(folder)).catch((error: unknown) => {
      if (systemCodeOf(error) !== 'ENOENT') throw error;
    });
  }

  #pathOf(folder: string): string {
    return join(this.#folder, `${sha256(folder).slice(0, 32)}.json`);
  }
}

function baseSummary({ folder, identity, image, layer }: BaseRecord): BaseSummary {
  return { folder, identity, image, layer };
}

function parseRecord(text: string): BaseRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    // Written by this class alone, and whole.
    return isPlainObject(value) && value.version === 1 ? (value as unknown as BaseRecord) : undefined;
  } catch {
    return undefined;
  }
}

function notOpened(folder: string): AppError {
  const what = `${folder} was not opened from an image, so there is nothing to compare it with`;
  return new AppError('NOT_FOUND', `${what}. Open one with: sigma workspace unpack <image> --output <folder>`);
}
