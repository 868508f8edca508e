import type { Layout } from '../layout/layout.ts';
import type { FolderHash } from '../trust/folder-hash.ts';

/** Finds a file whose text models are given, and which was hashed with other bytes than were read. */
export function readApart({ agentsFile, tasks }: Layout, { files }: FolderHash): string | undefined {
  const told = [...(agentsFile ? [agentsFile] : []), ...tasks];
  return told.find(({ file, place = file, hash }) => files.get(place) !== hash)?.file;
}
