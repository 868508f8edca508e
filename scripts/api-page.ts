import type { ApiDocument } from '../src-main/prompts/rest/docs/open-api.ts';
import { cell, fieldTable, type Schema, typeOf } from './schema-rows.ts';

interface Content {
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: unknown }>>;
}

interface Operation {
  readonly summary?: string;
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content>>;
}

/** The page of an OpenAPI document: each request with its answers, then the schemas that they name. */
export function apiPage({ info, paths = {}, components }: ApiDocument) {
  const requests = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations as Readonly<Record<string, Operation>>).map(([method, operation]) =>
      requestSection(`${method.toUpperCase()} ${path}`, operation),
    ),
  );
  const schemas = Object.entries(components?.schemas ?? {}).map(([name, schema]) =>
    [`### ${name}`, fieldTable(schema as Schema)].join('\n\n'),
  );
  return {
    title: 'The REST API of prompts',
    about: `${info.description ?? ''} The same document as JSON is at \`GET /api/openapi.json\`. [prompts-rest.md](../prompts-rest.md) is the guide.`,
    sections: ['## Requests', ...requests, '## Schemas', ...schemas],
  };
}

function requestSection(title: string, { summary = '', requestBody, responses = {} }: Operation): string {
  const rows = Object.entries(responses).map(
    ([status, answer]) => `| ${status} | ${cell(shapeOf(answer))} | ${cell(answer.description ?? '')} |`,
  );
  const body = requestBody ? `Body: ${shapeOf(requestBody)}.` : '';
  const answers = ['| status | answer | |', '|---|---|---|', ...rows].join('\n');
  return [`### \`${title}\``, `${summary}.`, body, answers].filter((text) => text !== '').join('\n\n');
}

function shapeOf({ content = {} }: Content): string {
  const shapes = Object.entries(content).map(([type, { schema }]) => {
    const shape = typeOf((schema ?? {}) as Schema);
    return type === 'application/json' ? shape : `${shape} (\`${type}\`)`;
  });
  return shapes.join(' or ');
}
