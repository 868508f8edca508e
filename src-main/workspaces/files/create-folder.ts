import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { WorkspaceTemplate } from '#contract';
import { AppError, messageOf } from '#core/app-error';

/**
 * Makes a workspace of a template: under a temporary name beside it, so that it appears whole or not at all. An empty folder that
 * is there already is taken.
 *
 * @throws AppError CONFLICT when something is there, UNAVAILABLE when it cannot be written
 */
export async function createFolder(path: string, template: WorkspaceTemplate, templates: string): Promise<void> {
  // A slash at its end would put what is not finished into it.
  const folder = resolve(path);
  const found = await lstat(folder).catch(() => undefined);
  const isEmptyFolder = found?.isDirectory() === true && (await readdir(folder)).length === 0;
  if (found && !isEmptyFolder) {
    throw new AppError('CONFLICT', `${folder} exists already`, { where: folder, advice: 'Choose another folder' });
  }
  const unfinished = `${folder}.${randomUUID().slice(0, 8)}.tmp`;
  try {
    await mkdir(dirname(folder), { recursive: true });
    await copy(join(templates, template), unfinished);
    if (isEmptyFolder) await rmdir(folder);
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    const advice = 'Make the folder above it writable, or choose another';
    throw new AppError(
      'UNAVAILABLE',
      `${folder} could not be made: ${messageOf(error)}`,
      { where: folder, advice },
      error,
    );
  }
}

/** File by file, since in a packed app the templates lie in an archive. */
async function copy(from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copy(source, target);
    else await writeFile(target, await readFile(source), { mode: 0o644 });
  }
}
