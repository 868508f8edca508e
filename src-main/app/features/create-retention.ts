import { join } from 'node:path';
import type { BranchesFeature } from '#branches';
import type { BaseRecords } from '#images';
import { createRetention, type ImagesPort, type RetentionFeature } from '#retention';
import type { AppPorts, ChatFeature } from '../ports.ts';
import { workspaceRecords } from '../workspace-records.ts';

/**
 * Creates the removal of unreferenced data within the app: connects it with the owners of data in the data folder, and
 * with the record.
 */
export function createRetentionFeature(
  ports: AppPorts,
  chat: ChatFeature,
  branches: BranchesFeature,
): RetentionFeature {
  const { config, cleanup, log, ledger, notices, settings, workspaces, watch, firstWorkspace } = ports;
  const records = workspaceRecords({ ledger, version: config.version, notices });
  const retention = cleanup.use(
    createRetention({
      dataFolder: config.dataFolder,
      ledger,
      branches,
      log,
      eraseSession: (id) => chat.erase(id),
      images: imagesPort(ports),
      // A workspace that is looked at is known in memory, also when its folder is away for a while.
      openWorkspaces: () => [...workspaces.paths(), ...watch.workspaces()],
      writeDownTrees: () => watch.writeDown(),
      onFreed: (bytes) => watch.freed(bytes),
      firstWorkspace,
      record: (type, data) => records.append(data.workspace, type, data),
      sweepAfterDays: () => settings.current().retention.sweep_after_days,
    }),
  );
  retention.start();
  return retention;
}

/** Port to the kept data of images; loaded on demand, since a start needs none of it. */
function imagesPort({ config, images }: AppPorts): ImagesPort {
  let records: Promise<BaseRecords> | undefined;
  const basesOf = () => {
    records ??= import('#images').then((all) => new all.BaseRecords(join(config.dataFolder, 'open-images')));
    return records;
  };
  return {
    isReading: images.isInUse,
    bases: async () => {
      const bases = await basesOf();
      const found = (await bases.list()).map(async ({ folder, identity }) => {
        const look = await bases.lookAt(folder);
        return look ? [{ folder, identity, ...look }] : [];
      });
      return (await Promise.all(found)).flat();
    },
    forgetBase: async (folder) => (await basesOf()).forget(folder),
    openFolders: async () => {
      const { createHostMounts } = await import('./create-mounts.ts');
      const mounts = await createHostMounts(config).list();
      return mounts.flatMap(({ record, place }) => [record?.output ?? [], record?.place ?? [], place ?? []].flat());
    },
  };
}
