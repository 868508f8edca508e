import { type FSWatcher, unwatchFile, watch, watchFile } from 'node:fs';
import { basename, dirname } from 'node:path';
import { messageOf } from '../app-error.ts';
import type { Logger } from '../logger.ts';
import { resolveLinkTarget } from './text-file.ts';

/** An editor's save is several events; this long after the last one the file is looked at, in milliseconds. */
const SETTLE_MS = 60;
/** Period of looking if the system cannot report changes, in milliseconds. */
const POLL_MS = 2000;

/**
 * Calls `onChange` when the file at `path` may have changed. Its folder is watched, not the file, so that editors that replace
 * it, and a file that is made later, are seen; for a symbolic link the folder of its target is watched too. A folder that is made
 * anew, and one that the link leads to by then, is watched from the next change on.
 */
export async function watchForChanges(path: string, onChange: () => void, log: Logger): Promise<Disposable> {
  const watched = new WatchedFile(path, onChange, log);
  await watched.look();
  return watched;
}

class WatchedFile implements Disposable {
  readonly #path: string;
  readonly #onChange: () => void;
  readonly #log: Logger;
  readonly #places = new Map<string, WatchedPlace>();
  #timer: NodeJS.Timeout | undefined;
  #isDisposed = false;

  constructor(path: string, onChange: () => void, log: Logger) {
    this.#path = path;
    this.#onChange = onChange;
    this.#log = log;
  }

  /** Watches the places where the file is now. */
  async look(): Promise<void> {
    const target = await resolveLinkTarget(this.#path);
    if (this.#isDisposed) return;
    const places = new Set([this.#path, target]);
    for (const [place, watched] of this.#places) {
      if (places.has(place)) continue;
      watched[Symbol.dispose]();
      this.#places.delete(place);
    }
    for (const place of places) {
      const watched = this.#places.get(place) ?? new WatchedPlace(place, () => this.#hear(), this.#log);
      this.#places.set(place, watched);
      watched.renew();
    }
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    for (const watched of this.#places.values()) watched[Symbol.dispose]();
  }

  #hear(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#settle(), SETTLE_MS);
  }

  async #settle(): Promise<void> {
    await this.look();
    if (!this.#isDisposed) this.#onChange();
  }
}

/** The folder of a file, or the file itself while its folder cannot be watched. */
class WatchedPlace implements Disposable {
  readonly #path: string;
  readonly #onChange: () => void;
  readonly #log: Logger;
  #watcher: FSWatcher | undefined;
  #isPolling = false;

  constructor(path: string, onChange: () => void, log: Logger) {
    this.#path = path;
    this.#onChange = onChange;
    this.#log = log;
  }

  /** Watches the folder where it is not watched, or was made anew. */
  renew(): void {
    if (this.#watcher) return;
    try {
      this.#watcher = this.#watch();
      this.#stopPolling();
    } catch (error) {
      this.#poll(error);
    }
  }

  [Symbol.dispose](): void {
    this.#watcher?.close();
    this.#stopPolling();
  }

  #watch(): FSWatcher {
    const folder = dirname(this.#path);
    const watcher = watch(folder, { persistent: false }, (_, name) => {
      // Such an event may be of the folder itself, which is gone then.
      if (name === basename(folder)) this.#lose();
      if (name === null || name === basename(folder) || name === basename(this.#path)) this.#onChange();
    });
    watcher.on('error', (error) => {
      this.#lose();
      this.#poll(error);
    });
    return watcher;
  }

  #lose(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
  }

  #poll(error: unknown): void {
    if (this.#isPolling) return;
    this.#isPolling = true;
    this.#log.warn('file.watch.polling', { folder: dirname(this.#path), message: messageOf(error) });
    watchFile(this.#path, { interval: POLL_MS, persistent: false }, this.#onChange);
  }

  #stopPolling(): void {
    if (this.#isPolling) unwatchFile(this.#path, this.#onChange);
    this.#isPolling = false;
  }
}
