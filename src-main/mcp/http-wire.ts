import { AppError, messageOf } from '#core/app-error';
import { Deferred } from '#core/async/deferred';
import type { Logger } from '#core/logger';
import { bareAddress, withBasic } from '#core/servers/bare-address';
import type { LinkEnd } from '#tools';
import { guardedFetch } from './guarded-fetch.ts';
import type { McpWire } from './wire.ts';

export interface HttpOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly log: Pick<Logger, 'debug'>;
}

/** Policy for reopening the stream on which a server speaks unasked, after it broke. */
const RECONNECTION = {
  initialReconnectionDelay: 500,
  maxReconnectionDelay: 30_000,
  reconnectionDelayGrowFactor: 2,
  maxRetries: 8,
};
/** Time limit for closing a session properly, in milliseconds. */
const GOODBYE_MS = 1000;

/** A server reached by streamable HTTP; nothing is sent before the first message. @throws AppError INVALID_INPUT */
export async function reachHttp({ url, headers, log }: HttpOptions): Promise<McpWire> {
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  const { address, basic } = bareAddress(url);
  // The rest of an address may be a secret.
  const { origin, pathname } = address;
  const transport = new StreamableHTTPClientTransport(address, {
    requestInit: { headers: checkedHeaders(withBasic(headers, basic)) },
    fetch: guardedFetch,
    reconnectionOptions: RECONNECTION,
  });
  const ending = new Deferred<LinkEnd>();
  let end: LinkEnd | undefined;
  let isClosedByUs = false;
  let words = '';
  transport.onerror = (error) => {
    words = messageOf(error);
    log.debug('mcp.http.failed', { url: origin + pathname, error: words });
  };
  const over = (reason: string) => {
    end ??= { state: 'completed', reason };
    ending.resolve(end);
  };
  transport.onclose = () => {
    isClosedByUs ||= end === undefined;
    over('closed');
  };
  return {
    transport,
    pid: undefined,
    ended: ending.promise,
    end: () => end,
    isClosedByUs: () => isClosedByUs,
    lastWords: () => words,
    close: async (graceMs) => {
      over('by user');
      const goodbye = transport.terminateSession().catch(() => {});
      await Promise.race([goodbye, pause(Math.min(graceMs, GOODBYE_MS))]);
      await transport.close();
    },
  };
}

function checkedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  for (const [name, value] of Object.entries(headers)) {
    try {
      new Headers([[name, value]]);
    } catch {
      // The value may be a secret, so it is not repeated.
      throw new AppError('INVALID_INPUT', `The header "${name}" cannot be sent`, {
        where: 'headers',
        advice: 'A name is letters, digits and dashes, a value one line without special characters.',
      });
    }
  }
  return { ...headers };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref());
