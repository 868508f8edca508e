import type { AgentWorkspace } from '#contract';
import { AppError } from '#core/app-error';
import { removeFolder } from '#core/files/remove-folder';
import type { ImageParts } from './ports.ts';

export interface LayerToOpen {
  /** Absolute path of the image. */
  readonly path: string;
  /** Tag or UUID. */
  readonly layer: string;
  /** Absolute path of a folder that does not exist, or is empty. */
  readonly folder: string;
  readonly trust?: { readonly hash: string; readonly network: boolean } | undefined;
}

/**
 * Copies what a layer shows into a folder, of which a snapshot can be made, and opens that as an agent workspace. It is trusted
 * where just this is trusted elsewhere, or `trust` names it; where the copy is not what `trust` names, or cannot be read, nothing
 * is left.
 *
 * @throws AppError CONFLICT, NOT_FOUND, LIMIT_EXCEEDED, ImageError, what the file system says, the signal's reason
 */
export async function openLayer(
  { path, layer, folder, trust }: LayerToOpen,
  { agents, record, bases, run }: ImageParts,
  signal: AbortSignal,
): Promise<AgentWorkspace> {
  const { uuid, tag } = await run('openCopy', { path, layer, folder, bases }, { signal });
  const { review, trusted } = await agents.read(folder, signal).catch(async (error: unknown) => {
    await removeFolder(folder);
    throw error;
  });
  if (trust !== undefined && trust.hash !== review.hash) {
    await removeFolder(folder);
    const advice = 'Read the image again';
    throw new AppError('CONFLICT', `${path} has changed since it was read; nothing was opened`, {
      where: path,
      advice,
    });
  }
  const workspace = await agents.open(folder);
  record({ workspace: workspace.path, image: path, layer: uuid, ...(tag !== undefined && { tag }) });
  const given = trust ?? (trusted && { hash: review.hash, network: trusted.hasNetwork });
  if (given === undefined) return workspace;
  await agents.trust(workspace.path, given);
  return await agents.open(workspace.path);
}
