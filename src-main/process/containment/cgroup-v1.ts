import { systemCodeOf } from '#core/app-error';
import type { CgroupFiles } from './cgroup-files.ts';
import type { CgroupPlaces } from './cgroup-places.ts';
import { type CgroupStep, cgroupStep, makeHostFolder, type Tried } from './cgroup-step.ts';

const NS_IN_MS = 1_000_000;

/**
 * A group in `pids`, without which a fork bomb could not be held, and in `cpuacct`, which counts what dead children used.
 * `memory` and `freezer` are not needed: memory is the sum of what is resident, and who must not fork need not be frozen.
 */
export function openCgroupV1(files: CgroupFiles, { v1 }: CgroupPlaces): Tried<CgroupStep> {
  const pids = v1.get('pids');
  if (pids === undefined) return { why: 'Control groups of version 1 have no pids controller here' };
  const cpuacct = v1.get('cpuacct');
  try {
    const parents = [...new Set([pids, ...(cpuacct === undefined ? [] : [cpuacct])])];
    const hosts = parents.map((parent) => makeHostFolder(files, parent));
    return { step: cgroupStep({ files, hosts, paths: (folders) => pathsOf(folders, cpuacct !== undefined) }) };
  } catch (error) {
    const reason = systemCodeOf(error) ?? 'unknown reason';
    return { why: `Control groups of version 1 cannot be made in ${pids} (${reason})` };
  }
}

function pathsOf(folders: readonly string[], hasAccount: boolean) {
  const account = `${folders.at(-1)}/cpuacct.usage`;
  return {
    folders,
    pids: folders[0],
    ...(hasAccount && {
      cpuMs(files: CgroupFiles) {
        const text = files.read(account);
        return text === undefined ? undefined : Number(text) / NS_IN_MS;
      },
    }),
  };
}
