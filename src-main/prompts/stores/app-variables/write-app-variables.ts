import { messageOf } from '#core/app-error';
import { Mutex } from '#core/async/mutex';
import type { Logger } from '#core/logger';
import type { AppVariables } from '../../ports.ts';
import type { ReportedStore } from '../reported-store.ts';

export interface WriteOwnOptions {
  readonly own: AppVariables;
  readonly store: ReportedStore;
  /** `prompts.publish.to_redis`, and the store is Redis. */
  readonly isOn: () => boolean;
  readonly log: Logger;
}

/** Period for writing values that do not report their changes, such as files, in milliseconds. */
const EVERY_MS = 30_000;
/**
 * Lifetime of the values, after which those left by an app that crashed or moved to another server are gone, in
 * milliseconds.
 */
const LIFE_MS = 3 * EVERY_MS;
/** The shortest life of a value, with which it is taken out, in milliseconds. */
const GONE_MS = 1;
/** Changes come in bursts, in milliseconds. */
const SETTLE_MS = 1000;
/** Longest that taking them out holds up the end of the app, in milliseconds. */
const END_MS = 1000;

/** Writes the app's own variables into the store for other programs, as long as it is switched on and the app runs; then they are taken out again. */
export function writeOwnVariables({
  own,
  store,
  isOn,
  log,
}: WriteOwnOptions): AsyncDisposable & { look(): Promise<void> } {
  const written = new Set<string>();
  const mutex = new Mutex();
  let settling: NodeJS.Timeout | undefined;
  let isEnding = false;
  const takeOut = async (keys: readonly string[]) => {
    for (const key of keys) {
      // Not removed: a person may have put a record there meanwhile.
      if (store.state.value.kind === 'redis') await store.lend?.(key, 'null', GONE_MS);
      written.delete(key);
    }
  };
  // Each time anew, though nothing changed: it lives on, and is back in a server that lost it.
  const writeOne = async (key: string) => {
    const value = JSON.stringify(await own.read(key));
    if (value === undefined) {
      if (written.has(key)) await takeOut([key]);
    } else if (!isEnding) {
      written.add(key);
      if ((await store.lend?.(key, value, LIFE_MS)) === false) written.delete(key);
    }
  };
  const step = async () => {
    const keys = isOn() && !isEnding ? own.keys() : [];
    try {
      await takeOut([...written].filter((one) => !keys.includes(one)));
      for (const key of keys) await writeOne(key);
    } catch (error) {
      log.warn('prompts.own-variables.unwritten', { message: messageOf(error) });
    }
  };
  const look = () => mutex.run(step);
  const soon = () => {
    settling ??= setTimeout(() => {
      settling = undefined;
      void look();
    }, SETTLE_MS);
    settling.unref();
  };
  const unsubscribes = [own.onChanged(soon), store.state.onChanged(({ state }) => state === 'ready' && soon())];
  const timer = setInterval(() => void look(), EVERY_MS);
  timer.unref();
  soon();
  return {
    look,
    [Symbol.asyncDispose]: async () => {
      isEnding = true;
      for (const unsubscribe of unsubscribes) unsubscribe();
      clearInterval(timer);
      clearTimeout(settling);
      await withinTime(look());
    },
  };
}

async function withinTime(ending: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, END_MS);
  });
  await Promise.race([ending, late]);
  clearTimeout(timer);
}
