import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf } from '#core/app-error';
import type { Logger } from '#core/logger';

/**
 * Copies the samples to if there is no folder yet: whole or not at all, and what a person deletes later stays deleted.
 * Never throws.
 */
export async function installSamples(samples: string, folder: string, log: Logger): Promise<void> {
  const unfinished = `${folder}.${process.pid}.new`;
  try {
    if (await lstat(folder).catch(() => undefined)) return;
    await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
    await copyFolder(samples, unfinished);
    await rename(unfinished, folder);
  } catch (error) {
    log.warn('prompts.samples.missing', { samples, message: messageOf(error) });
    await rm(unfinished, { recursive: true, force: true }).catch(() => {});
  }
}

/** File by file: an installed app's are in an archive that Node's own copying does not know. */
async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(source, target);
    else await writeFile(target, await readFile(source), { mode: 0o600 });
  }
}
