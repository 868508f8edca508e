import { lstat, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCodeOf } from '#core/app-error';
import { sha256 } from '#core/text/sha256';
import { SYSTEM_PYTHON } from '#process/system-program';
import type { MountPorts } from '../mount-ports.ts';
import { helperWord, parseHelperAnswer } from './helper-answer.ts';

export const HELPER_PATH = '/usr/libexec/sigma-shell/sigma-mount-helper';

export type HelperFile =
  | { readonly kind: 'ours' }
  /** `missing`, or of another version of the app. */
  | { readonly kind: 'missing' | 'other' }
  /** Others than root can write it, or a folder above it: it is never run. */
  | { readonly kind: 'unsafe'; readonly path: string };

/** Examines the installed helper: its path, its bytes, and its own version. */
export async function lookAtHelper(ports: MountPorts): Promise<HelperFile> {
  const path = ports.helperPath ?? HELPER_PATH;
  const unsafe = await firstUnsafe(path);
  if (unsafe === 'missing') return { kind: 'missing' };
  if (unsafe !== undefined) return { kind: 'unsafe', path: unsafe };
  const ours = sha256(await ports.readHelper());
  if (sha256(await readFile(path)) !== ours) return { kind: 'other' };
  const args = ['-I', path, helperWord({ verb: 'version' })];
  const { stdout } = await ports.runTool({ file: SYSTEM_PYTHON, args }, { cwd: '/' });
  const answer = parseHelperAnswer(stdout);
  return { kind: answer?.ok === true && answer.members.sha256 === ours ? 'ours' : 'other' };
}

/** First part of a path that another user than root could replace or write, from the top. */
async function firstUnsafe(path: string): Promise<string | undefined> {
  const parts: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    parts.unshift(at);
    if (at === dirname(at)) break;
  }
  for (const part of parts) {
    const found = await lstat(part).catch((error: unknown) => {
      if (systemCodeOf(error) === 'ENOENT') return undefined;
      throw error;
    });
    if (!found) return 'missing';
    const isPlain = part === path ? found.isFile() : found.isDirectory();
    if (!isPlain || found.uid !== 0 || (found.mode & 0o022) !== 0) return part;
  }
  return undefined;
}
