import { readlinkSync, statSync } from 'node:fs';

/**
 * Determines the real folder of a shell, as far as the system tells: its own report is a variable that commands can
 * set.
 */
export function realShellFolder(pid: number | undefined, told: string): string {
  if (process.platform !== 'linux' || pid === undefined) return told;
  try {
    const real = statSync(`/proc/${pid}/cwd`);
    const said = statSync(told, { throwIfNoEntry: false });
    // A name that leads there by a link is as good.
    if (said && said.dev === real.dev && said.ino === real.ino) return told;
    const path = readlinkSync(`/proc/${pid}/cwd`);
    return path.endsWith(' (deleted)') && told !== '' ? told : path;
  } catch {
    return told;
  }
}

/** Whether a path leads, for us, to the folder in which a process stands that sees other mounts. */
export function isSameFolder(pid: number | undefined, path: string): boolean {
  return pid !== undefined && isSameFile(`/proc/${pid}/cwd`, path);
}

/** Whether two processes stand in one folder, however each of them sees it. */
export function isSamePlace(one: number | undefined, other: number | undefined): boolean {
  return one !== undefined && other !== undefined && isSameFile(`/proc/${one}/cwd`, `/proc/${other}/cwd`);
}

function isSameFile(one: string, other: string): boolean {
  try {
    const [first, second] = [statSync(one), statSync(other)];
    return first.dev === second.dev && first.ino === second.ino;
  } catch {
    return false;
  }
}
