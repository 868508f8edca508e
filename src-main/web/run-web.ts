import { fstatSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { answerSecondStart } from '#app/answer-second-start';
import type { Config } from '#app/config';
import { type App, createApp } from '#app/create-app';
import { endOnce } from '#app/end-once';
import { becomeHost } from '#app/host-lock';
import { JoinedConsoles } from '#app/joined-consoles';
import { openElsewhere } from '#app/open-elsewhere';
import { tableOfFiles } from '#app/static-files';
import { uncaughtReports } from '#app/uncaught';
import { CleanupStack } from '#core/cleanup-stack';
import { type StartNode, startNodeChild } from '#process/node-program';
import { findBrowser, isProfileHeld, openAppWindow } from './app-window.ts';
import { type LinkPage, LinkPages } from './link-pages.ts';
import { createRpcSocket, type RpcSocket } from './rpc-socket.ts';
import { showSecondWindow } from './second-window.ts';
import { serve, type WebServer } from './server.ts';

/** Serves the app to browsers on this machine until it is ended, or has the host that already runs open it. */
export async function runWeb(config: Config, startNode: StartNode = startNodeChild): Promise<void> {
  const lock = await becomeHost(config.dataFolder, config.workspace);
  if (lock.kind === 'second') return openElsewhere(config, lock.opened, (page) => showSecondWindow(page, config));

  const cleanup = new CleanupStack();
  cleanup.use(lock);
  let end: (exitCode?: number) => void = () => {};
  try {
    const app = cleanup.use(await createApp(config, { target: 'browser', startNode, quit: () => end() }));
    const sockets = createRpcSocket(app);
    lock.onJoin(cleanup.use(new JoinedConsoles(app)).accept);
    const server = cleanup.use(
      await serve({
        port: config.port,
        files: tableOfFiles(join(config.installFolder, 'out', 'renderer')),
        onRpc: sockets.accept,
        hasRoom: sockets.hasRoom,
        log: app.log,
      }),
    );
    // Before the server, which would cut its connections off: pages are told that this is no loss.
    cleanup.use(sockets);
    end = endOnce({
      dispose: () => cleanup[Symbol.asyncDispose](),
      ...uncaughtReports(app),
    });
    const newPage = pageWriter(cleanup.use(new LinkPages(config.dataFolder)), server);
    lock.onSecondStart(async (folder) => {
      const answer = await answerSecondStart(app, folder);
      if (answer.problem !== undefined) return answer;
      const known = { ...answer, address: server.newAddress() };
      try {
        return { ...known, page: newPage() };
      } catch (error) {
        app.log.warn('web.no-page', { error });
        return known;
      }
    });
    await announce(config, { app, server, sockets, newPage, cleanup, end });
  } catch (error) {
    await cleanup.endAfter(error);
  }
}

function pageWriter(pages: LinkPages, server: WebServer): () => string {
  return () => {
    let page: LinkPage | undefined;
    page = pages.write(server.newAddress(() => page?.remove()));
    return page.path;
  };
}

interface Started {
  readonly app: App;
  readonly server: WebServer;
  readonly sockets: RpcSocket;
  /** Writes a page with a fresh address; its path. */
  readonly newPage: () => string;
  readonly cleanup: CleanupStack;
  readonly end: (exitCode?: number) => void;
}

async function announce(config: Config, started: Started): Promise<void> {
  const { app, server, cleanup } = started;
  const say = () => process.stdout.write(`Sigma Shell is ready at ${server.newAddress()}\n`);
  say();
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

async function openWindow(browser: string, config: Config, { app, sockets, newPage, cleanup, end }: Started) {
  const isShared = await isProfileHeld(config.dataFolder);
  const window = cleanup.use(await openAppWindow(browser, newPage(), config));
  // Before the window is told to end: a page that still hears of what runs would ask the person first.
  cleanup.use(sockets);
  void window.exited.then(({ exitCode }) => {
    // A browser that could not open its window leaves the address above to use.
    if (exitCode === 0 && !isShared) end();
    else if (exitCode === 0) app.log.info('web.window-shared', { browser });
    else app.log.warn('web.window-failed', { browser, exitCode });
  });
}
