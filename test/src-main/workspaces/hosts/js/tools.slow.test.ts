import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type StartNode, startNodeChild } from '#process/node-program';
import { jsWorkspace } from '../../../../support/js-workspace.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const GREET = `
/**
 * Says hello.
 *
 * @param {string} name Who is greeted.
 * @param {number} [times=1] How often.
 */
export async function tool({ name, times = 1 }) { return ('hello ' + name + ' ').repeat(times).trim(); }
`;

test('a tool is described by its doc comment and called with its arguments, in the workspace', async () => {
  await using it = await jsWorkspace({
    'tools/greet.mjs': GREET,
    'tools/where.mjs':
      'export const tool = async (_, { workspace, signal }) => [process.cwd(), workspace, process.env.PSI_WORKSPACE, signal instanceof AbortSignal];',
  });
  const [greet, where] = await it.load();

  expect(greet).toEqual({
    file: 'tools/greet.mjs',
    declaration: {
      name: 'greet',
      description: 'Says hello.',
      parameters: {
        type: 'object',
        properties: {
          name: { type: 'string', description: 'Who is greeted.' },
          times: { type: 'number', description: 'How often.', default: 1 },
        },
        required: ['name'],
      },
    },
  });
  expect(await it.call('greet', { name: 'you', times: 2 })).toBe('hello you hello you');
  expect(where?.problem?.message).toContain('nothing says which arguments it takes');
});

test('tools of TypeScript, CommonJS, and with a schema of their own are loaded', async () => {
  await using it = await jsWorkspace({
    'tools/typed.ts': `
import { twice, type Wanted } from './../lib/twice.ts';
import { thrice } from '../lib/thrice.js';
enum Kind { A = 'a' }
/** Repeats a text. */
export async function tool({ text, style }: Wanted): Promise<string> { return twice(text) + thrice(text) + (style ?? Kind.A); }`,
    'lib/twice.ts': `export interface Wanted {
/** Text to repeat. */
text: string; style?: 'b' | 'c' }
export const twice = (text: string): string => text + text;`,
    'lib/thrice.ts': 'export const thrice = (text: string): string => text + text + text;',
    'tools/common.js': `
const { helper } = require('../lib/helper.cjs');
exports.description = 'Adds.';
exports.parameters = { type: 'object', properties: { a: { type: 'integer', default: 4 } } };
exports.tool = async ({ a }) => helper(a);`,
    'lib/helper.cjs': 'exports.helper = (a) => a + 1;',
    'tools/schema.mjs': `
export const parameters = { toJSONSchema: () => ({ type: 'object', properties: { n: { type: 'number' } } }), parseAsync: async (a) => ({ n: a.n * 10 }) };
export default async ({ n }) => n;`,
    'tools/zod3.mjs': 'export const parameters = { _def: {} };\nexport const tool = async () => 1;',
  });
  const loaded = await it.load();

  expect(loaded.map(({ file, problem }) => [file, problem?.message])).toEqual([
    ['tools/common.js', undefined],
    ['tools/schema.mjs', undefined],
    ['tools/typed.ts', undefined],
    ['tools/zod3.mjs', expect.stringContaining('export z.toJSONSchema(schema)')],
  ]);
  expect(loaded[0]?.declaration).toMatchObject({ description: 'Adds.' });
  expect(loaded[2]?.declaration).toMatchObject({
    name: 'typed',
    description: 'Repeats a text.',
    parameters: {
      properties: {
        text: { type: 'string', description: 'Text to repeat.' },
        style: { type: 'string', enum: ['b', 'c'] },
      },
      required: ['text'],
    },
  });
  expect(await it.call('common')).toBe(5);
  expect(await it.call('schema', { n: 2 })).toBe(20);
  expect(await it.call('typed', { text: 'x' })).toBe('xxxxxa');
});

test('what was compiled is kept, for the sources that it was compiled from alone', async () => {
  await using memory = await temporaryFolder();
  const started: string[] = [];
  const startNode: StartNode = (options) => {
    started.push(options.module);
    return startNodeChild(options);
  };
  const options = { startNode, compiledFolder: join(memory.path, 'compiled') };
  const files = {
    'tools/kept.ts': "import { one } from '../lib/one.ts'; export const tool = async ({}) => one as number;",
    'lib/one.ts': 'export const one: number = 1;',
  };
  await using first = await jsWorkspace(files, options);
  await first.load();
  expect([await first.call('kept'), started.length]).toEqual([1, 2]);
  expect(await readdir(options.compiledFolder)).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.json$/)]);

  await using copied = await jsWorkspace(files, options);
  await copied.load();
  expect([await copied.call('kept'), started.length]).toEqual([1, 3]);

  await copied.write({ 'lib/one.ts': 'export const one: number = 2;' });
  await copied.load();
  expect([await copied.call('kept'), started.length]).toEqual([2, 4]);
});

test('whole numbers that JavaScript would round are not handed to a tool, and the call says why', async () => {
  await using it = await jsWorkspace({
    'tools/order.mjs': 'export const tool = ({ id, share }) => { console.error("ran"); return [id, share]; };',
  });
  await it.load();
  const calls = (sent: string) => it.call('order', {}, { arguments: sent });

  await expect(calls('{"id": 9007199254740993}')).rejects.toThrow(
    'order was not called: JavaScript has no number 9007199254740993, and would make 9007199254740992 of it. ' +
      'Send it as a text, if the tool takes one.',
  );
  await expect(calls('{"id": [{"n": -1e400}]}')).rejects.toThrow('no number -1e400');
  expect(it.printed()).not.toContain('ran');
  // Of fractions, each digit more is a smaller difference.
  const kept = '{"id": ["9007199254740993", 9007199254740992], "share": 0.12345678901234567890}';
  expect(await calls(kept)).toEqual([['9007199254740993', 9007199254740992], 0.12345678901234568]);
});

describe('what becomes of an answer', () => {
  const one = (body: string) => `export async function tool({ n = 1 }) { ${body} }`;
  const tools: Record<string, string> = {
    bigint: 'return { a: 5n, b: 123456789012345678901234567890n };',
    cyclic: 'const a = {}; a.a = a; return a;',
    buffer: "return Buffer.from('text ä');",
    bytes: 'return { a: new Uint8Array([255, 254]) };',
    map: "return [new Map([['a', 1]]), new Set([2])];",
    nothing: 'return undefined;',
    list: 'return (async function* () { yield 1; yield 2; })();',
    big: "return 'x'.repeat(50_000_000);",
    fails: "throw new Error('it does not work');",
    text: "throw 'a text';",
    strange: 'throw { toString: null };',
    exits: "process.exit(3); return 'on';",
    functional: 'return () => 1;',
    lost: "setTimeout(() => { throw new Error('thrown beside it'); }, 1); await new Promise(() => {});",
    rejected: "Promise.reject(new Error('rejected beside it')); await new Promise(() => {});",
    patches:
      'JSON.stringify = JSON.parse = () => { throw new Error("patched") }; Array.prototype.push = Array.prototype.map = Array.isArray = Map.prototype.get = undefined; return n;',
  };

  test('it is JSON, or the reason why it is none, and the process goes on', async () => {
    await using it = await jsWorkspace(
      Object.fromEntries(Object.entries(tools).map(([name, body]) => [`tools/${name}.mjs`, one(body)])),
    );
    await it.load();

    expect(await it.call('bigint')).toEqual({ a: 5, b: '123456789012345678901234567890' });
    expect(await it.call('buffer')).toBe('text ä');
    expect(await it.call('map')).toEqual([{ a: 1 }, [2]]);
    expect(await it.call('nothing')).toBeUndefined();
    expect(await it.call('list')).toEqual([1, 2]);
    expect(await it.failure('cyclic')).toContain('contains itself');
    expect(await it.failure('bytes')).toContain('2 bytes that are no UTF-8 text');
    expect(await it.failure('big')).toContain('50,000,000 bytes long; at most 1,000,000');
    expect(await it.failure('fails')).toBe('it does not work');
    expect(await it.failure('text')).toBe('a text');
    expect(await it.failure('strange')).toContain('toString');
    expect(await it.failure('exits')).toContain('process.exit(3) is not for a tool');
    expect(await it.failure('functional')).toContain('returned a function');
    expect(await it.failure('lost')).toBe('thrown beside it');
    expect(await it.failure('rejected')).toBe('rejected beside it');
    const call = { tool: 'fails', arguments: '[1]', dir: it.path, session: 's', callId: 'c', timeoutMs: 5000 };
    await expect(it.host.call(call, AbortSignal.timeout(5000))).rejects.toThrow('are no JSON object');
    expect(await it.failure('absent')).toBe('There is no tool absent');
    const pid = it.host.pid;
    expect(await it.call('patches', { n: 7 })).toBe(7);
    expect(await it.call('patches', { n: 8 })).toBe(8);
    expect(it.host.pid).toBe(pid);
  });
});
