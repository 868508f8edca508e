import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError, messageOf } from '#core/app-error';
import { mapBounded } from '#core/async/map-bounded';
import { KeyedMutex } from '#core/async/mutex';
import { readTextFile, writeTextFile } from '#core/files/text-file';
import type { Logger } from '#core/logger';
import { sha256 } from '#core/text/sha256';
import type { FolderHash } from './folder-hash.ts';
import { wholeHash } from './hash-folder.ts';
import { isBoundFolder, mayRun } from './what-is-bound.ts';

const MAX_BYTES = 32_000_000;
/** Texts larger than this are not kept for the diff of a later change, in bytes. */
const MAX_KEPT = 256_000;
const INSTALLED = /^(?:\.venv|node_modules)\//;

const StoredTrust = z.object({
  v: z.literal(1),
  /** Real path of the folder. */
  path: z.string(),
  at: z.number(),
  hasNetwork: z.boolean(),
  hash: z.string(),
  files: z.record(z.string(), z.string()),
  executable: z.array(z.string()),
});

/** Trust of a person in a folder. */
export interface TrustRecord {
  readonly hash: string;
  readonly hasNetwork: boolean;
  readonly files: ReadonlyMap<string, string>;
  readonly executable: ReadonlySet<string>;
}

/** A folder that is trusted, by its real path. */
export interface TrustedFolder {
  readonly path: string;
  readonly record: TrustRecord;
}

/** Result of reading a record: none where there is no file, or it says nothing. */
interface TrustReading {
  readonly folder?: TrustedFolder;
  /** Whether the file is there and could not be read this time. */
  readonly mayChange?: boolean;
}

/** Keeps bytes by their hash. */
export interface TrustedContents {
  keep(bytes: Uint8Array): Promise<string>;
  /** Throws where they are not kept. */
  read(hash: string): Promise<Uint8Array>;
}

export interface TrustStoreOptions {
  /** Absolute path of a folder of the app's own; made when needed. */
  readonly folder: string;
  readonly content: TrustedContents;
  readonly hash: (folder: string) => Promise<FolderHash>;
  readonly log: Logger;
}

/** Folders that are trusted as agent workspaces: one file for each, by its real path. */
export class TrustStore {
  readonly #options: TrustStoreOptions;
  readonly #mutex = new KeyedMutex();
  readonly #known = new Map<string, TrustRecord | undefined>();
  /** Files whose fault is in the log already; one that cannot be read is tried at each request. */
  readonly #faulty = new Set<string>();

  constructor(options: TrustStoreOptions) {
    this.#options = options;
  }

  /** Reads the trust in a folder; `undefined` if it was never trusted, or the record cannot be read. */
  async get(path: string): Promise<TrustRecord | undefined> {
    if (this.#known.has(path)) return this.#known.get(path);
    const read = await this.#read(path);
    // A decision that was made meanwhile is newer than the record.
    if (this.#known.has(path)) return this.#known.get(path);
    if (!read.mayChange) this.#known.set(path, read.folder?.record);
    return read.folder?.record;
  }

  /** Every folder that is trusted and whose record can be read. */
  async all(): Promise<readonly TrustedFolder[]> {
    const names = await readdir(this.#options.folder).catch(() => []);
    const found = await mapBounded(
      names.filter((name) => name.endsWith('.json')),
      8,
      (name) => this.#readFile(join(this.#options.folder, name)),
    );
    return found.flatMap(({ folder }) => folder ?? []);
  }

  /** @throws AppError CONFLICT if the folder is not what was reviewed, DENIED if it cannot be trusted, UNAVAILABLE */
  trust(
    path: string,
    { hash, hasNetwork }: { readonly hash: string; readonly hasNetwork: boolean },
  ): Promise<TrustRecord> {
    return this.#mutex.run(path, async () => {
      const now = await this.#options.hash(path);
      if (now.problem !== undefined) throw new AppError('DENIED', now.problem, { where: path });
      if (now.hash !== hash) {
        const advice = 'Look at what it would run now';
        throw new AppError('CONFLICT', `${path} has changed since it was looked at; nothing was trusted`, {
          where: path,
          advice,
        });
      }
      const record = { hash, hasNetwork, files: now.files, executable: now.executable };
      await this.#keepTexts(path, [...now.files]);
      await this.#write(path, record);
      return record;
    });
  }

  /** @throws AppError UNAVAILABLE */
  restrict(path: string): Promise<void> {
    return this.#mutex.run(path, async () => {
      this.#known.set(path, undefined);
      await rm(this.#fileOf(path), { force: true }).catch((error: unknown) => {
        throw new AppError('UNAVAILABLE', `Trust in ${path} could not be taken back: ${messageOf(error)}`, {
          where: path,
        });
      });
    });
  }

  /** Keeps trusted what the person changed in the app; `hash` is absent if they removed the file. */
  noteOwnEdit(path: string, file: string, hash: string | undefined): Promise<void> {
    return this.#mutex.run(path, async () => {
      const record = await this.get(path);
      if (!record || !isBoundFolder(file.split('/'))) return;
      const files = new Map(record.files);
      if (hash === undefined) files.delete(file);
      else files.set(file, hash);
      const inOrder = new Map([...files].sort(([one], [other]) => (one < other ? -1 : 1)));
      if (hash !== undefined) await this.#keepTexts(path, [[file, hash]]);
      await this.#write(path, { ...record, files: inOrder, hash: wholeHash(inOrder) });
    });
  }

  /** The text of a file as it was trusted, where it was kept. */
  async textOf(hash: string): Promise<string | undefined> {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(await this.#options.content.read(hash));
    } catch {
      return undefined;
    }
  }

  async #keepTexts(path: string, files: readonly (readonly [string, string])[]): Promise<void> {
    for (const [file] of files) {
      if (INSTALLED.test(file) || !mayRun(file, false)) continue;
      const bytes = await readFile(join(path, file)).catch(() => undefined);
      if (bytes && bytes.length <= MAX_KEPT) await this.#options.content.keep(bytes);
    }
  }

  async #read(path: string): Promise<TrustReading> {
    const file = this.#fileOf(path);
    const read = await this.#readFile(file);
    if (read.folder === undefined || read.folder.path === path) return read;
    this.#warn(file, 'it is about another folder');
    return {};
  }

  async #readFile(file: string): Promise<TrustReading> {
    const reading = await readTextFile(file, MAX_BYTES);
    if (reading.state === 'missing') return {};
    try {
      if (reading.state === 'unreadable') throw new Error(reading.message);
      const { path, hash, hasNetwork, files, executable } = StoredTrust.parse(JSON.parse(reading.text));
      const record = { hash, hasNetwork, files: new Map(Object.entries(files)), executable: new Set(executable) };
      return { folder: { path, record } };
    } catch (error) {
      // Nothing runs then, and the person is asked anew.
      this.#warn(file, messageOf(error));
      return { mayChange: reading.state === 'unreadable' };
    }
  }

  #warn(file: string, message: string): void {
    if (this.#faulty.has(file)) return;
    this.#faulty.add(file);
    this.#options.log.warn('workspaces.trust.unreadable', { path: file, message });
  }

  async #write(path: string, { hash, hasNetwork, files, executable }: TrustRecord): Promise<void> {
    const record: z.infer<typeof StoredTrust> = {
      v: 1,
      path,
      at: Date.now(),
      hasNetwork,
      hash,
      files: Object.fromEntries(files),
      executable: [...executable],
    };
    await writeTextFile(this.#fileOf(path), `${JSON.stringify(record)}\n`, 0o600);
    this.#known.set(path, { hash, hasNetwork, files, executable });
  }

  #fileOf(path: string): string {
    return join(this.#options.folder, `${sha256(path).slice(0, 32)}.json`);
  }
}
