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
import { join } from 'node:path';
import type { Workspace } from '#contract';
import { messageOf } from '#core/app-error';
import type { Config } from './start/config.ts';
import { realFolder } from './start/real-folder.ts';
import { StartError } from './start/start-error.ts';
import { SAMPLE_FOLDER, SAMPLE_NAME, workspaceName } from './workspaces.ts';

/**
 * The folder from `-dir`, else the person's copy of the sample, which is made once and never written over.
 *
 * @throws AppError as `realFolder`, StartError if the sample cannot be copied
 */
export async function firstWorkspace(
  config: Pick<Config, 'workspace' | 'dataFolder' | 'installFolder'>,
): Promise<Workspace> {
  if (config.workspace !== undefined) {
    const path = await realFolder(config.workspace, 'start Sigma Shell with -dir and another folder');
    return { path, name: workspaceName(path), isSample: false };
  }
  const copy = join(config.dataFolder, SAMPLE_FOLDER);
  try {
    if (!existsSync(copy)) copySample(join(config.installFolder, 'resources', 'sample-workspace'), copy);
  } catch (error) {
    throw new StartError(`The sample workspace cannot be copied to ${copy}: ${messageOf(error)}`, 1, error);
  }
  return { path: await realpath(copy), name: SAMPLE_NAME, isSample: true };
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
