import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { PromptStoreState, RecordProblem } from '#contract';
import { textStart } from '#contract/text-ends';
import { AppError, messageOf, systemCodeOf } from '#core/app-error';
import { Emitter, type Subscribe } from '#core/async/emitter';
import { Mutex } from '#core/async/mutex';
import { LiveValue } from '#core/async/streams';
import { systemReason } from '#core/files/pinned-folder';
import type { Logger } from '#core/logger';
import { deleteIn, readIn, writeIn } from './folder-files.ts';
import { type FolderContents, type FoundFile, MAX_DEPTH, MAX_FILES, walkStoreFolder } from './folder-walk.ts';
import { FolderWatch } from './folder-watch.ts';
import { installSamples } from './install-samples.ts';
import { EXTENSIONS, namesOfKey, recordKindOf } from './key-path.ts';
import { Spellings } from './letter-case.ts';
import { MAX_VALUE_BYTES } from './record-file.ts';
import type { ReportedStore } from './reported-store.ts';
import { YamlCache } from './yaml-cache.ts';

export interface FolderStoreOptions {
  /** Absolute; made when it is not there. */
  readonly folder: string;
  /** A folder whose files are copied if there is no folder yet. */
  readonly samples?: string | undefined;
  readonly log: Logger;
}

const NOTHING: FolderContents = { files: new Map(), shadowed: [], folders: [[]], problems: [] };
/** Files read at the same time. */
const BATCH = 32;
/** Greatest age of a look at the folder if the listing itself is not requested, in milliseconds. */
const FRESH_MS = 1000;
/** Linux ends paths at 4096, and a file has a longer name while it is written. */
const MAX_PATH_BYTES = 4000;

/** A folder of JSON and YAML files, one for each key. It opens whatever the folder is like, and says in its state what is wrong. */
export async function openFolderStore(options: FolderStoreOptions): Promise<ReportedStore> {
  if (options.samples !== undefined) await installSamples(options.samples, options.folder, options.log);
  const store = new FolderStore(options);
  await store.open();
  return store;
}

class FolderStore implements ReportedStore {
  readonly state: LiveValue<PromptStoreState>;
  readonly problems = new LiveValue<readonly RecordProblem[]>([]);
  readonly onChanged: Subscribe<readonly string[] | undefined>;
  readonly #options: FolderStoreOptions;
  readonly #changed = new Emitter<readonly string[] | undefined>();
  /** Problems of files that could not be read, by key. */
  readonly #unreadable = new Map<string, RecordProblem>();
  readonly #yaml = new YamlCache();
  #contents = NOTHING;
  /** The folder's path without links; that which was asked for until it is known. */
  #root: string;
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** Spellings of `#contents`, built when first needed. */
  #spellings: Spellings | undefined;
  #watch: FolderWatch | undefined;
  readonly #mutex = new Mutex();
  #isDisposed = false;

  constructor(options: FolderStoreOptions) {
    this.#options = options;
    this.#root = options.folder;
    this.state = new LiveValue<PromptStoreState>({
      kind: 'folder',
      place: options.folder,
      state: 'connecting',
      isWatched: true,
    });
    this.onChanged = this.#changed.subscribe;
  }

  async open(): Promise<void> {
    await this.#mutex.run(() => this.#look()).catch(() => {});
  }

  async scan(prefix: string): Promise<readonly string[]> {
    await this.#mutex.run(() => this.#look());
    return [...this.#contents.files.keys()].filter((key) => key.startsWith(prefix));
  }

  async read(keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    await this.#mutex.run(() => this.#lookAgain());
    const values = new Map<string, string>();
    for (let start = 0; start < keys.length; start += BATCH) {
      await Promise.all(keys.slice(start, start + BATCH).map((key) => this.#readInto(values, key)));
    }
    return values;
  }

  write(key: string, value: string): Promise<void> {
    return this.#mutex.run(async () => {
      const names = namesOfKey(key);
      const bytes = Buffer.byteLength(value);
      if (bytes > MAX_VALUE_BYTES) throw tooMuch(key, `${bytes} bytes are more than ${MAX_VALUE_BYTES}`);
      await this.#lookAgain();
      const file = this.#contents.files.get(key) ?? this.#newFile(key, names);
      const written = await this.#saving(key, () => writeIn(this.#root, file, value));
      this.#contents.files.set(key, written);
      this.#spellings?.add(written.names);
      this.#forget(key);
      this.#changed.emit([key]);
    });
  }

  remove(key: string): Promise<void> {
    return this.#mutex.run(async () => {
      namesOfKey(key);
      await this.#look();
      const files = [...this.#contents.files.values(), ...this.#contents.shadowed].filter((file) => file.key === key);
      if (files.length === 0) return;
      await this.#saving(key, async () => {
        for (const { names } of files) await deleteIn(this.#root, names);
      });
      await this.#look();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    this.#watch?.[Symbol.dispose]();
    await this.#mutex.settled();
  }

  /** Walks the folder and tells what is different from the last time. @throws AppError UNAVAILABLE */
  async #look(): Promise<void> {
    if (this.#isDisposed) throw new AppError('UNAVAILABLE', 'The prompt store is closed');
    const before = this.#contents.files;
    try {
      await mkdir(this.#options.folder, { recursive: true, mode: 0o700 });
      this.#root = await realpath(this.#options.folder);
      this.#contents = await walkStoreFolder(this.#root);
    } catch (error) {
      throw this.#isDown(error);
    }
    this.#lookedAt = performance.now();
    this.#spellings = undefined;
    this.#watchFolders();
    const changed = differences(before, this.#contents.files);
    for (const key of changed) this.#unreadable.delete(key);
    this.#isReady();
    if (changed.length > 0) this.#changed.emit(changed);
  }

  /** The watch tells of what others did a moment later, and not at all where it cannot. */
  async #lookAgain(): Promise<void> {
    if (this.state.value.state !== 'ready' || performance.now() - this.#lookedAt > FRESH_MS) await this.#look();
  }

  #newFile(key: string, names: readonly string[]): FoundFile {
    const { files, folders } = this.#contents;
    if (files.size >= MAX_FILES) throw tooMuch(key, `there are ${MAX_FILES} files already`);
    if (this.#spellings === undefined) {
      this.#spellings = new Spellings();
      for (const folder of folders) this.#spellings.add(folder);
      for (const file of files.values()) this.#spellings.add(file.names);
    }
    const apart = this.#spellings.apart(names, EXTENSIONS[0]);
    if (apart.length > MAX_DEPTH || Buffer.byteLength(join(this.#root, ...apart)) > MAX_PATH_BYTES)
      throw nameTooLong(key);
    return { key, names: apart, signature: '', isLink: false };
  }

  async #saving<T>(key: string, step: () => Promise<T>): Promise<T> {
    try {
      return await step();
    } catch (error) {
      if (error instanceof AppError) throw error;
      if (systemCodeOf(error) === 'ENAMETOOLONG') throw nameTooLong(key);
      const where = this.#options.folder;
      const advice = 'Make the folder writable, or free some space.';
      throw new AppError('UNAVAILABLE', `${key} cannot be saved: ${systemReason(error)}`, { where, advice }, error);
    }
  }

  #watchFolders(): void {
    this.#watch ??= new FolderWatch({ log: this.#options.log, onEvent: () => void this.open() });
    this.#watch.cover(this.#root, this.#contents.folders);
  }

  #isReady(): void {
    const isWatched = this.#watch?.isPolling === false;
    const { state, isWatched: wasWatched } = this.state.value;
    if (state !== 'ready' || isWatched !== wasWatched) {
      this.state.set({ kind: 'folder', place: this.#options.folder, state: 'ready', isWatched });
    }
    this.#tellProblems();
  }

  #isDown(error: unknown): AppError {
    const message = `The folder of the prompt store cannot be read: ${systemReason(error)}`;
    if (this.state.value.state !== 'down') {
      const { folder, log } = this.#options;
      const since = Date.now();
      this.state.set({ kind: 'folder', place: folder, state: 'down', reason: message, since, isWatched: false });
      log.warn('prompts.folder.down', { folder, message: messageOf(error) });
    }
    const advice = 'Make the folder readable and writable.';
    return new AppError('UNAVAILABLE', message, { where: this.#options.folder, advice }, error);
  }

  #tellProblems(): void {
    const all = [...this.#contents.problems, ...this.#unreadable.values()];
    const problems = all.sort((one, other) => (one.key < other.key ? -1 : 1));
    if (JSON.stringify(problems) !== JSON.stringify(this.problems.value)) this.problems.set(problems);
  }

  async #readInto(values: Map<string, string>, key: string): Promise<void> {
    const file = this.#contents.files.get(key);
    if (file === undefined) return;
    const reading = await readIn(this.#root, file, this.#yaml);
    if (reading === undefined) return;
    if ('json' in reading) {
      values.set(key, reading.json);
      this.#forget(key);
      return;
    }
    const message = `${file.names.join('/')}: ${reading.problem}`;
    this.#unreadable.set(key, { kind: recordKindOf(key), key, severity: 'error', message });
    this.#tellProblems();
  }

  #forget(key: string): void {
    if (this.#unreadable.delete(key)) this.#tellProblems();
  }
}

function nameTooLong(key: string): AppError {
  return new AppError('INVALID_INPUT', `${textStart(key, 80)}… is longer than the path of a file may be`);
}

function tooMuch(key: string, why: string): AppError {
  return new AppError('LIMIT_EXCEEDED', `${key} cannot be kept: ${why}`);
}

/** Keys whose file is another one, came or went. */
function differences(before: ReadonlyMap<string, FoundFile>, after: ReadonlyMap<string, FoundFile>): string[] {
  const isSame = (one: FoundFile | undefined, other: FoundFile | undefined) =>
    one?.signature === other?.signature && one?.names.join('/') === other?.names.join('/');
  return [...new Set([...before.keys(), ...after.keys()])].filter((key) => !isSame(before.get(key), after.get(key)));
}
