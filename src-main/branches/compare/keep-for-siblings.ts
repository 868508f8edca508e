import type { ContentStore } from '#ledger';
import { type BaseFinder, initialIn } from './base-finder.ts';
import type { BranchFiles } from './branch-files.ts';
import { pathsToCompare } from './changes-of.ts';
import type { KeptBases } from './kept-bases.ts';

interface KeepPorts {
  readonly finder: BaseFinder;
  readonly kept: KeptBases;
  readonly content: Pick<ContentStore, 'keepFile'>;
}

/**
 * Keeps what siblings of a branch began with and that branch alone still has, before its files are removed: files that
 * the sibling changed, and the workspace, unrecorded.
 *
 * @throws file system errors
 */
export async function keepForSiblings(
  leaving: BranchFiles,
  siblings: readonly BranchFiles[],
  ports: KeepPorts,
): Promise<void> {
  for (const sibling of siblings) {
    for (const path of await pathsToCompare(sibling)) await keepOne({ leaving, sibling, path }, ports);
  }
}

interface SharedPath {
  readonly leaving: BranchFiles;
  readonly sibling: BranchFiles;
  readonly path: string;
}

async function keepOne({ leaving, sibling, path }: SharedPath, { finder, kept, content }: KeepPorts): Promise<void> {
  const was = sibling.base.get(path);
  if (was?.kind !== 'file' || (await finder.find(sibling, path, leaving)) !== 'unknown') return;
  const entry = await initialIn(leaving, path, was);
  if (!entry) return;
  const { hash, size } = await content.keepFile(`${leaving.folder}/${path}`);
  const mtimeNs = was.source?.split(':')[4];
  await kept.add({
    path: `${sibling.workspace}/${path}`,
    at: sibling.createdAt,
    hash,
    size,
    mode: was.mode,
    ...(mtimeNs !== undefined && { mtimeNs }),
  });
}
