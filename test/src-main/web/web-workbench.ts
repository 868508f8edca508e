import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAppRouter } from '#app/app-router';
import { LayoutFile } from '#app/layout-file';
import { Notices } from '#app/notices';
import { tableOfFiles } from '#app/start/static-files';
import { Workspaces } from '#app/workspaces';
import { CleanupStack } from '#core/async/cleanup-stack';
import { Emitter } from '#core/async/emitter';
import { createRpcSocket } from '../../../src-main/web/rpc-socket.ts';
import { startWebServer } from '../../../src-main/web/server.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { rawRequest, request } from './raw-request.ts';

/** A served page with the app's own procedures behind it, and a browser's cookie for it. */
export async function webWorkbench() {
  const cleanup = new CleanupStack();
  const folder = cleanup.use(await temporaryFolder());
  const page = join(folder.path, 'page');
  await mkdir(join(page, 'assets'), { recursive: true });
  await writeFile(join(page, 'index.html'), '<!doctype html><title>page</title>');
  await writeFile(
    join(page, 'assets', 'index-AbCd1234.js'),
    `export const text = ${JSON.stringify('x'.repeat(5000))};`,
  );
  await writeFile(join(folder.path, 'secret'), 'secret');
  await symlink(join(folder.path, 'secret'), join(page, 'assets', 'link-out'));

  const notices = new Notices();
  const actions = new Emitter<string>();
  const bugs: unknown[] = [];
  const warnings: unknown[] = [];
  const warn = (event: string, fields?: object) => void warnings.push([event, fields]);
  const workspace = { path: '/w', name: 'w', isSample: false };
  const router = {
    app: createAppRouter({
      info: {
        version: '0.0.0',
        platform: 'linux',
        target: 'browser',
        workspace,
        dataFolder: '/d',
        logFile: '/d/app.log',
        startedAt: 0,
      },
      workspaces: new Workspaces(workspace, { dataFolder: '/d' }),
      notices,
      layout: new LayoutFile(join(folder.path, 'layout.json'), silentLogger),
      tailLog: async () => [],
      onAction: actions.subscribe,
      running: () => ['a shell'],
      status: () => ({ services: [], next: [], waiting: [] }),
      closing: () => ({ endsHost: true, background: [], choice: 'ask' }),
      stayInBackground: async () => {},
      quit: () => {},
    }),
  };
  const sockets = createRpcSocket({ router, reportBug: (bug) => bugs.push(bug), log: { ...silentLogger, warn } });
  const server = cleanup.use(
    await startWebServer({
      port: 0,
      files: tableOfFiles(page),
      onRpc: sockets.accept,
      hasRoom: sockets.hasRoom,
      log: silentLogger,
    }),
  );
  cleanup.use(sockets);
  const { port } = server;
  const host = `Host: 127.0.0.1:${port}`;
  const code = () => new URL(server.newAddress()).searchParams.get('code') ?? '';
  const login = await rawRequest(port, request(`GET /?code=${code()} HTTP/1.1`, host));
  const cookie = /Set-Cookie: ([^;]+)/.exec(login.headers)?.[1] ?? '';
  return {
    port,
    host,
    code,
    login,
    cookie,
    cookieHeader: `Cookie: ${cookie}`,
    origin: `http://127.0.0.1:${port}`,
    notices,
    actions,
    bugs,
    warnings,
    send: (line: string, ...headers: readonly string[]) => rawRequest(port, request(line, ...headers)),
    sendText: (text: string) => rawRequest(port, text),
    [Symbol.asyncDispose]: () => cleanup[Symbol.asyncDispose](),
  };
}

export type WebWorkbench = Awaited<ReturnType<typeof webWorkbench>>;
