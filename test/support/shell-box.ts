import { join } from 'node:path';
import type { ContainmentPort } from '#process/containment/model';
import { openContainment } from '#process/containment/open-containment';
import { createShells, type ShellsOptions } from '../../src-main/shell-adapter/shells/create-shells.ts';
import type {
  ExecuteRequest,
  ExecuteResult,
  ShellSettings,
  Shells,
} from '../../src-main/shell-adapter/shells/model.ts';
import { silentLogger } from './silent-logger.ts';
import { temporaryFolder } from './temporary-folder.ts';

const DOCUMENT_SIZES = { most: 500, beginning: 200, end: 300 };
const OWNER = 'client-1';

export interface ShellBox extends AsyncDisposable {
  readonly folder: string;
  readonly workspace: string;
  readonly shells: Shells;
  readonly containment: ContainmentPort;
  /** Settings for everything that starts from now on. */
  readonly settings: { -readonly [K in keyof ShellSettings]: ShellSettings[K] };
  open(): Promise<string>;
  run(command: string, shell?: string, more?: Partial<ExecuteRequest>): Promise<ExecuteResult>;
}

/** Real shells in a folder of their own. */
export async function shellBox(
  given: Partial<ShellSettings> = {},
  options: Partial<ShellsOptions> = {},
): Promise<ShellBox> {
  const folder = await temporaryFolder();
  const environment = { PATH: process.env.PATH ?? '', HOME: folder.path, SHELL_BOX: folder.path, LC_ALL: 'C.UTF-8' };
  const containment = await openContainment({ environment, allowNamespace: false, log: silentLogger });
  const settings: ShellSettings = {
    workspace: folder.path,
    sessionMs: 600_000,
    limits: { timeoutMs: 60_000, maxOutputBytes: 50_000_000 },
    checkMs: 1000,
    output: DOCUMENT_SIZES,
    maxSessions: 10,
    ...given,
  };
  const spoolFolder = join(folder.path, '.spool');
  const shells = createShells({
    containment,
    environment,
    spoolFolder,
    log: silentLogger,
    settings: () => settings,
    ...options,
  });
  return {
    folder: folder.path,
    workspace: settings.workspace,
    shells,
    containment,
    settings,
    open: async () => (await shells.open(OWNER)).id,
    run: (command, shell, more) =>
      shells.execute({ owner: OWNER, command, shell, signal: new AbortController().signal, ...more }),
    [Symbol.asyncDispose]: async () => {
      await shells[Symbol.asyncDispose]();
      await containment[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
