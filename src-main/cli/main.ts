import { join } from 'node:path';
import { runCli } from './run-cli.ts';

// From src-main/cli as from out/main the app's own folder is two levels up.
void runCli(join(import.meta.dirname, '..', '..'), process.argv.slice(2));
