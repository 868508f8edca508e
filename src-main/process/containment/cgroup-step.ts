import { dirname } from 'node:path';
import { CgroupContainer, type CgroupPaths } from './cgroup-container.ts';
import type { CgroupFiles } from './cgroup-files.ts';
import { hostName, isOfGoneHost } from './host-name.ts';
import type { PreparedContainer } from './process-container.ts';

/** Control groups of one version, in which every tree gets one of its own. */
export interface CgroupStep {
  prepare(): PreparedContainer;
  /** The folders that are this host's go, if nothing is left in them. */
  release(): void;
}

/** A step, or the sentence that says why it cannot be had here. */
export type StepAttempt<Step> = { readonly step: Step; readonly why?: undefined } | { readonly why: string };

/** Suffix of the group that a host itself moves to, where groups of version 2 are divided. */
export const LEAF = '-leaf';
const SCOPE = '.scope';

/** Number of the last group in this process; several containments share this host's folder. */
let lastGroup = 0;

export interface CgroupStepOptions {
  readonly files: CgroupFiles;
  /** Folders of this host, made already, one of each hierarchy. */
  readonly hosts: readonly string[];
  /** The paths of a group in them, by its folders. */
  readonly paths: (folders: readonly string[]) => CgroupPaths;
  /** Prepares a host's folder that had to be created. */
  readonly whenMade?: (host: string) => void;
}

/** Number of containments of this process that use a host's folder. */
const users = new WeakMap<CgroupFiles, Map<string, number>>();

export function cgroupStep(options: CgroupStepOptions): CgroupStep {
  const { files, hosts, paths } = options;
  for (const host of hosts) countUsers(files, host, 1);
  let isReleased = false;
  return {
    prepare() {
      const own = paths(makeGroup(options));
      const empty = new CgroupContainer(own, files);
      return {
        doors: empty.doors,
        around: (tree) => new CgroupContainer(own, files, tree),
        release: () => empty.release(),
      };
    },
    release() {
      if (isReleased) return;
      isReleased = true;
      for (const host of hosts) {
        countUsers(files, host, -1);
        removeHost(files, host);
      }
    },
  };
}

/** All of its folders, or none. @throws what node throws. */
function makeGroup({ files, hosts, whenMade }: CgroupStepOptions): string[] {
  lastGroup += 1;
  const made: string[] = [];
  try {
    for (const host of hosts) {
      const folder = `${host}/${lastGroup}`;
      if (files.read(`${host}/cgroup.procs`) === undefined) {
        files.makeFolder(host);
        whenMade?.(host);
      }
      files.makeFolder(folder);
      made.push(folder);
    }
    return made;
  } catch (error) {
    for (const folder of made) removeQuietly(files, folder);
    throw error;
  }
}

function countUsers(files: CgroupFiles, host: string, more: number): number {
  const counts = users.get(files) ?? new Map<string, number>();
  users.set(files, counts);
  const count = (counts.get(host) ?? 0) + more;
  counts.set(host, count);
  return count;
}

/** This host's folder, unless another containment uses it. */
export function removeHost(files: CgroupFiles, host: string): void {
  if (countUsers(files, host, 0) === 0) removeQuietly(files, host);
}

/** This host's folder in `parent`; it may be there already. @throws what node throws. */
export function makeHostFolder(files: CgroupFiles, parent: string): string {
  const folder = `${parent}/${hostName()}`;
  try {
    files.makeFolder(folder);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  }
  return folder;
}

/**
 * Removes left-over groups as `sweepGroups` does; if `parent` is a systemd scope, also in its sibling scopes, because
 * each host got a scope of its own.
 */
export async function sweepScopes(files: CgroupFiles, parent: string): Promise<number> {
  const around = dirname(parent);
  const beside = parent.endsWith(SCOPE) ? files.folders(around).filter((name) => name.endsWith(SCOPE)) : [];
  let ended = 0;
  for (const place of new Set([parent, ...beside.map((name) => `${around}/${name}`)])) {
    ended += await sweepGroups(files, place);
  }
  return ended;
}

/** Ends what hosts that are gone have left in their groups, and removes these. Answers how many processes there were. */
export async function sweepGroups(files: CgroupFiles, parent: string): Promise<number> {
  let ended = 0;
  for (const name of files.folders(parent).filter((one) => isOfGoneHost(one.replace(LEAF, '')))) {
    const host = `${parent}/${name}`;
    for (const folder of [...files.folders(host).map((group) => `${host}/${group}`), host]) {
      ended += await sweepGroup(files, folder);
    }
  }
  return ended;
}

async function sweepGroup(files: CgroupFiles, folder: string): Promise<number> {
  const pids = files.read(`${folder}/pids.max`) === undefined ? undefined : folder;
  const killFile = files.read(`${folder}/cgroup.events`) === undefined ? undefined : `${folder}/cgroup.kill`;
  const container = new CgroupContainer({ folders: [folder], pids, killFile }, files);
  const { length } = await container.pids();
  if (length > 0) await container.kill();
  removeQuietly(files, folder);
  if (files.read(`${folder}/cgroup.procs`) !== undefined) await container.release();
  return length;
}

function removeQuietly(files: CgroupFiles, folder: string): void {
  try {
    files.removeFolder(folder);
  } catch {
    // Somebody is in it, or it is gone.
  }
}
