import { mkdir } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { localClient } from '#core/servers/local-client';
import { phiHome } from '../../support/phi-app.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const WORDS = 20;
/** Pace of a present-day model: the number of tokens an answer, and the time between them. */
export const USUAL_PACE = { words: 100, everyMs: 20 };
const chunk = (text: string) =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', model: 'm', choices: [{ index: 0, delta: { content: text }, finish_reason: null }] })}\n\n`;
const LAST = `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', model: 'm', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;

/** A model that answers at once, or at a pace, and the moment of its last first byte. */
export async function quickModel({ words, everyMs } = { words: WORDS, everyMs: 0 }) {
  const state = { firstByteAt: 0 };
  const server = createServer((incoming, response) => {
    incoming.resume().on('end', () => {
      if (!incoming.url?.endsWith('/chat/completions')) return void response.writeHead(404).end('{}');
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      state.firstByteAt = performance.now();
      const say = (word: number): void => {
        if (word === words) return void response.end(LAST);
        response.write(chunk(`word ${word} `));
        if (everyMs > 0) setTimeout(say, everyMs, word + 1);
        else say(word + 1);
      };
      say(0);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return {
    state,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The app with a session socket, whose model answers at once. */
export async function servedSession(baseUrl: string) {
  const profile = `default: A\nprofiles:\n  A: {baseurl: '${baseUrl}', key: k, model: m, concurrency: 64}\n`;
  const home = await phiHome({ global: profile });
  const app = await home.open();
  const api = localClient(app);
  const workspace = join(home.home, 'agent');
  await mkdir(workspace);
  const { path } = await api.sockets.start({ workspace });
  return {
    path,
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

/** A bare server on a Unix socket that relays the same stream. */
export async function bareRelay(baseUrl: string) {
  const folder = await temporaryFolder();
  const path = join(folder.path, 'bare.sock');
  const server = createServer((incoming, response) => {
    const on = request(`${baseUrl}/chat/completions`, { method: 'POST' }, (upstream) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      upstream.pipe(response);
    });
    incoming.pipe(on);
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return {
    path,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Sends a message and reads all of the answer; the moment of its first words. */
export function askOver(socketPath: string, conversation: string): Promise<number> {
  const body = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'Hello' }] });
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'sigma-conversation': conversation };
    const asking = request({ socketPath, path: '/v1/chat/completions', method: 'POST', headers }, (response) => {
      let firstAt: number | undefined;
      response.on('data', (bytes: Buffer) => {
        if (firstAt === undefined && bytes.includes('word')) firstAt = performance.now();
      });
      response.on('end', () => (firstAt === undefined ? reject(new Error('Nothing was said')) : resolve(firstAt)));
    });
    asking.on('error', reject);
    asking.end(body);
  });
}
