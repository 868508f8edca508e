import type { Layout } from '../layout/layout.ts';
import type { FolderHash } from '../trust/folder-hash.ts';

/** Finds a file whose text models or the installer are given, and which was hashed with other bytes than were read. */
export function readApart({ agentsFile, requirements, tasks }: Layout, { files }: FolderHash): string | undefined {
  const told = [agentsFile, requirements, ...tasks].filter((one) => one !== undefined);
  return told.find(({ file, place = file, hash }) => files.get(place) !== hash)?.file;
}
