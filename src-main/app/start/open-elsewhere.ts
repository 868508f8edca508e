import { messageOf } from '#core/app-error';
import type { Config } from './config.ts';
import type { SecondStartAnswer } from './second-start.ts';
import { StartError } from './start-error.ts';

/**
 * Ends a second start: says where the host is that already runs. One that serves a browser has no window to bring to the front;
 * `open` then shows the page that leads to it.
 *
 * @throws StartError when it is a console, which can show nothing, and when the folder that was asked for is not open in it
 */
export async function openElsewhere(
  { opensWindow, workspace: asked }: Pick<Config, 'opensWindow' | 'workspace'>,
  { pid, workspace, address, page, isConsole = false, folder, problem }: SecondStartAnswer,
  open: (page: string) => Promise<void>,
): Promise<void> {
  const runs = `Sigma Shell already runs (process ${pid}) with ${workspace}`;
  if (isConsole) {
    throw new StartError(
      `${runs} in a terminal, as \`sigma console\`.\nLeave that console, or name another data folder in SIGMA_DATA.`,
    );
  }
  if (problem !== undefined) throw new StartError(`${runs}. The folder was not opened in it.\n${problem}`);
  if (asked !== undefined && folder === undefined) {
    throw new StartError(
      `${runs}. It is an earlier version, which cannot open ${asked} as well.\nEnd it and start Sigma Shell again, or name another data folder in SIGMA_DATA.`,
    );
  }
  const where = folder === undefined || folder === workspace ? runs : `${runs}; ${folder} is open in it now, too`;
  if (address === undefined) {
    process.stdout.write(`${where}; its window has been brought to the front\n`);
    return;
  }
  process.stdout.write(`${where}\nSigma Shell is ready at ${address}\n`);
  if (page === undefined || !opensWindow) return;
  try {
    await open(page);
  } catch (error) {
    process.stderr.write(`No browser could be opened: ${messageOf(error)}\nOpen the address above instead.\n`);
  }
}
