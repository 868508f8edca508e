import { readFile } from 'node:fs/promises';
import { rootCertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
import { AppError, messageOf } from '#core/app-error';
import { endpointOf } from './endpoint.ts';
import { proxyFor } from './proxy-choice.ts';
import { shownUrl } from './shown-url.ts';

export interface TransportOptions {
  readonly baseUrl: string;
  /** PEM file of certificate authorities to trust besides the usual ones. */
  readonly extraCaFile?: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** HTTP to one server, through the proxy that the environment names for it. */
export interface Transport extends AsyncDisposable {
  readonly fetch: typeof globalThis.fetch;
  /** Lets the requests under way finish, then shuts its connections. */
  retire(): void;
}

/** Longest wait for a connection, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;
/** Most of an error's body that is read, and the longest wait for it. */
const MAX_ERROR_BYTES = 64 * 1024;
const ERROR_BODY_MS = 5000;

/**
 * Loads undici at first use; its fetch and its dispatchers must be of one version, so Node's own fetch is not used.
 * undici's time limits are off: what is too long is decided by `StallWatch`, which knows what an event is.
 *
 * @throws AppError UNAVAILABLE if the CA file cannot be read
 */
export async function openTransport(options: TransportOptions): Promise<Transport> {
  const undici = await import('undici');
  const { url, socketPath } = endpointOf(options.baseUrl);
  const proxy = proxyFor(url, options.environment);
  const ca = await authorities(options);
  const tls = { timeout: CONNECT_TIMEOUT_MS, ...(ca === undefined ? {} : { ca }) };
  const limits = { headersTimeout: 0, bodyTimeout: 0 };
  const dispatcher: Dispatcher =
    proxy === undefined
      ? new undici.Agent({ ...limits, connect: socketPath === undefined ? tls : { ...tls, socketPath } })
      : new undici.ProxyAgent({
          ...limits,
          uri: checkedProxy(proxy),
          requestTls: tls,
          proxyTls: tls,
          // Plain http is forwarded, not tunnelled: many proxies allow CONNECT to port 443 only.
          proxyTunnel: false,
        });
  // undici's own request and response types differ from the DOM's in name only.
  const send = undici.fetch as unknown as (input: Parameters<Transport['fetch']>[0], init: object) => Promise<Response>;
  return {
    fetch: async (input, init) => {
      const response = await send(input, { ...init, redirect: 'manual', dispatcher });
      if (response.ok) return response;
      const body = await limitedText(response);
      return new undici.Response(body, {
        status: response.status,
        headers: Object.fromEntries(response.headers),
      }) as unknown as Response;
    },
    retire: () => void dispatcher.close().catch(() => {}),
    [Symbol.asyncDispose]: () => dispatcher.destroy(),
  };
}

/** The usual authorities with those of the file; NODE_EXTRA_CA_CERTS again, as naming any list replaces Node's own. */
async function authorities({ extraCaFile, environment }: TransportOptions): Promise<string[] | undefined> {
  if (extraCaFile === undefined || extraCaFile === '') return undefined;
  const nodeExtra = environment.NODE_EXTRA_CA_CERTS;
  const ofNode = nodeExtra ? [await readFile(nodeExtra, 'utf8').catch(() => '')] : [];
  return [...rootCertificates, ...ofNode.filter((pem) => pem !== ''), await readPem(extraCaFile)];
}

async function readPem(path: string): Promise<string> {
  const detail = { where: 'chat.extra_ca_file', advice: 'Name a PEM file, or take the setting away.' };
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new AppError(
      'UNAVAILABLE',
      `The file of certificate authorities cannot be read: ${messageOf(error)}`,
      detail,
    );
  });
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  throw new AppError('UNAVAILABLE', `${path} holds no certificate in PEM form`, detail);
}

function checkedProxy(proxy: string): string {
  const url = URL.canParse(proxy) ? new URL(proxy) : undefined;
  if (url !== undefined && ['http:', 'https:'].includes(url.protocol)) return proxy;
  throw new AppError('UNAVAILABLE', `The proxy ${shownUrl(proxy)} is not an http or https address`, {
    advice: 'Correct HTTP_PROXY or HTTPS_PROXY, or list the server in NO_PROXY.',
  });
}

/** The first of an error's body; a server that goes on and on, or stops in the middle, does not hold it up. */
async function limitedText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), ERROR_BODY_MS);
  let text = '';
  let size = 0;
  try {
    while (size < MAX_ERROR_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.byteLength;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // What came is enough to tell.
  } finally {
    clearTimeout(timer);
    void reader.cancel().catch(() => {});
  }
  return text;
}
