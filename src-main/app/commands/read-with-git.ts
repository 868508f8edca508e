import type { RunGit } from '#approvals';
import { sandboxEnvironment } from '#execution';
import { outputOf } from '#process/output-of';
import type { CommandSandbox } from './command-sandbox.ts';

/** Most that one answer of git may have, in bytes; a longer list of files is not looked through. */
const MAX_BYTES = 8_000_000;

/** Runs git in the read-only box, with nothing of the session in its environment. */
export const readWithGit =
  (sandbox: Pick<CommandSandbox, 'inWorkspace'>, variables: Readonly<Record<string, string>>): RunGit =>
  async ({ args, cwd, workspace, environment, signal }) => {
    const box = await sandbox.inWorkspace(workspace).catch(() => undefined);
    if (box === undefined) return undefined;
    const own = { ...sandboxEnvironment(variables, workspace), ...environment, TMPDIR: '/tmp', LC_ALL: 'C.UTF-8' };
    return await outputOf(box({ file: 'git', args }, cwd), { cwd, environment: own, signal, maxBytes: MAX_BYTES });
  };
