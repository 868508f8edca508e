import { type FSWatcher, unwatchFile, watch, watchFile } from 'node:fs';
import { basename, dirname } from 'node:path';
import { messageOf } from '../app-error.ts';
import type { Logger } from '../logger.ts';
import { realOrSame } from './real-path.ts';

/** An editor's save is several events; this long after the last one the file is looked at, in milliseconds. */
const SETTLE_MS = 60;
/** Period of looking if the system cannot report changes, in milliseconds. */
const POLL_MS = 2000;

/**
 * Calls `onChange` when the file at `path` may have changed. Its folder is watched, not the file, so that editors that replace
 * it, and a file that is made later, are seen; for a symbolic link the folder of its target is watched too.
 */
export async function watchForChanges(path: string, onChange: () => void, log: Logger): Promise<Disposable> {
  let timer: NodeJS.Timeout | undefined;
  const settle = () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, SETTLE_MS);
  };
  const target = await realOrSame(path);
  const watchers = [...new Set([path, target])].map((one) => watchOne(one, settle, log));
  return {
    [Symbol.dispose]() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher[Symbol.dispose]();
    },
  };
}

function watchOne(path: string, onChange: () => void, log: Logger): Disposable {
  const poll = (error: unknown) => {
    log.warn('file.watch.polling', { folder: dirname(path), message: messageOf(error) });
    watchFile(path, { interval: POLL_MS, persistent: false }, onChange);
  };
  let watcher: FSWatcher | undefined;
  try {
    watcher = watch(dirname(path), { persistent: false }, (_, name) => {
      if (name === null || name === basename(path)) onChange();
    });
    watcher.on('error', poll);
  } catch (error) {
    poll(error);
  }
  return {
    [Symbol.dispose]() {
      watcher?.close();
      unwatchFile(path, onChange);
    },
  };
}
