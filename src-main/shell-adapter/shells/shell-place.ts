import { readlinkSync, statSync } from 'node:fs';

/** Where a shell really stands, as far as the system tells: what it says is a variable that commands can set. */
export function placeOf(pid: number | undefined, told: string): string {
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
