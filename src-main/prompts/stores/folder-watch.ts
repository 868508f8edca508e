import { type FSWatcher, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '#core/app-error';
import type { Logger } from '#core/logger';

/** An editor's save is several events; this long after the last one the folder is looked at, in milliseconds. */
const SETTLE_MS = 60;
/** Period of looking if the system cannot report changes, in milliseconds. */
const POLL_MS = 2000;
/** Linux has a watch for each folder, and users have a number of them. */
const MAX_WATCHED = 1000;

export interface FolderWatchOptions {
  readonly log: Logger;
  readonly onEvent: () => void;
}

interface WatchedFolder {
  readonly watcher: FSWatcher;
  /**
   * Identity of the folder itself: another folder may have taken its name, and the watcher would hear nothing of it.
   */
  readonly identity: string;
}

/** Hears that something changed anywhere below a folder; where it cannot hear, it looks every so often. */
export class FolderWatch implements Disposable {
  readonly #options: FolderWatchOptions;
  readonly #watchers = new Map<string, WatchedFolder>();
  #root = '';
  #settling: NodeJS.Timeout | undefined;
  #poll: NodeJS.Timeout | undefined;
  #isDisposed = false;

  constructor(options: FolderWatchOptions) {
    this.#options = options;
  }

  get isPolling(): boolean {
    return this.#poll !== undefined;
  }

  /** Watches these folders, each a list of names from the root (resolved) on, and no others. */
  cover(root: string, folders: readonly (readonly string[])[]): void {
    if (this.#isDisposed || this.isPolling) return;
    this.#root = root;
    // macOS and Windows tell of everything below; Node's imitation of that on Linux loses events.
    const isDeep = process.platform === 'darwin' || process.platform === 'win32';
    const wanted = new Set((isDeep ? [[]] : folders).map((names) => join(root, ...names)));
    if (wanted.size > MAX_WATCHED) {
      this.#fallBack(`more than ${MAX_WATCHED} folders`);
      return;
    }
    this.#watchThese(wanted, isDeep);
  }

  #watchThese(wanted: ReadonlySet<string>, isDeep: boolean): void {
    for (const [path, { identity }] of this.#watchers) {
      if (!wanted.has(path) || folderIdentity(path) !== identity) this.#unwatch(path);
    }
    const added = [...wanted].filter((path) => !this.#watchers.has(path));
    for (const path of added) if (!this.isPolling) this.#watch(path, isDeep);
    // What happened in them since they were looked at was not heard.
    if (added.length > 0 && !this.isPolling) this.#heard();
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    clearTimeout(this.#settling);
    clearInterval(this.#poll);
    for (const path of this.#watchers.keys()) this.#unwatch(path);
  }

  #watch(path: string, isDeep: boolean): void {
    try {
      const identity = folderIdentity(path);
      const watcher = watch(path, { persistent: false, recursive: isDeep }, () => this.#heard());
      watcher.on('error', (error) => {
        if (this.#watchers.get(path)?.watcher === watcher) this.#unwatch(path);
        this.#heard();
        this.#options.log.debug('prompts.folder.unwatched', { path, message: messageOf(error) });
      });
      this.#watchers.set(path, { watcher, identity });
    } catch (error) {
      // A folder that is gone again is no reason to poll.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') this.#heard();
      else this.#fallBack(messageOf(error));
    }
  }

  #unwatch(path: string): void {
    this.#watchers.get(path)?.watcher.close();
    this.#watchers.delete(path);
  }

  #heard(): void {
    clearTimeout(this.#settling);
    if (this.#isDisposed) return;
    this.#settling = setTimeout(() => this.#options.onEvent(), SETTLE_MS);
    this.#settling.unref();
  }

  #fallBack(reason: string): void {
    this.#options.log.warn('prompts.folder.polling', { folder: this.#root, reason });
    for (const path of this.#watchers.keys()) this.#unwatch(path);
    this.#poll ??= setInterval(() => this.#options.onEvent(), POLL_MS);
    this.#poll.unref();
  }
}

/** Numbers of files are used again at once by some file systems, but not with the same time of birth. */
function folderIdentity(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? '' : `${found.dev}:${found.ino}:${found.birthtimeNs}`;
}
