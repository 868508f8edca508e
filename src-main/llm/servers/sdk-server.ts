import { failureOfError, failureOfResponse } from '../failures/request-failure.ts';
import { endpointOf } from './endpoint.ts';
import { shownUrl } from './shown-url.ts';
import { openTransport, type Transport } from './transport.ts';

export interface ServerOptions {
  /** `http:`, `https:`, or `unix:` with the path of a socket. */
  readonly baseUrl: string;
  readonly key?: string | undefined;
  /** PEM file of certificate authorities to trust besides the usual ones. */
  readonly extraCaFile?: string | undefined;
  /** Environment from which proxies are read. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A package's client of a service, as far as it is asked here. */
export interface Sdk<Self> {
  withOptions(options: { fetch: typeof globalThis.fetch }): Self;
}

/** The most that setTimeout takes: the packages' own time limits are off, see `StallWatch`. */
export const NO_TIMEOUT_MS = 2 ** 31 - 1;

/** A service that is asked with its maker's package, connected at the first request; the package is loaded then, not before. */
export abstract class SdkServer<Client extends Sdk<Client>> implements AsyncDisposable {
  protected readonly options: ServerOptions;
  protected readonly url: URL;
  readonly #isSocket: boolean;
  /** Requests that no answer has come to yet; they may not have reached their connection. */
  readonly #asking = new Set<Promise<Response>>();
  #connected: Promise<{ readonly sdk: Client; readonly transport: Transport }> | undefined;
  #isRetired = false;

  constructor(options: ServerOptions) {
    this.options = options;
    const { url, socketPath } = endpointOf(options.baseUrl);
    this.url = url;
    this.#isSocket = socketPath !== undefined;
  }

  /** Loads the package. */
  protected abstract load(fetch: typeof globalThis.fetch): Promise<Client>;
  /** The headers we mean to send; packages add some of their own and, unasked, those of environment variables. */
  protected abstract headersOf(given: Headers): Headers;

  /** Address of `path`, for display. */
  address(path: string): string {
    const shown = shownUrl(this.options.baseUrl);
    return this.#isSocket ? shown : `${shown}${path}`;
  }

  /**
   * An answer of 2xx to what `call` asks with the package's client.
   *
   * @throws RequestFailure with the server's own words; AppError UNAVAILABLE if the transport's settings cannot be used
   */
  async ask(path: string, call: (sdk: Client) => Promise<Response>): Promise<Response> {
    const asked = this.#ask(path, call);
    this.#asking.add(asked);
    try {
      return await asked;
    } finally {
      this.#asking.delete(asked);
      if (this.#isRetired && this.#asking.size === 0) this.#leave();
    }
  }

  async #ask(path: string, call: (sdk: Client) => Promise<Response>): Promise<Response> {
    const { sdk, transport } = await this.#connect();
    // The packages rewrite errors and lose the cause of some, so what happened is noted here.
    let failure: unknown;
    const fetch: typeof globalThis.fetch = async (input, init) => {
      try {
        const headers = this.headersOf(new Headers(init?.headers));
        const response = await transport.fetch(input, { ...init, headers });
        if (!response.ok) {
          const { status, headers: answered } = response;
          const answer = { status, headers: answered, body: await response.text() };
          failure = failureOfResponse(answer, this.address(path), Date.now());
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

  /** Lets the requests under way finish; whoever asks after that gets a connection of their own, which ends with their answer. */
  retire(): void {
    this.#isRetired = true;
    this.#leave();
  }

  #leave(): void {
    const left = this.#connected;
    this.#connected = undefined;
    const begun = [...this.#asking];
    const close = async (transport: Transport) => {
      await Promise.allSettled(begun);
      transport.retire();
    };
    left?.then(({ transport }) => close(transport)).catch(() => {});
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const connected = await this.#connected?.catch(() => undefined);
    await connected?.transport[Symbol.asyncDispose]();
  }

  #connect(): Promise<{ readonly sdk: Client; readonly transport: Transport }> {
    if (this.#connected !== undefined) return this.#connected;
    const opening = this.#open();
    this.#connected = opening;
    // A file that could not be read may be there the next time.
    opening.catch(() => {
      if (this.#connected === opening) this.#connected = undefined;
    });
    return opening;
  }

  async #open(): Promise<{ readonly sdk: Client; readonly transport: Transport }> {
    const transport = await openTransport(this.options);
    return { sdk: await this.load(transport.fetch), transport };
  }
}
