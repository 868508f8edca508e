import type { ImageWork, SnapshotPlan } from '#contract';
import { AppError } from '#core/app-error';
import { workStream } from '#core/async/work-stream';
import type { ImageParts } from '../reading/ports.ts';
import type { OperationParts } from './ports.ts';
import type { FolderToClose, LayerToMount } from './requests.ts';

type MountParts = Pick<ImageParts, 'agents'> &
  Pick<OperationParts, 'mounts' | 'note' | 'closeWorkspace' | 'afterUnmount'>;

/** Finds changes in a folder that are in no snapshot. */
type LookAtChanges = (folder: string, signal: AbortSignal) => Promise<SnapshotPlan>;

const HOW = {
  copy: 'It is unpacked as a plain folder.',
  fuse: 'It is mounted with squashfuse and fuse-overlayfs.',
  kernel: 'It is mounted by the kernel.',
  helper: 'It is mounted by the kernel, through the helper that runs as root.',
} as const;

/** Opens a layer as a folder to work in, and that as a restricted workspace. @throws as the mounts do */
export function mountLayer(
  parts: MountParts,
  request: LayerToMount,
  whenMounted: () => void,
  signal?: AbortSignal,
): AsyncGenerator<ImageWork> {
  const { path: image, layer, folder: output, by, mayInstallHelper } = request;
  return workStream(signal, async (cancelled) => {
    const mounts = await parts.mounts();
    await parts.note({
      type: 'image.mounted',
      data: { image, layer, folder: output, ...(by !== undefined && { by }) },
    });
    const mounted = await mounts.mount({ image, layer, output, by, mayInstallHelper, signal: cancelled });
    whenMounted();
    const workspace = await parts.agents.open(mounted.folder);
    return {
      path: workspace.path,
      layer: mounted.layer,
      summary: HOW[mounted.openedBy],
      remarks: [...mounted.remarks],
    };
  });
}

/**
 * Closes a mounted folder; the workspace in it goes on where that cannot be.
 *
 * @throws AppError CONFLICT if there are changes in no snapshot and nothing was said of them; else as the mounts do
 */
export async function unmountLayer(
  parts: MountParts,
  { folder, discards, changesIn }: FolderToClose & { readonly changesIn: LookAtChanges },
  signal: AbortSignal,
): Promise<void> {
  const mounts = await parts.mounts();
  const there = (await mounts.list()).find((one) => one.folder === folder || one.output === folder);
  // Before anything of the workspace is ended. What cannot be compared is judged by the mounts.
  const changes = there && !discards ? await changesIn(there.folder, signal).catch(() => undefined) : undefined;
  if (changes) refuseUnsaved(folder, changes);
  await parts.note({ type: 'image.unmounted', data: { folder, image: there?.image ?? '', discards } }, there?.folder);
  await parts.closeWorkspace(there?.folder ?? folder);
  try {
    await mounts.unmount(folder, discards, signal);
  } catch (error) {
    await parts.agents.open(there?.folder ?? folder).catch(() => {});
    throw error;
  }
  await parts.afterUnmount();
}

/** Changes that are named. */
const SHOWN = 20;

function refuseUnsaved(folder: string, { differences, secrets }: SnapshotPlan): void {
  const paths = [...differences, ...secrets].map(({ path }) => path);
  if (paths.length > 0) throw unsavedChanges(folder, paths);
}

/** Builds the error for a folder that is not closed, naming some of what would be lost. */
export function unsavedChanges(folder: string, paths: readonly string[]): AppError {
  return new AppError('CONFLICT', `${folder} has changes that are in no snapshot`, {
    where: folder,
    advice: 'Take a snapshot first, or unmount it and lose them',
    problems: paths.slice(0, SHOWN).map((path) => ({ path, message: 'in no snapshot' })),
  });
}
