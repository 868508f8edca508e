/**
 * A host with nothing but terminals, over the product's own WebSocket: real shells, and one that replays samples from memory;
 * bare terminals beside them.
 * Started by `browser.ts` as a process of its own with the folders of page and samples; prints its port.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { createTerminals, spawnPty } from '#terminal';
import { createRpcSocket } from '../../../src-main/web/rpc-socket.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { bareShells } from './bare-shells.ts';
import { createSamples, ReplayPty } from './replay-pty.ts';

const [pageFolder = '', sampleFolder = ''] = process.argv.slice(2);

/** Program named as the shell of the replaying terminal; any that exists will do. */
const REPLAY = '/bin/true';
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

const samples = createSamples(sampleFolder);
const terminals = createTerminals({
  spawnPty: async (options, events) =>
    options.file === REPLAY ? new ReplayPty(events, samples) : await spawnPty(options, events),
  environment: { SHELL: '/bin/bash', PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', HOME: sampleFolder },
  defaultCwd: () => sampleFolder,
  options: () => ({ shell: undefined, scrollback: 5000, maxOpen: 10 }),
  log: silentLogger,
});
const rpc = createRpcSocket({
  router: { terminals: terminals.router },
  log: silentLogger,
  reportBug: (error) => console.error(error),
});
const server = createServer(async (request, response) => {
  const path = new URL(request.url ?? '/', 'http://x').pathname;
  const folder = path.startsWith('/samples/') ? sampleFolder : pageFolder;
  const name = path === '/' ? 'index.html' : normalize(path.replace('/samples/', '/'));
  const content = await readFile(join(folder, name)).catch(() => undefined);
  response.writeHead(content ? 200 : 404, { 'content-type': TYPES[extname(name)] ?? 'text/plain; charset=utf-8' });
  response.end(content);
});
const bare = bareShells(sampleFolder, samples);
server.on('upgrade', (request, socket, head) =>
  request.url?.startsWith('/bare') ? bare(request, socket, head) : rpc.accept(request, socket, head),
);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' ? address?.port : '');
});
process.once('SIGTERM', () => {
  void terminals[Symbol.asyncDispose]().then(() => process.exit(0));
});
