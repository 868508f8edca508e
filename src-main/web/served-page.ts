import { join } from 'node:path';
import type { App } from '#app/create-app';
import { answerSecondStart } from '#app/start/answer-second-start';
import type { Config } from '#app/start/config';
import type { SecondStartAnswer } from '#app/start/second-start';
import { tableOfFiles } from '#app/start/static-files';
import type { CleanupStack } from '#core/async/cleanup-stack';
import { type LinkPage, LinkPages } from './link-pages.ts';
import { createRpcSocket, type RpcSocket } from './rpc-socket.ts';
import { startWebServer, type WebServer } from './server.ts';

/** The page of a host, served to browsers on this machine. */
export interface ServedPage {
  readonly server: WebServer;
  readonly sockets: RpcSocket;
  /** Writes a page with a fresh address; its path. */
  readonly newPage: () => string;
  /** Answers a second start with an address of its own. */
  readonly answer: (folder: string | undefined) => Promise<SecondStartAnswer>;
}

/** Serves the page until `cleanup` ends it. @throws StartError if the port cannot be had */
export async function servePage(app: App, config: Config, cleanup: CleanupStack): Promise<ServedPage> {
  const sockets = createRpcSocket(app);
  const server = cleanup.use(
    await startWebServer({
      port: config.port,
      files: tableOfFiles(join(config.installFolder, 'out', 'renderer')),
      onRpc: sockets.accept,
      hasRoom: sockets.hasRoom,
      log: app.log,
    }),
  );
  // Before the server, which would cut its connections off: pages are told that this is no loss.
  cleanup.use(sockets);
  const newPage = pageWriter(cleanup.use(new LinkPages(config.dataFolder)), server);
  const answer = async (folder: string | undefined) => {
    const known = await answerSecondStart(app, folder);
    if (known.problem !== undefined) return known;
    const withAddress = { ...known, address: server.newAddress() };
    try {
      return { ...withAddress, page: newPage() };
    } catch (error) {
      app.log.warn('web.no-page', { error });
      return withAddress;
    }
  };
  return { server, sockets, newPage, answer };
}

function pageWriter(pages: LinkPages, server: WebServer): () => string {
  return () => {
    let page: LinkPage | undefined;
    page = pages.write(server.newAddress(() => page?.remove()));
    return page.path;
  };
}
