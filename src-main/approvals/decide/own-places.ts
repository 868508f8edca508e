import { isWithin } from './targets.ts';

/** Profiles of a folder: they lie among a person's own files, and need not be there. */
const PROFILES = /[\\/]\.phishell\.yaml$/;

/** Whether the path is one of ours, or lies in one. */
export function isOwnPlace(path: string, own: readonly string[]): boolean {
  for (const file of own) if (isWithin(file, path)) return true;
  return false;
}

/** Whether what decides here, or the record, lies in a folder. Profiles of a workspace are no reason to forbid all work on its folder. */
export function holdsOwn(folder: string, own: readonly string[]): boolean {
  return own.some((file) => isWithin(folder, file) && !PROFILES.test(file));
}

/** Whether a folder is a place of profiles, or has one in it. */
export function holdsProfiles(folder: string, own: readonly string[]): boolean {
  return own.some((file) => isWithin(folder, file) && PROFILES.test(file));
}
