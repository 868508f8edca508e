import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BaseRecords, jobsHere, type RunJob } from '#images';
import { type AskToInstall, createMounts, type Mounts, runAsRoot } from '#mounts';
import { findProgram } from '#process/find-program';
import { runTool } from '#process/run-tool';
import { changesInMount, openCheckedImage } from '../images/checked-image.ts';
import { imageBases } from '../images/image-bases.ts';
import type { Config } from '../start/config.ts';
import { processIdentity, processState } from '../start/process-identity.ts';

/** The system's own folders, whatever the person's `PATH` is: some of these programs run as root. */
const ENVIRONMENT = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' };
/** Longest that one step of a mount may take, in milliseconds. */
const STEP_MS = 60_000;
const HELPER = join('resources', 'privileged-helper', 'sigma-mount-helper');

interface MountOptions {
  /** Asks before the helper is copied to its place. */
  readonly askToInstall?: AskToInstall | undefined;
  /** Runs heavy work; in this thread unless it is given. */
  readonly run?: RunJob;
}

/** Open images, with what they need of the system. */
export function createHostMounts(
  { dataFolder, installFolder }: Pick<Config, 'dataFolder' | 'installFolder'>,
  { askToInstall, run }: MountOptions = {},
): Mounts {
  const { folder: bases, ...xattrs } = imageBases(dataFolder);
  const images = { bases, run: run ?? jobsHere(xattrs) };
  return createMounts(
    {
      folder: join(dataFolder, 'mounts'),
      uid: process.getuid?.(),
      gid: process.getgid?.(),
      findTool: (name) => findProgram(name, { cwd: '/', environment: ENVIRONMENT }),
      runTool: (tool, place) => runTool(tool, { ...place, environment: ENVIRONMENT, timeoutMs: STEP_MS }),
      openImage: (path, layer, signal) => openCheckedImage({ path, layer, signal, ...images }),
      changesIn: (record, signal) => changesInMount(record, images, signal),
      forgetBase: (place) => new BaseRecords(bases).forget(place),
      elevate: runAsRoot,
      readHelper: () => readFile(join(installFolder, HELPER)),
      identifyProcess: () => processIdentity(process.pid),
      isProcessAlive: (process) =>
        processState({ pid: process.pid, ...(process.started !== undefined && { started: process.started }) }) ===
        'alive',
      now: Date.now,
    },
    askToInstall,
  );
}
