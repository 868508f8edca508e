import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { messageOf } from '#core/app-error';
import type { Config } from './config.ts';
import { StartError } from './start-error.ts';

export interface Workspace {
  /** Absolute, symlinks resolved. */
  readonly path: string;
  readonly name: string;
  readonly isSample: boolean;
}

/** The folder from `-dir`, else the person's copy of the sample, which is made once and never written over. */
export async function openWorkspace(
  config: Pick<Config, 'workspace' | 'dataFolder' | 'installFolder'>,
): Promise<Workspace> {
  if (config.workspace !== undefined) {
    const path = await realpath(config.workspace);
    return { path, name: basename(path) || path, isSample: false };
  }
  const copy = join(config.dataFolder, 'sample-workspace');
  try {
    if (!existsSync(copy)) copySample(join(config.installFolder, 'resources', 'sample-workspace'), copy);
  } catch (error) {
    throw new StartError(`The sample workspace cannot be copied to ${copy}: ${messageOf(error)}`, 1, error);
  }
  return { path: await realpath(copy), name: 'Sample workspace', isSample: true };
}

/** Appears under its name only once it is complete. Read file by file, since in a packed app the sample lies in an archive. */
function copySample(from: string, to: string): void {
  const unfinished = `${to}.${randomUUID().slice(0, 8)}.tmp`;
  copyFolder(from, unfinished);
  renameSync(unfinished, to);
}

function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target);
    else {
      writeFileSync(target, readFileSync(source));
      chmodSync(target, (statSync(source).mode & 0o111) === 0 ? 0o644 : 0o755);
    }
  }
}
