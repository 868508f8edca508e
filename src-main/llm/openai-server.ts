import type { OpenAI } from 'openai';
import { failureOfError, failureOfResponse } from './request-failure.ts';
import { shownUrl } from './shown-url.ts';
import { openTransport, type Transport } from './transport.ts';

export interface ServerOptions {
  readonly baseUrl: string;
  readonly key?: string | undefined;
  /** PEM file of certificate authorities to trust besides the usual ones. */
  readonly extraCaFile?: string | undefined;
  /** Where proxies are read from. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The headers we mean to send; the package adds some of its own and, unasked, those of an environment variable. */
const SENT_HEADERS = ['accept', 'authorization', 'content-type'];
/** The most that setTimeout takes: the package's own time limit is off, see `StallWatch`. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

/** One OpenAI-compatible server, connected at the first request; the `openai` package is loaded then, not before. */
export class OpenAiServer implements AsyncDisposable {
  readonly #options: ServerOptions;
  readonly #url: URL;
  #connected: Promise<{ readonly sdk: OpenAI; readonly transport: Transport }> | undefined;

  constructor(options: ServerOptions) {
    this.#options = options;
    this.#url = new URL(options.baseUrl);
  }

  /** Where `path` is, as it may be shown. */
  address(path: string): string {
    return `${shownUrl(this.#options.baseUrl)}${path}`;
  }

  /**
   * An answer of 2xx to what `call` asks with the package's client.
   *
   * @throws RequestFailure with the server's own words; AppError UNAVAILABLE when the transport's settings cannot be used
   */
  async ask(path: string, call: (sdk: OpenAI) => Promise<Response>): Promise<Response> {
    const { sdk, transport } = await this.#connect();
    // The package rewrites errors and loses the cause of some, so what happened is noted here.
    let failure: unknown;
    const fetch: typeof globalThis.fetch = async (input, init) => {
      try {
        const response = await transport.fetch(input, { ...init, headers: this.#headers(init) });
        if (!response.ok) {
          const { status, headers } = response;
          failure = failureOfResponse({ status, headers, body: await response.text() }, this.address(path), Date.now());
          throw failure;
        }
        return response;
      } catch (error) {
        failure ??= error;
        throw error;
      }
    };
    try {
      return await call(sdk.withOptions({ fetch }));
    } catch (error) {
      throw failureOfError(failure ?? error, this.address(path), false);
    }
  }

  /** Lets the requests under way finish; whoever asks after that gets a connection of their own. */
  retire(): void {
    const left = this.#connected;
    this.#connected = undefined;
    left?.then(({ transport }) => transport.retire()).catch(() => {});
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const connected = await this.#connected?.catch(() => undefined);
    await connected?.transport[Symbol.asyncDispose]();
  }

  #connect(): Promise<{ readonly sdk: OpenAI; readonly transport: Transport }> {
    if (this.#connected) return this.#connected;
    const opening = this.#open();
    this.#connected = opening;
    // A file that could not be read may be there the next time.
    opening.catch(() => {
      if (this.#connected === opening) this.#connected = undefined;
    });
    return opening;
  }

  async #open(): Promise<{ readonly sdk: OpenAI; readonly transport: Transport }> {
    const transport = await openTransport(this.#options);
    const { OpenAI } = await import('openai');
    const { origin, pathname, searchParams } = this.#url;
    const sdk = new OpenAI({
      baseURL: `${origin}${pathname.replace(/\/+$/, '')}`,
      defaultQuery: Object.fromEntries(searchParams),
      // Never empty, or the package refuses; the header is replaced in any case.
      apiKey: this.#options.key || 'none',
      // Everything the package would read from the environment.
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      logLevel: 'off',
      maxRetries: 0,
      timeout: NO_TIMEOUT_MS,
      fetch: transport.fetch,
    });
    return { sdk, transport };
  }

  #headers(init: RequestInit | undefined): Headers {
    const given = new Headers(init?.headers);
    const headers = new Headers({ 'user-agent': 'Sigma-Shell' });
    for (const name of SENT_HEADERS) {
      const value = given.get(name);
      if (value !== null) headers.set(name, value);
    }
    if (!this.#options.key) headers.delete('authorization');
    const { username, password } = this.#url;
    if (!this.#options.key && username !== '') {
      const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
      headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`);
    }
    return headers;
  }
}
