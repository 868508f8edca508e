import { randomBytes } from 'node:crypto';
import { DOCS_SCRIPT } from './docs-script.ts';
import { DOCS_STYLE } from './docs-style.ts';
import type { ApiDocument } from './open-api.ts';

/** The page about the API, made of its document alone: nothing is loaded from anywhere. */
export function docsPage(document: ApiDocument): { readonly html: string; readonly policy: string } {
  const nonce = randomBytes(16).toString('base64');
  const { info, components = {} } = document;
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapedHtml(info.title)}</title><style nonce="${nonce}">${DOCS_STYLE}</style></head><body>
<header><h1>${escapedHtml(info.title)}</h1><p class="quiet">${escapedHtml(info.description ?? '')} Version ${escapedHtml(info.version)} · <a href="/api/openapi.json">OpenAPI document</a></p>
<label>Token, where one is needed; it is kept by this page alone<input id="token" type="password" autocomplete="off" spellcheck="false"></label></header>
<main>${operationsHtml(document)}<h2>Schemas</h2>${Object.entries(components.schemas ?? {})
    .map(schemaHtml)
    .join('')}</main>
<footer class="quiet">Errors are always <code>{"code", "message", "success": false}</code>.</footer>
<script nonce="${nonce}">${DOCS_SCRIPT}</script></body></html>`;
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { html, policy };
}

interface Operation {
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly parameters?: readonly { readonly name: string; readonly schema?: { readonly example?: unknown } }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema?: { readonly $ref?: string } }>>;
  };
  readonly responses: Readonly<Record<string, { readonly description?: string }>>;
}

function operationsHtml({ paths = {}, components }: ApiDocument): string {
  const groups = new Map<string, string[]>();
  for (const [path, item] of Object.entries(paths)) {
    for (const method of ['get', 'post'] as const) {
      // What the generator makes is what OpenAPI says; its types allow references as well.
      const operation = item[method] as Operation | undefined;
      if (!operation) continue;
      const tag = operation.tags?.[0] ?? 'other';
      groups.set(tag, [...(groups.get(tag) ?? []), operationHtml({ path, method, operation, components })]);
    }
  }
  return [...groups].map(([tag, operations]) => `<h2>${escapedHtml(tag)}</h2>${operations.join('')}`).join('');
}

interface ShownOperation {
  readonly path: string;
  readonly method: 'get' | 'post';
  readonly operation: Operation;
  readonly components: ApiDocument['components'];
}

function operationHtml({ path, method, operation, components }: ShownOperation): string {
  const { parameters = [], requestBody, responses, summary = '' } = operation;
  const fields = parameters.map(
    ({ name, schema }) =>
      `<label>${escapedHtml(name)}<input name="${escapedHtml(name)}" required spellcheck="false" value="${escapedHtml(String(schema?.example ?? ''))}"></label>`,
  );
  const ref = requestBody?.content['application/json']?.schema?.$ref?.split('/').at(-1);
  const schema = components?.schemas?.[ref ?? ''] as { readonly example?: unknown } | undefined;
  const body = requestBody
    ? `<label>Body${ref === undefined ? '' : ` (${escapedHtml(ref)})`}<textarea name="body" spellcheck="false">${escapedHtml(JSON.stringify(schema?.example ?? {}, undefined, 2))}</textarea></label>`
    : '';
  const rows = Object.entries(responses).map(
    ([status, { description = '' }]) =>
      `<tr><td><code>${escapedHtml(status)}</code></td><td>${escapedHtml(description)}</td></tr>`,
  );
  return `<details><summary><span class="method ${method}">${method.toUpperCase()}</span><code>${escapedHtml(path)}</code><span class="quiet">${escapedHtml(summary)}</span></summary>
<div class="inner"><form data-method="${method.toUpperCase()}" data-path="${escapedHtml(path)}">${fields.join('')}${body}<button>Send</button>
<div class="answer" hidden aria-live="polite"><p class="status"></p><pre tabindex="0"></pre></div></form>
<table><thead><tr><th>Status</th><th>When</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></details>`;
}

function schemaHtml([name, schema]: [string, unknown]): string {
  return `<details><summary><code>${escapedHtml(name)}</code></summary><div class="inner"><pre tabindex="0">${escapedHtml(JSON.stringify(schema, undefined, 2))}</pre></div></details>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapedHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
