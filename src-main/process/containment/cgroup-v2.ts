import { dirname } from 'node:path';
import { messageOf, systemCodeOf } from '#core/app-error';
import type { CgroupFiles } from './cgroup-files.ts';
import { memoryV2 } from './cgroup-memory.ts';
import type { CgroupPlaces } from './cgroup-places.ts';
import { type CgroupStep, cgroupStep, LEAF, makeHostFolder, removeHost, type StepAttempt } from './cgroup-step.ts';
import { hostName } from './host-name.ts';

/** A scope of the user's systemd that is delegated to us; it lives as long as its keeper. */
export interface SystemdScope extends AsyncDisposable {
  /** Its path in the hierarchy. */
  readonly path: string;
  readonly keeperPid: number;
}

export interface CgroupV2Options {
  readonly files: CgroupFiles;
  readonly places: CgroupPlaces;
  /** Requests a scope, once, if our own group cannot be divided by us. @throws Error that says why there is none. */
  readonly askScope: () => Promise<SystemdScope>;
}

type OpenedV2 = CgroupStep & { readonly scope?: SystemdScope | undefined; readonly parent: string };

/** Groups with `cgroup.kill` and `pids.max`, below our own group or below a scope that systemd gives us. */
export async function openCgroupV2({ files, places, askScope }: CgroupV2Options): Promise<StepAttempt<OpenedV2>> {
  // Another containment of this host may have moved us already.
  const v2 = places.v2?.endsWith(`${hostName()}${LEAF}`) ? dirname(places.v2) : places.v2;
  if (v2 === undefined) return { why: 'Control groups of version 2 are not mounted' };
  if (!hasPids(files, v2, 'cgroup.controllers')) {
    return { why: 'Control groups of version 2 have no pids controller here' };
  }
  const own = divide(files, v2, [process.pid]);
  if (own.why === undefined) return { step: { ...own.step, parent: v2 } };
  let scope: SystemdScope | undefined;
  try {
    scope = await askScope();
    const path = scopePlace(places, scope.path);
    const inScope =
      path === undefined ? { why: 'systemd’s scope cannot be seen' } : divide(files, path, [scope.keeperPid]);
    if (inScope.why !== undefined) throw new Error(inScope.why);
    return { step: { ...inScope.step, scope, parent: path ?? v2 } };
  } catch (error) {
    await scope?.[Symbol.asyncDispose]();
    return { why: `${own.why}, and systemd gives no scope: ${messageOf(error)}` };
  }
}

/** The scope is in the same hierarchy as we, whose mount ends where our own path begins. */
function scopePlace({ v2, ownV2 }: CgroupPlaces, path: string): string | undefined {
  if (v2 === undefined || ownV2 === undefined || !v2.endsWith(ownV2)) return undefined;
  return `${v2.slice(0, v2.length - ownV2.length)}${path}`;
}

/** Makes groups possible below `parent`. A group that hands controllers down may hold no process: `movable` ones move to a leaf. */
function divide(files: CgroupFiles, parent: string, movable: readonly number[]): StepAttempt<CgroupStep> {
  let host: string | undefined;
  try {
    host = makeHostFolder(files, parent);
    if (!canKillIn(files, host)) throw new Error('the kernel has no cgroup.kill, which came with Linux 5.14');
    handDown(files, parent, movable);
    handDown(files, host, []);
    for (const folder of [parent, host]) handDownMemory(files, folder);
    const whenMade = (made: string) => {
      handDown(files, made, []);
      handDownMemory(files, made);
    };
    return { step: cgroupStep({ files, hosts: [host], paths: ([folder = '']) => groupPaths(folder), whenMade }) };
  } catch (error) {
    if (host !== undefined) removeHost(files, host);
    const reason = systemCodeOf(error) ?? messageOf(error);
    return { why: `Control groups of version 2 cannot be made in ${parent} (${reason})` };
  }
}

/** Whether groups can be killed at once, tried on an empty group. */
function canKillIn(files: CgroupFiles, host: string): boolean {
  const probe = `${host}/probe`;
  files.makeFolder(probe);
  const canKill = tryWrite(files, `${probe}/cgroup.kill`, '1');
  files.removeFolder(probe);
  return canKill;
}

function handDown(files: CgroupFiles, folder: string, movable: readonly number[]): void {
  const control = `${folder}/cgroup.subtree_control`;
  if (hasPids(files, folder, 'cgroup.subtree_control') || tryWrite(files, control, '+pids')) return;
  const inside = pidsIn(files, folder);
  if (inside.length === 0 || inside.some((pid) => !movable.includes(pid))) files.write(control, '+pids');
  const leaf = `${makeHostFolder(files, folder)}${LEAF}`;
  files.makeFolder(leaf);
  for (const pid of inside) files.write(`${leaf}/cgroup.procs`, String(pid));
  files.write(control, '+pids');
}

/** Enables the memory controller if there is one; without it memory is counted less exactly. */
function handDownMemory(files: CgroupFiles, folder: string): void {
  const has = (files.read(`${folder}/cgroup.controllers`) ?? '').trim().split(/\s+/).includes('memory');
  if (has) tryWrite(files, `${folder}/cgroup.subtree_control`, '+memory');
}

function groupPaths(folder: string) {
  return {
    folders: [folder],
    pids: folder,
    killFile: `${folder}/cgroup.kill`,
    memory: memoryV2(folder),
    cpuMs(files: CgroupFiles) {
      const usec = /^usage_usec (\d+)/m.exec(files.read(`${folder}/cpu.stat`) ?? '')?.[1];
      return usec === undefined ? undefined : Number(usec) / 1000;
    },
  };
}

function hasPids(files: CgroupFiles, folder: string, name: string): boolean {
  return (files.read(`${folder}/${name}`) ?? '').trim().split(/\s+/).includes('pids');
}

function pidsIn(files: CgroupFiles, folder: string): number[] {
  return (files.read(`${folder}/cgroup.procs`) ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map(Number);
}

function tryWrite(files: CgroupFiles, path: string, text: string): boolean {
  try {
    files.write(path, text);
    return true;
  } catch {
    return false;
  }
}
