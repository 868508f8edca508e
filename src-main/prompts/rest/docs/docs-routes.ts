import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type RestContext, replyJson } from '../reply.ts';

/** Routes that show the API; created on first use. */
export class DocsRoutes {
  readonly #version: string;
  #document: Promise<import('./open-api.ts').ApiDocument> | undefined;

  constructor(version: string) {
    this.#version = version;
  }

  async document(c: RestContext): Promise<Response> {
    return replyJson(c, JSON.stringify(await this.#made(), undefined, 2));
  }

  async page({ env: { outgoing } }: RestContext): Promise<Response> {
    const { docsPage } = await import('./docs-page.ts');
    const { html, policy } = docsPage(await this.#made());
    outgoing.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-length': Buffer.byteLength(html),
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    outgoing.end(html);
    return RESPONSE_ALREADY_SENT;
  }

  #made(): Promise<import('./open-api.ts').ApiDocument> {
    this.#document ??= import('./open-api.ts').then(({ openApiDocument }) => openApiDocument(this.#version));
    return this.#document;
  }
}
