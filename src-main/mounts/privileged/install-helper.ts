import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { SYSTEM_PYTHON } from '#process/system-program';
import { MountError } from '../mount-error.ts';
import type { MountPorts } from '../mount-ports.ts';
import { HELPER_PATH, lookAtHelper } from './helper-file.ts';

/** Asks a person whether the helper may be copied to its place; `false` is a no. */
export type AskToInstall = (question: InstallQuestion) => Promise<boolean>;

export interface InstallQuestion {
  readonly path: string;
  readonly bytes: number;
  /** Whether an older or changed one is there, and is replaced. */
  readonly replaces: boolean;
}

/**
 * Ensures that this app's helper is installed, after a question if it is not yet. @throws MountError `helper` or
 * `cancelled`
 */
export async function ensureHelper(ports: MountPorts, ask: AskToInstall | undefined): Promise<void> {
  if (ports.findTool('python3') !== SYSTEM_PYTHON) {
    throw new MountError(
      'helper',
      `The helper needs ${SYSTEM_PYTHON}, which is not installed. Use --backend copy or fuse`,
    );
  }
  const found = await lookAtHelper(ports);
  if (found.kind === 'ours') return;
  const path = ports.helperPath ?? HELPER_PATH;
  if (found.kind === 'unsafe') {
    const why = `${found.path} can be written by others than root`;
    throw new MountError('helper', `The helper at ${path} is not run, since ${why}. Ask your administrator`);
  }
  const bytes = await ports.readHelper();
  if (!ask) {
    throw new MountError(
      'helper',
      `The helper is not installed at ${path}. Run this in a terminal, where the app asks before it copies it there`,
    );
  }
  if (!(await ask({ path, bytes: bytes.length, replaces: found.kind === 'other' }))) {
    throw new MountError('cancelled', 'The helper was not copied. Use --backend copy or fuse');
  }
  const done = await ports.elevate(installCommand(bytes, path));
  if (done.kind === 'dismissed') throw new MountError('cancelled', done.message);
  if ((await lookAtHelper(ports)).kind === 'ours') return;
  throw new MountError(
    'helper',
    `The helper could not be copied to ${path}: ${done.kind === 'ran' ? done.stderr.trim() : done.message}`,
  );
}

/**
 * Command line for root's shell. It contains the bytes themselves, so that no one can exchange a file between the
 * question and the copy; nothing in it has a meaning within double quotes.
 */
export function installCommand(bytes: Buffer, path: string): string {
  const packed = gzipSync(bytes, { level: 9 }).toString('base64');
  const folder = dirname(path);
  const partial = `${folder}/.partial`;
  return [
    'umask 022',
    `/usr/bin/mkdir -p ${folder}`,
    `echo ${packed} | /usr/bin/base64 -d | /usr/bin/gzip -d > ${partial}`,
    `/usr/bin/chmod 0755 ${partial}`,
    `/usr/bin/mv -T ${partial} ${path}`,
  ].join(' && ');
}
