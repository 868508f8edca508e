import { join } from 'node:path';
import { runEntry } from '#app/run-entry';
import { runWeb } from './run-web.ts';

// From src-main/web as from out/main the app's own folder is two levels up.
void runEntry(join(import.meta.dirname, '..', '..'), runWeb);
