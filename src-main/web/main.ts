import { join } from 'node:path';
import { runFromCodeCache } from '#core/code-cache';

runFromCodeCache(join(import.meta.dirname, 'chunks'));
// Loaded only now, so that it is what the cache is for.
void import('./start.ts').then(({ start }) =>
  // From src-main/web as from out/main the app's own folder is two levels up.
  start(join(import.meta.dirname, '..', '..')),
);
