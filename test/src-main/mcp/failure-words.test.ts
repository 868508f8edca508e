import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AppError } from '#core/app-error';
import { errorNumber, failureWords, isHttpStatus, mcpAdvice } from '../../../src-main/mcp/failure-words.ts';

const http = (status: number, text: string) => new StreamableHTTPError(status, text);
const unreachable = new TypeError('fetch failed', {
  cause: Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' }),
});

describe('a failure is one sentence', () => {
  test.each<[string, unknown, string]>([
    ['our own', new AppError('TIMEOUT', 'It took too long'), 'It took too long'],
    ['a status', http(500, 'Error POSTing to endpoint: broken'), 'it answered with HTTP status 500: broken'],
    ['a status that says nothing', http(502, ''), 'it answered with HTTP status 502'],
    ['a status with an empty value', http(404, 'null'), 'it answered with HTTP status 404'],
    [
      'no HTTP of ours',
      http(-1, 'Unexpected content type: text/html'),
      'it does not speak streamable HTTP: Unexpected content type: text/html',
    ],
    ['an error of the protocol', new McpError(ErrorCode.InvalidParams, 'no such tool'), 'no such tool'],
    ['a form that is none', z.string().safeParse(1).error, 'it answered with what the protocol does not know'],
    ['nobody there', unreachable, 'it cannot be reached (ECONNREFUSED)'],
    ['another', new Error('it fell over'), 'it fell over'],
    ['no error at all', 'a text', 'a text'],
  ])('%s', (_, error, words) => {
    expect(failureWords(error)).toBe(words);
  });

  test('what a server says is cut after 500 characters', () => {
    expect(failureWords(http(500, 'x'.repeat(2000)))).toBe(`it answered with HTTP status 500: ${'x'.repeat(500)}`);
  });
});

test('a number is the status, or the code of the protocol; a system’s code is none', () => {
  expect(errorNumber(http(401, ''))).toBe(401);
  expect(errorNumber(new McpError(-32_601, ''))).toBe(-32_601);
  expect(errorNumber(Object.assign(new Error(''), { code: 'ENOENT' }))).toBeUndefined();
  expect(isHttpStatus(http(401, ''), 401)).toBe(true);
  expect(isHttpStatus(new McpError(401, ''), 401)).toBe(false);
});

test.each([
  [401, /Authorization with the value "Bearer <token>"/],
  [403, /Signing in through a browser is not supported/],
  [404, /often ends in \/mcp/],
  [405, /older transport \(HTTP with SSE\) is not supported/],
])('HTTP status %i is advised about', (status, advice) => {
  expect(mcpAdvice(http(status, ''))).toMatch(advice);
});

test('about others nothing is advised', () => {
  expect(mcpAdvice(http(500, ''))).toBeUndefined();
  expect(mcpAdvice(unreachable)).toBeUndefined();
});
