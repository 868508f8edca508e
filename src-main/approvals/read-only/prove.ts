import { statSync } from 'node:fs';
import type { Analysis } from '#shell-analysis';
import { unproven } from '../proof.ts';
import { credentialsBelow } from './credentials-below.ts';
import { type ReadOnly, readOnly } from './index.ts';
import type { FileSystem } from './reader.ts';

/** The preset's proof with the disk as it is now. */
export async function proveReadOnly(
  analysis: Analysis,
  place: { readonly workspace: string; readonly cwd: string },
  disk: FileSystem,
): Promise<ReadOnly> {
  const proof = readOnly(analysis, { ...place, ...disk });
  // A file by itself was judged by its name and by where it leads.
  const folders = proof.line.isProven ? proof.below.filter(({ folder }) => !isFile(disk.realpath(folder))) : [];
  if (folders.length === 0) return proof;
  const why = await credentialsBelow(folders, place.workspace);
  if (why === undefined) return proof;
  // Which part it is about is not kept: the line as a whole is asked about.
  const line = unproven(why);
  return { ...proof, line, parts: proof.parts.map(() => line) };
}

const isFile = (real: string | undefined): boolean =>
  real !== undefined && statSync(real, { throwIfNoEntry: false })?.isFile() === true;
