import { expect, test } from 'vitest';
import { namedArguments } from '../../../../src-main/prompts/tools/arguments.ts';
import { type RestDescription, requestOf } from '../../../../src-main/prompts/tools/http-request.ts';

const LARGE = 9_007_199_254_740_993n;
const PARAMETERS = { properties: { id: { type: 'integer' }, also: {} } };

async function asked(description: RestDescription, ...args: Parameters<typeof namedArguments>[1]) {
  const { method, url, body } = requestOf(description, await namedArguments(PARAMETERS, args), 'http://server/');
  return [method, url.pathname + url.search, ...(body === undefined ? [] : [body])].join(' ');
}

test.each([
  [{ method: 'DELETE', url: '/items/{id}' }, 'DELETE /items/9007199254740993'],
  [{ method: 'GET', url: '/items' }, 'GET /items?id=9007199254740993'],
  [{ method: 'PUT', url: '/items' }, 'PUT /items {"id":"9007199254740993"}'],
])('an integer that no number holds keeps its digits: %j', async (description, expected) => {
  expect(await asked(description, LARGE)).toBe(expected);
});

test('other integers are numbers, also in lists', async () => {
  expect(await asked({ method: 'POST', url: '/' }, 7n, [8n, LARGE])).toBe(
    'POST / {"id":7,"also":[8,"9007199254740993"]}',
  );
  expect(await asked({ method: 'GET', url: '/' }, 7n, [8n, LARGE])).toBe('GET /?id=7&also=8&also=9007199254740993');
});
