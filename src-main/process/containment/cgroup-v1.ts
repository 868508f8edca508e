import { systemCodeOf } from '#core/app-error';
import type { CgroupPaths } from './cgroup-container.ts';
import type { CgroupFiles } from './cgroup-files.ts';
import { memoryV1 } from './cgroup-memory.ts';
import type { CgroupPlaces } from './cgroup-places.ts';
import { type CgroupStep, cgroupStep, makeHostFolder, type StepAttempt } from './cgroup-step.ts';

const NS_IN_MS = 1_000_000;

/**
 * A group in `pids`, without which a fork bomb could not be held, and in `cpuacct`, which counts what dead children used.
 * `memory`, where it can be had, counts files in memory as well and caps all of it; else memory is the sum of what is resident.
 * `freezer` is not needed: who must not fork need not be frozen.
 */
export function openCgroupV1(files: CgroupFiles, { v1 }: CgroupPlaces): StepAttempt<CgroupStep> {
  const pids = v1.get('pids');
  if (pids === undefined) return { why: 'Control groups of version 1 have no pids controller here' };
  const cpuacct = v1.get('cpuacct');
  try {
    const parents = [...new Set([pids, ...(cpuacct === undefined ? [] : [cpuacct])])];
    const hosts = parents.map((parent) => makeHostFolder(files, parent));
    const memory = tryHost(files, v1.get('memory'));
    const at = {
      account: cpuacct === undefined ? undefined : hosts.length - 1,
      memory: memory === undefined ? undefined : hosts.length,
    };
    const all = memory === undefined ? hosts : [...hosts, memory];
    return { step: cgroupStep({ files, hosts: all, paths: (folders) => controllerPaths(folders, at) }) };
  } catch (error) {
    const reason = systemCodeOf(error) ?? 'unknown reason';
    return { why: `Control groups of version 1 cannot be made in ${pids} (${reason})` };
  }
}

/** Memory is counted without it, less exactly. */
function tryHost(files: CgroupFiles, parent: string | undefined): string | undefined {
  try {
    return parent === undefined ? undefined : makeHostFolder(files, parent);
  } catch {
    return undefined;
  }
}

interface Indices {
  readonly account: number | undefined;
  readonly memory: number | undefined;
}

function controllerPaths(folders: readonly string[], at: Indices): CgroupPaths {
  const account = at.account === undefined ? undefined : `${folders[at.account]}/cpuacct.usage`;
  const memory = at.memory === undefined ? undefined : folders[at.memory];
  return {
    folders,
    pids: folders[0],
    ...(memory !== undefined && { memory: memoryV1(memory) }),
    ...(account !== undefined && {
      cpuMs(files: CgroupFiles) {
        const text = files.read(account);
        return text === undefined ? undefined : Number(text) / NS_IN_MS;
      },
    }),
  };
}
