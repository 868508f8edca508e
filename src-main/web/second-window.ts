import type { Config } from '#app/start/config';
import { findBrowser, openAppWindow } from './app-window.ts';

const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Shows `page` as an app window of a host in another process, where there is a browser. One that already holds the profile
 * opens it, and the browser started here ends at once; otherwise that one lives as long as its window, and is ended with us.
 *
 * @throws AppError UNAVAILABLE when the browser cannot be started.
 */
export async function showSecondWindow(page: string, config: Config): Promise<void> {
  const browser = await findBrowser(config.environment);
  if (browser === undefined) return;
  const opening = openAppWindow(browser, page, config);
  for (const [signal, exitCode] of Object.entries(EXIT_CODES)) {
    process.on(signal, () => void opening.then((window) => window.end()).finally(() => process.exit(exitCode)));
  }
  await (await opening).exited;
}
