import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '#core/app-error';
import type { Logger } from '#core/logger';
import { readCases, writeCases } from './case-file.ts';
import { fileNameOf } from './file-of.ts';

const SET_ASIDE = /^.+\.broken-\d{4}-\d\d-\d\dT.*\.json$/;

/**
 * Puts cases back that an earlier version set aside with their file because it could not read one of them. A case of which the file in
 * use has the id or the name stays as it is there. A file that still cannot be read, or only in part, is left alone.
 */
export async function restoreCases(folder: string, log: Logger): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => SET_ASIDE.test(one)).sort()) {
    await restore(folder, name).catch((error: unknown) => {
      log.warn('prompt.cases.unrestored', { file: name, error: messageOf(error) });
    });
  }
}

async function restore(folder: string, name: string): Promise<void> {
  const aside = await readCases(join(folder, name));
  if (aside.prompt === undefined || aside.cases.length === 0 || aside.unreadable.length > 0) return;
  const path = join(folder, fileNameOf(aside.prompt, 'json'));
  const present = await readCases(path);
  if (present.broken !== undefined) return;
  const isThere = ({ id, name: called }: { readonly id: string; readonly name: string }) =>
    present.cases.some((one) => one.id === id || one.name === called);
  const back = aside.cases.filter((one) => !isThere(one));
  if (back.length > 0) await writeCases(path, aside.prompt, [...present.cases, ...back], present);
  await rename(join(folder, name), join(folder, name.replace('.broken-', '.restored-')));
}
