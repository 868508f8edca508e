import { join } from 'node:path';
import { runFromCodeCache } from '#core/code-cache';

runFromCodeCache(join(import.meta.dirname, 'chunks'));
// Loaded only now, so that it is what the cache is for.
void import('./run-cli.ts').then(({ runCli }) =>
  // From src-main/cli as from out/main the app's own folder is two levels up.
  runCli(join(import.meta.dirname, '..', '..'), process.argv.slice(2)),
);
