import { fstatSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { type App, createApp } from '#app/create-app';
import type { Config } from '#app/start/config';
import { endOnce } from '#app/start/end-once';
import { becomeHost } from '#app/start/host-lock';
import { JoinedConsoles } from '#app/start/joined-consoles';
import { loadLateCode } from '#app/start/load-late-code';
import { openElsewhere } from '#app/start/open-elsewhere';
import { uncaughtReports } from '#app/start/uncaught';
import { CleanupStack } from '#core/async/cleanup-stack';
import { type StartNode, startNodeChild } from '#process/node-program';
import { findBrowser, isProfileHeld, openAppWindow } from './app-window.ts';
import { showSecondWindow } from './second-window.ts';
import { type ServedPage, servePage } from './served-page.ts';
import { WindowLife } from './window-life.ts';

/** Serves the app to browsers on this machine until it is ended, or has the host that already runs open it. */
export async function runWeb(config: Config, startNode: StartNode = startNodeChild): Promise<void> {
  const lock = await becomeHost(config.dataFolder, config.workspace);
  if (lock.kind === 'second') return openElsewhere(config, lock.opened, (page) => showSecondWindow(page, config));

  const cleanup = new CleanupStack();
  cleanup.use(lock);
  let end: (exitCode?: number) => void = () => {};
  const window = new WindowLife();
  try {
    const platform = { target: 'browser', startNode, quit: () => end(), closeWindow: () => window.close() } as const;
    const app = cleanup.use(await createApp(config, platform));
    lock.onJoin(cleanup.use(new JoinedConsoles(app)).accept);
    const page = await servePage(app, config, cleanup);
    end = endOnce({
      dispose: () => {
        lock.stopAnswering();
        return cleanup[Symbol.asyncDispose]();
      },
      ...uncaughtReports(app),
    });
    lock.onSecondStart(page.answer);
    await announcePage(config, { app, ...page, cleanup, end, window });
  } catch (error) {
    await cleanup.endAfter(error);
  }
}

interface StartedPage extends ServedPage {
  readonly app: App;
  readonly cleanup: CleanupStack;
  readonly end: (exitCode?: number) => void;
  readonly window: WindowLife;
}

async function announcePage(config: Config, started: StartedPage): Promise<void> {
  const { app, server, cleanup } = started;
  const say = () => process.stdout.write(`Sigma Shell is ready at ${server.newAddress()}\n`);
  say();
  loadLateCode(app.log);
  app.log.info('web.listening', { port: server.port });
  if (canBeTyped()) {
    process.stdout.write('The link works once, for a minute. Press Enter for another, Ctrl+C to end.\n');
    const lines = createInterface({ input: process.stdin });
    lines.on('line', say);
    cleanup.add(() => lines.close());
  }
  const browser = config.opensWindow ? await findBrowser(config.environment) : undefined;
  if (browser === undefined) return;
  try {
    await openWindow(browser, config, started);
  } catch (error) {
    app.log.warn('web.window-failed', { browser, error });
  }
}

/** Whether Enter can come: from a terminal, or through a pipe. */
function canBeTyped(): boolean {
  if (process.stdin.isTTY) return true;
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isSocket();
  } catch {
    // It is closed.
    return false;
  }
}

async function openWindow(
  browser: string,
  config: Config,
  { app, sockets, newPage, cleanup, end, window: life }: StartedPage,
) {
  const isShared = await isProfileHeld(config.dataFolder);
  const window = cleanup.use(await openAppWindow(browser, newPage(), config));
  // Before the window is told to end: a page that still hears of what runs would ask the person first.
  cleanup.use(sockets);
  life.open(window);
  void window.exited.then(({ exitCode }) => {
    // A browser that could not open its window leaves the address above to use.
    if (life.isClosedByHost || (exitCode === 0 && !isShared && goesOn(app))) stay(app);
    else if (exitCode === 0 && !isShared) end();
    else if (exitCode === 0) app.log.info('web.window-shared', { browser });
    else app.log.warn('web.window-failed', { browser, exitCode });
  });
}

/** Whether the host goes on without its window: where the person was not asked in time, what is on is not ended behind their back. */
function goesOn({ background, afterWindow }: App): boolean {
  return background().length > 0 && afterWindow.choice() !== 'end';
}

function stay({ background, log }: App): void {
  log.info('app.in-background', { services: background() });
  process.stdout.write(
    `The window is closed; Sigma Shell stays in the background for: ${background().join(', ')}.\n\`sigma status\` says how it is, \`sigma stop\` ends it, another start opens a window.\n`,
  );
}
