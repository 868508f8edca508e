import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Time for which a shortened output can be read, in milliseconds. */
const KEEP_MS = 24 * 3600_000;
/** Most bytes of all files together; the oldest go first. */
const MAX_BYTES = 200_000_000;
const OURS = /^([0-9a-f-]{36}\.std(out|err)|pipes-\w{6})$/;
const IS_OUTPUT = /std(out|err)$/;

/** Removes outputs that are too old or too many, and what a host that is gone has left. Never throws. */
export async function sweepSpool(folder: string, pipes: string | undefined, now = Date.now()): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => OURS.test(name));
  const found = await Promise.all(names.map((name) => statsAt(join(folder, name))));
  const newestFirst = found.filter((one) => one !== undefined).sort((one, other) => other.at - one.at);
  let room = MAX_BYTES;
  for (const { path, at, bytes } of newestFirst) {
    if (path === pipes) continue;
    const isOutput = IS_OUTPUT.test(path);
    if (isOutput) room -= bytes;
    if (now - at <= KEEP_MS && room >= 0) continue;
    await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

async function statsAt(path: string) {
  const found = await stat(path).catch(() => undefined);
  return found && { path, at: found.mtimeMs, bytes: found.size };
}
