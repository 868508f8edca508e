import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Config } from '#app/config';
import { type App, createApp } from '#app/create-app';
import { endOnce } from '#app/end-once';
import { becomeHost, type OpenedElsewhere } from '#app/host-lock';
import { tableOfFiles } from '#app/static-files';
import { messageOf } from '#core/app-error';
import { CleanupStack } from '#core/cleanup-stack';
import { findBrowser, isProfileHeld, openAppWindow } from './app-window.ts';
import { createRpcSocket } from './rpc-socket.ts';
import { serve, type WebServer } from './server.ts';

/** Serves the app to browsers on this machine until it is ended, or has the host that already runs open it. */
export async function runWeb(config: Config): Promise<void> {
  const lock = await becomeHost(config.dataFolder);
  if (lock.kind === 'second') return openElsewhere(config, lock.opened);

  const cleanup = new CleanupStack();
  cleanup.use(lock);
  let end: (exitCode?: number) => void = () => {};
  try {
    const app = cleanup.use(await createApp(config, { target: 'browser', quit: () => end() }));
    const sockets = cleanup.use(createRpcSocket(app));
    const server = cleanup.use(
      await serve({
        port: config.port,
        files: tableOfFiles(join(config.installFolder, 'out', 'renderer')),
        onRpc: sockets.accept,
        hasRoom: sockets.hasRoom,
        log: app.log,
      }),
    );
    end = endOnce({
      dispose: () => cleanup[Symbol.asyncDispose](),
      onCrash: (error) => {
        app.fatal('app.crashed', error);
        process.stderr.write(`Sigma Shell has ended after an error: ${messageOf(error)}\nThe app log says more.\n`);
      },
      onStray: (error) => app.log.error('app.rejection', { error }),
    });
    lock.onSecondStart(() => ({ pid: process.pid, workspace: app.workspace.path, address: server.newAddress() }));
    await announce(config, { app, server, cleanup, end });
  } catch (error) {
    await cleanup[Symbol.asyncDispose]();
    throw error;
  }
}

interface Started {
  readonly app: App;
  readonly server: WebServer;
  readonly cleanup: CleanupStack;
  readonly end: (exitCode?: number) => void;
}

async function announce(config: Config, { app, server, cleanup, end }: Started): Promise<void> {
  const say = () => process.stdout.write(`Sigma Shell is ready at ${server.newAddress()}\n`);
  say();
  app.log.info('web.listening', { port: server.port });
  if (process.stdin.isTTY) {
    process.stdout.write('The link works once, for a minute. Press Enter for another, Ctrl+C to end.\n');
    const lines = createInterface({ input: process.stdin });
    lines.on('line', say);
    cleanup.add(() => lines.close());
  }
  const browser = config.opensWindow ? await findBrowser(config.environment) : undefined;
  if (browser === undefined) return;
  try {
    const isShared = await isProfileHeld(config.dataFolder);
    const window = cleanup.use(await openAppWindow(browser, server.newAddress(), config));
    void window.exited.then(({ exitCode }) => {
      // A browser that could not open its window leaves the address above to use.
      if (exitCode === 0 && !isShared) end();
      else if (exitCode === 0) app.log.info('web.window-shared', { browser });
      else app.log.warn('web.window-failed', { browser, exitCode });
    });
  } catch (error) {
    app.log.warn('web.window-failed', { browser, error });
  }
}

async function openElsewhere(config: Config, { address, workspace, pid }: OpenedElsewhere): Promise<void> {
  if (address === undefined) {
    process.stdout.write(
      `Sigma Shell already runs (process ${pid}) with ${workspace}; its window has been brought to the front\n`,
    );
    return;
  }
  process.stdout.write(
    `Sigma Shell already runs (process ${pid}) with ${workspace}\nSigma Shell is ready at ${address}\n`,
  );
  const browser = config.opensWindow ? await findBrowser(config.environment) : undefined;
  if (browser === undefined) return;
  // The profile is in use by the first window, whose browser opens the second one, and this process ends at once.
  const window = await openAppWindow(browser, address, config);
  await window.exited;
}
