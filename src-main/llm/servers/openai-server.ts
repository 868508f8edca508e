import type { OpenAI } from 'openai';
import { basicOf } from '#core/servers/bare-address';
import { NO_TIMEOUT_MS, SdkServer } from './sdk-server.ts';

export type { ServerOptions } from './sdk-server.ts';

const SENT_HEADERS = ['accept', 'authorization', 'content-type'];

/** One OpenAI-compatible server. */
export class OpenAiServer extends SdkServer<OpenAI> {
  protected async load(fetch: typeof globalThis.fetch): Promise<OpenAI> {
    const { OpenAI } = await import('openai');
    const { origin, pathname, searchParams } = this.url;
    return new OpenAI({
      baseURL: `${origin}${pathname.replace(/\/+$/, '')}`,
      defaultQuery: Object.fromEntries(searchParams),
      // Never empty, or the package refuses; the header is replaced in any case.
      apiKey: this.options.key || 'none',
      // Everything the package would read from the environment.
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
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
    if (!this.options.key) headers.delete('authorization');
    const basic = this.options.key ? undefined : basicOf(this.url);
    if (basic !== undefined) headers.set('authorization', basic);
    return headers;
  }
}
