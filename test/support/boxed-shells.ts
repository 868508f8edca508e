import { access, constants, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { probeSandbox } from '#process/sandbox/probe';
import { boxPorts, ENVIRONMENT } from './box-ports.ts';
import { shellBox } from './shell-box.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Whether a box works here, and why not. */
export const boxState = await probeSandbox(ENVIRONMENT);

/** A folder beside every workspace: the box has a `/tmp` of its own. Undefined if none can be written. */
export const OUTSIDE = await firstWritable(['/srv', '/opt', '/usr/local']);

/** Sessions whose shells live in the box of `work`, and a folder outside of it. */
export async function boxedShells(given: Parameters<typeof shellBox>[0] = {}) {
  const folder = await temporaryFolder();
  const outside = await mkdtemp(join(OUTSIDE ?? '/srv', 'sigma-test-'));
  const [home, data, workspace] = ['home', 'data', 'work'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [home, data, workspace]) await mkdir(path);
  const shells = await shellBox(
    { workspace, ...given },
    { boxes: boxPorts(home, data), spoolFolder: join(data, 'spool') },
  );
  return {
    ...shells,
    home,
    data,
    workspace,
    outside,
    /** A line that was allowed to run with the person's rights. */
    runOutside: (command: string, shell?: string) => shells.run(command, shell, { place: { runs: 'none' } }),
    [Symbol.asyncDispose]: async () => {
      await shells[Symbol.asyncDispose]();
      await rm(outside, { recursive: true, force: true });
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function firstWritable(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const isWritable = await access(path, constants.W_OK).then(
      () => true,
      () => false,
    );
    if (isWritable) return path;
  }
  return undefined;
}
