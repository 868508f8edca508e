import type { OpenedFolder } from '#contract';
import { remarksOfTaking, unsavedChanges } from '#images';
import type { LayerMountRequest, MountsPort, RunJob } from '#images/feature';
import { type ListedMount, MountError, type Mounts } from '#mounts';
import { createHostMounts } from '../features/create-mounts.ts';
import type { Config } from '../start/config.ts';

type HostFolders = Pick<Config, 'dataFolder' | 'installFolder'>;

/** Mounts as the page's images need them. */
export function imageMounts(config: HostFolders, run: RunJob): MountsPort {
  const mounts = createHostMounts(config, { run });
  return {
    mount: (request) =>
      mountImage(createHostMounts(config, { run, askToInstall: async () => request.mayInstallHelper }), request),
    unmount: (folder, discards, signal) => unmount(mounts, { folder, discards, signal }),
    list: async () => (await mounts.list()).flatMap(openedFolder),
  };
}

async function mountImage(mounts: Mounts, { image, output, layer, by: backend, signal }: LayerMountRequest) {
  const { record, passedOver, copied } = await mounts.mount({ image, output, layer, backend, signal });
  return {
    folder: record.output,
    layer: record.layer,
    openedBy: record.backend,
    remarks: [...passedOver.map((why) => `Not opened by ${why}`), ...(copied ? remarksOfTaking(copied) : [])],
  };
}

async function unmount(
  mounts: Mounts,
  { folder: path, discards: discard, signal }: { folder: string; discards: boolean; signal: AbortSignal },
): Promise<void> {
  let changes: readonly string[] = [];
  const askToDiscard = async (found: readonly string[]) => {
    changes = found;
    return false;
  };
  try {
    await mounts.unmount({ path, discard, askToDiscard, signal });
  } catch (error) {
    if (!(error instanceof MountError) || error.reason !== 'unsaved') throw error;
    throw unsavedChanges(path, changes);
  }
}

/** Sentences about mounts that are not as they should be, by state. */
const PROBLEMS: Readonly<Record<ListedMount['state'], string | undefined>> = {
  open: undefined,
  working: 'It is being opened or closed',
  left: 'A crash or a restart left it: unmount it',
  lost: 'Nothing is known of it but its place: unmount it in a terminal, by sigma workspace mount list --clean',
};

function openedFolder({ state, record }: ListedMount): readonly OpenedFolder[] {
  if (!record) return [];
  const { place, output, image, layer, tag, backend } = record;
  const problem = PROBLEMS[state];
  return [
    {
      folder: place,
      output,
      image,
      layer,
      openedBy: backend,
      isMount: true,
      ...(tag !== undefined && { tag }),
      ...(problem !== undefined && { problem }),
    },
  ];
}
