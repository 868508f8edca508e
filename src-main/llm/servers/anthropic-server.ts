import type { Anthropic } from '@anthropic-ai/sdk';
import { NO_TIMEOUT_MS, SdkServer } from './sdk-server.ts';

const SENT_HEADERS = ['accept', 'content-type', 'anthropic-version'];

export const MESSAGES = '/v1/messages';
export const MODELS = '/v1/models';

/** One server that speaks Anthropic's protocol. */
export class AnthropicServer extends SdkServer<Anthropic> {
  /** The package's paths begin with `/v1`, which an address may have at its end already. */
  override address(path: string): string {
    return super.address('').replace(/\/v1$/, '') + path;
  }

  protected async load(fetch: typeof globalThis.fetch): Promise<Anthropic> {
    const { Anthropic } = await import('@anthropic-ai/sdk');
    const { origin, pathname, searchParams } = this.url;
    return new Anthropic({
      baseURL: `${origin}${pathname.replace(/\/+$/, '').replace(/\/v1$/, '')}`,
      defaultQuery: Object.fromEntries(searchParams),
      // Never absent, or the package looks for one in files and variables; the headers are replaced in any case.
      apiKey: this.options.key || 'none',
      webhookKey: null,
      openTelemetry: false,
      logLevel: 'off',
      maxRetries: 0,
      timeout: NO_TIMEOUT_MS,
      fetch,
    });
  }

  protected headersOf(given: Headers): Headers {
    const headers = new Headers({ 'user-agent': 'Sigma-Shell' });
    for (const name of SENT_HEADERS) {
      const value = given.get(name);
      if (value !== null) headers.set(name, value);
    }
    const { key } = this.options;
    if (key) headers.set('x-api-key', key);
    return headers;
  }
}
