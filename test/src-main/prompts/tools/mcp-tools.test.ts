import { expect, test } from 'vitest';
import { createToolCaller } from '../../../../src-main/prompts/tools/index.ts';
import { loadedTool } from '../../../support/loaded-tool.ts';
import { silentLogger } from '../../../support/silent-logger.ts';

const PARAMETERS = {
  type: 'object',
  properties: { symbol: { type: 'string' }, limit: { type: 'integer', default: 5 } },
  required: ['symbol'],
};

test('MCP: structured content, JSON text, text; what fails and who hangs', async () => {
  const asked: unknown[] = [];
  const warnings: (readonly [string, unknown])[] = [];
  const debugs: unknown[] = [];
  const log = {
    ...silentLogger,
    warn: (event: string, fields?: unknown) => void warnings.push([event, fields]),
    debug: (_: string, fields?: unknown) => void debugs.push(fields),
  };
  let answer: () => Promise<{ value?: unknown; text: string; isError: boolean }> = async () => ({
    value: { a: 1 },
    text: 'x',
    isError: false,
  });
  const mcp = {
    call: (...given: unknown[]) => {
      asked.push(given.slice(0, 3));
      return answer();
    },
  };
  await using caller = createToolCaller({ settings: () => ({ allow: [] }), mcp, log });
  const tool = loadedTool({ type: 'mcp', mcp: { server: 'chrome', tool: 'open' }, parameters: PARAMETERS });
  const ask = (limitMs = 5000) => caller.call(tool, ['Foo'], { signal: new AbortController().signal, limitMs });
  expect(await ask()).toMatchObject({ outcome: 'value', value: { a: 1 }, request: 'MCP chrome open' });
  expect(asked).toEqual([['chrome', 'open', { symbol: 'Foo', limit: 5 }]]);
  answer = async () => ({ text: '{"b":2}', isError: false });
  expect(await ask()).toMatchObject({ value: { b: 2 } });
  answer = async () => ({ text: 'words', isError: false });
  expect(await ask()).toMatchObject({ value: 'words' });
  answer = async () => ({ text: 'why', isError: true });
  expect(await ask()).toMatchObject({ outcome: 'empty', error: 'the MCP tool answered that it failed: why' });
  answer = async () => ({ text: '😀'.repeat(600).replace('😀', 'x'), isError: true });
  expect((await ask()).error?.isWellFormed()).toBe(true);
  answer = () => Promise.reject(new Error('There is no server chrome'));
  expect(await ask()).toMatchObject({
    outcome: 'empty',
    error: 'the MCP tool could not be called: There is no server chrome',
  });
  answer = () => Promise.reject(new Error('Invalid arguments: {"symbol":"Foo"}'));
  await ask();
  expect(warnings.at(-1)).toEqual([
    'prompts.tool.failed',
    { tool: 'codebase_look_ref', cause: 'the MCP tool could not be called' },
  ]);
  expect(debugs.at(-1)).toMatchObject({ detail: expect.stringContaining('"symbol":"Foo"') });
  answer = () => new Promise(() => {});
  expect(await ask(30)).toMatchObject({ outcome: 'empty', error: 'its time was up' });
});
