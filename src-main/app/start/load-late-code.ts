import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Logger } from '#core/logger';

/**
 * Loads the bundles of what a start does not call (`scripts/late-chunks.ts`) when the start is over, so that whoever calls it first need
 * not wait, and nothing is read any more from a folder in which another version may be by then. One in each turn of the event loop: requests
 * are answered in between.
 */
export function loadLateCode(log: Pick<Logger, 'error'>, bundles: string = import.meta.dirname): void {
  const require = createRequire(join(bundles, 'any.js'));
  const waiting = readdirSync(bundles).filter((name) => name.startsWith('late.') && name.endsWith('.js'));
  const loadNext = (): void => {
    const next = waiting.shift();
    if (next === undefined) return;
    try {
      require(`./${next}`);
    } catch (error) {
      // A call of what it holds fails, too, and is told.
      log.error('app.late-code-unread', { file: next, error });
    }
    setImmediate(loadNext);
  };
  setImmediate(loadNext);
}
