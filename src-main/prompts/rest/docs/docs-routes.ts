import { writeJson } from '../reply.ts';
import type { Route } from '../router.ts';

/** Makes the routes that show the API; what they show is made on first use. */
export function docsRoutes(version: string): readonly Route[] {
  let making: Promise<import('./open-api.ts').ApiDocument> | undefined;
  const made = () => {
    making ??= import('./open-api.ts').then(({ openApiDocument }) => openApiDocument(version));
    return making;
  };
  const document: Route['answer'] = async ({ outgoing }) => {
    writeJson(outgoing, JSON.stringify(await made(), undefined, 2));
  };
  const page: Route['answer'] = async ({ outgoing }) => {
    const { docsPage } = await import('./docs-page.ts');
    const { html, policy } = docsPage(await made());
    outgoing.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-length': Buffer.byteLength(html),
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    outgoing.end(html);
  };
  return [
    { method: 'GET', path: '/api/openapi.json', answer: document },
    { method: 'GET', path: '/docs', answer: page },
  ];
}
