import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import { messageOf, systemCodeOf } from '#core/app-error';
import { percentDecoded } from '#core/text/percent-decoded';
import type { TemplateValue } from '#template';
import type { HttpRequest } from './http-request.ts';
import { answerValue } from './plain-values.ts';
import {
  guardedLookup,
  type NameResolver,
  type NetworkReach,
  type ReachSettings,
  reachable,
  reachOfUrl,
} from './reach.ts';
import { DETAIL_BYTES, MAX_ANSWER_BYTES, ToolFailure } from './tool-failure.ts';

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const STALE = new Set(['ECONNRESET', 'EPIPE']);
const USER_AGENT = 'ai-prompt-shell/1.0';

/** Open connections are kept, apart by how far they may reach. */
export class HttpCalls implements Disposable {
  readonly #resolve: NameResolver;
  readonly #agents = { open: agents(), inside: agents() };

  constructor(resolve: NameResolver) {
    this.#resolve = resolve;
  }

  /** Sends a request and returns the server's answer, following redirects. @throws ToolFailure */
  async send(first: HttpRequest, settings: ReachSettings, signal: AbortSignal): Promise<TemplateValue> {
    let request = first;
    let reach = reachOfUrl(first.url, settings);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const answer = await this.#asked(request, reach, signal);
      const next = redirectOf(answer, request);
      if (next === undefined) return meaningOf(answer, await readAnswer(answer));
      answer.destroy();
      // A server outside does not get to choose which of the inner ones is asked.
      if (reach === 'inside') reach = reachOfUrl(next.url, settings);
      else reachOfUrl(next.url, settings);
      request = next;
    }
    throw new ToolFailure(`it redirected more than ${MAX_REDIRECTS} times`);
  }

  [Symbol.dispose](): void {
    for (const { http, https } of Object.values(this.#agents)) {
      http.destroy();
      https.destroy();
    }
  }

  /** A kept connection that turns out to be closed is none of the tool's fault; POST may have been acted on, and uses none. */
  async #asked(request: HttpRequest, reach: NetworkReach, signal: AbortSignal): Promise<IncomingMessage> {
    if (request.method === 'POST') return await this.#exchange(request, reach, { signal, isFresh: true });
    try {
      return await this.#exchange(request, reach, { signal, isFresh: false });
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error;
      return await this.#exchange(request, reach, { signal, isFresh: true });
    }
  }

  async #exchange(
    { method, url, body }: HttpRequest,
    reach: NetworkReach,
    way: ConnectionOptions,
  ): Promise<IncomingMessage> {
    const { signal, isFresh } = way;
    const isTls = url.protocol === 'https:';
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // An address is connected to without a look-up; a name is judged by what that finds.
    if (isIP(host) !== 0) await reachable(host, reach, this.#resolve);
    signal.throwIfAborted();
    const { http, https } = this.#agents[reach];
    const { username, password } = url;
    const hasCredentials = username !== '' || password !== '';
    const auth = `${percentDecoded(username)}:${percentDecoded(password)}`;
    const request = (isTls ? requestHttps : requestHttp)({
      method,
      protocol: url.protocol,
      hostname: host,
      port: url.port,
      path: `${url.pathname}${url.search}`,
      ...(hasCredentials && { auth }),
      agent: !isFresh && (isTls ? https : http),
      lookup: guardedLookup(reach, this.#resolve),
      signal,
      headers: {
        'user-agent': USER_AGENT,
        accept: 'application/json, text/plain;q=0.9, */*;q=0.8',
        'accept-encoding': 'identity',
        ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      },
    });
    return await sendRequest(request, body);
  }
}

interface ConnectionOptions {
  readonly signal: AbortSignal;
  /** Whether to use a connection of its own, which is not kept. */
  readonly isFresh: boolean;
}

/** Closed by the server while it was kept, before anything was answered. */
class StaleConnection extends ToolFailure {}

/** Time for which a connection is kept, in milliseconds; many servers close theirs after five seconds. */
const KEPT_MS = 3000;

function agents(): { readonly http: HttpAgent; readonly https: HttpsAgent } {
  const options = { keepAlive: true, maxSockets: 64, maxFreeSockets: 8, timeout: KEPT_MS };
  return { http: new HttpAgent(options), https: new HttpsAgent(options) };
}

function sendRequest(request: ClientRequest, body: string | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.on('error', (error) => {
      const failure = requestFailure(error);
      const isStale = request.reusedSocket && STALE.has(systemCodeOf(error) ?? '');
      reject(isStale ? new StaleConnection(failure.message) : failure);
    });
    request.end(body);
  });
}

function requestFailure(error: Error): Error {
  if (error instanceof ToolFailure || error.name === 'AbortError') return error;
  return new ToolFailure(`the request failed: ${systemCodeOf(error) ?? messageOf(error)}`);
}

function redirectOf(answer: IncomingMessage, { method, url, body }: HttpRequest): HttpRequest | undefined {
  const { statusCode: status = 0, headers } = answer;
  const { location } = headers;
  if (!REDIRECTS.has(status) || location === undefined) return undefined;
  if (!URL.canParse(location, url)) throw new ToolFailure('it redirected to what is no URL');
  const next = new URL(location, url);
  const keeps = status === 307 || status === 308 || method === 'GET';
  if (keeps) return { method, url: next, body };
  const isPost = method === 'POST' || status === 303;
  return isPost ? { method: 'GET', url: next } : { method, url: next, body };
}

async function readAnswer(answer: IncomingMessage): Promise<Buffer> {
  const isFailure = (answer.statusCode ?? 0) >= 400;
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (isFailure && bytes >= DETAIL_BYTES) break;
      if (bytes > MAX_ANSWER_BYTES) throw new ToolFailure('it answered with more than 4 MiB');
    }
  } catch (error) {
    throw error instanceof Error ? requestFailure(error) : error;
  }
  return Buffer.concat(chunks);
}

function meaningOf({ statusCode: status = 0, headers }: IncomingMessage, body: Buffer): TemplateValue {
  if (status >= 400) {
    const detail = new StringDecoder('utf8').write(body.subarray(0, DETAIL_BYTES));
    throw new ToolFailure(`it answered with status ${status}`, detail);
  }
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw new ToolFailure(`it answered in ${encoding}, which was not asked for`);
  return answerValue(status === 204 ? '' : decodedBody(body, headers['content-type'] ?? ''));
}

const JSON_TYPE = /^\s*application\/(?:[^\s;,]+\+)?json\b/i;
/** Characters that no JSON text has: what seems to have them is in another character set, such as UTF-16 or ISO-2022-JP. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NEVER_IN_JSON = /[\0\x1b]/;

/**
 * The text in the character set that the server named, else in UTF-8: with other characters in it, it would be another value. JSON is in
 * UTF-8 (RFC 8259) whatever is named, and so is a text whose character set is not known, if it can be.
 */
function decodedBody(body: Buffer, type: string): string {
  const charset = /;\s*charset\s*=\s*["']?([^\s"';,]+)/i.exec(type)?.[1] ?? 'UTF-8';
  const unnamed = JSON_TYPE.test(type) ? decodedUtf8(body) : undefined;
  if (unnamed !== undefined && !NEVER_IN_JSON.test(unnamed)) return unnamed;
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(charset, { fatal: true });
  } catch {
    const text = decodedUtf8(body);
    if (text !== undefined) return text;
    throw new ToolFailure('it answered in a character set that is not known', charset);
  }
  try {
    return decoder.decode(body);
  } catch {
    throw new ToolFailure(`it answered with bytes that are not ${decoder.encoding.toUpperCase()}`);
  }
}

function decodedUtf8(body: Buffer): string | undefined {
  try {
    return new TextDecoder('UTF-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}
