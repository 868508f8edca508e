import { runEntry } from '#app/start/run-entry';
import { runWeb } from './run-web.ts';

export async function start(installFolder: string): Promise<void> {
  await runEntry(installFolder, runWeb);
}
