import { expect, test } from 'vitest';
import { openApiDocument } from '../../../../src-main/prompts/rest/docs/open-api.ts';

const answerOf = (path: string): unknown => {
  const { paths = {} } = JSON.parse(JSON.stringify(openApiDocument('1.0.0'))) as {
    readonly paths?: Record<string, { get: { responses: Record<string, { content: Record<string, object> }> } }>;
  };
  return paths[path]?.get.responses['200']?.content['application/json'];
};

test('the document of the API has the fields of each record', () => {
  expect(answerOf('/api/extensions/{id}')).toMatchObject({
    schema: { type: 'object', properties: { name: { type: 'string' }, version: { type: 'string' } } },
  });
  expect(answerOf('/api/tools/{id}')).toMatchObject({
    schema: { oneOf: expect.arrayContaining([expect.objectContaining({ type: 'object' })]) },
  });
});
