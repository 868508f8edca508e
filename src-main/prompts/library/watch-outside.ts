import { messageOf } from '#core/app-error';
import { Mutex } from '#core/async/mutex';
import type { Logger } from '#core/logger';
import type { PromptEngine } from '../ports.ts';
import type { Versions } from './versions.ts';

/** Prompts that are looked at beside each other. */
const AT_ONCE = 8;

/**
 * Keeps what other programs write into the store, as versions of theirs, as far as it is seen; disposing it waits for what it began.
 * `first`: whose the prompts are that are there at the beginning and have no version yet.
 */
export function watchOutside(
  engine: PromptEngine,
  versions: Versions,
  log: Logger,
  first: 'app' | 'outside',
): AsyncDisposable {
  /** Last seen text, by prompt. */
  const seen = new Map<string, string>();
  const mutex = new Mutex();
  let isWaiting = false;
  let isOver = false;
  let by = first;

  const keep = async (id: string) => {
    try {
      await versions.addIfNew(id, () => {
        const prompt = engine.prompt(id);
        return prompt && { hash: prompt.hash, text: prompt.stored, by };
      });
    } catch (error) {
      seen.delete(id);
      log.warn('prompt.version.unkept', { id, error: messageOf(error) });
    }
  };
  const look = async () => {
    isWaiting = false;
    const changed = engine.state.value.prompts.filter(({ id, hash }) => seen.get(id) !== hash);
    for (let at = 0; at < changed.length && !isOver; at += AT_ONCE) {
      const some = changed.slice(at, at + AT_ONCE);
      for (const { id, hash } of some) seen.set(id, hash);
      await Promise.all(some.map(({ id }) => keep(id)));
    }
    if (changed.length > 0) by = 'outside';
  };
  const onChanged = () => {
    if (isWaiting) return;
    isWaiting = true;
    void mutex.run(look);
  };
  const unsubscribe = engine.state.onChanged(onChanged);
  onChanged();
  return {
    [Symbol.asyncDispose]: async () => {
      isOver = true;
      unsubscribe();
      await mutex.settled();
    },
  };
}
