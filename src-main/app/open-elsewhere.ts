import { messageOf } from '#core/app-error';
import type { Config } from './config.ts';
import type { OpenedElsewhere } from './host-socket.ts';
import { StartError } from './start-error.ts';

/**
 * A second start: says where the host is that already runs. One that serves a browser has no window to bring to the front;
 * `open` then shows the page that leads to it.
 *
 * @throws StartError when it is a console, which can show nothing
 */
export async function openElsewhere(
  { opensWindow }: Pick<Config, 'opensWindow'>,
  { pid, workspace, address, page, isConsole = false }: OpenedElsewhere,
  open: (page: string) => Promise<void>,
): Promise<void> {
  const where = `Sigma Shell already runs (process ${pid}) with ${workspace}`;
  if (isConsole) {
    throw new StartError(
      `${where} in a terminal, as \`sigma console\`.\nLeave that console, or name another data folder in SIGMA_DATA.`,
    );
  }
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
