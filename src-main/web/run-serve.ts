import { createApp } from '#app/create-app';
import type { Config } from '#app/start/config';
import { endOnce } from '#app/start/end-once';
import { becomeHostOrJoin } from '#app/start/host-lock';
import { JoinedConsoles } from '#app/start/joined-consoles';
import { loadLateCode } from '#app/start/load-late-code';
import { StartError } from '#app/start/start-error';
import { uncaughtReports } from '#app/start/uncaught';
import { CleanupStack } from '#core/async/cleanup-stack';
import { type StartNode, startNodeChild } from '#process/node-program';
import { type ServedPage, servePage } from './served-page.ts';

/**
 * Hosts the app without a window until SIGTERM, SIGINT or `sigma stop`. A later start opens a page of this host, which is served from
 * then on.
 *
 * @throws StartError where a host runs already
 */
export async function runServe(config: Config, startNode: StartNode = startNodeChild): Promise<void> {
  const lock = await becomeHostOrJoin(config.dataFolder);
  if (lock.kind === 'joined') {
    lock.socket.destroy();
    throw new StartError(
      `Sigma Shell already runs on ${config.dataFolder} (process ${lock.pid}).\n\`sigma status\` says how it is, \`sigma stop\` ends it.`,
    );
  }
  const cleanup = new CleanupStack();
  cleanup.use(lock);
  let end: (exitCode?: number) => void = () => {};
  try {
    const app = cleanup.use(await createApp(config, { target: 'browser', startNode, quit: () => end() }));
    lock.onJoin(cleanup.use(new JoinedConsoles(app)).accept);
    let page: Promise<ServedPage> | undefined;
    lock.onSecondStart(async (folder) => {
      page ??= servePage(app, config, cleanup);
      page.catch(() => {
        page = undefined;
      });
      return (await page).answer(folder);
    });
    end = endOnce({
      dispose: () => {
        lock.stopAnswering();
        return cleanup[Symbol.asyncDispose]();
      },
      ...uncaughtReports(app),
    });
    // It stays without a terminal, too.
    process.stdout.write(
      `Sigma Shell serves without a window (process ${process.pid})\nData folder ${config.dataFolder}\nWorkspace ${app.workspace.path}\n\`npm start\` or \`sigma start\` opens a page of it, \`sigma status\` says how it is, \`sigma stop\` or Ctrl+C ends it.\n`,
    );
    loadLateCode(app.log);
  } catch (error) {
    await cleanup.endAfter(error);
  }
}
