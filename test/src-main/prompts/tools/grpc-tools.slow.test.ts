import { describe, expect, test } from 'vitest';
import { EMPTY, type TemplateValue } from '#template';
import { createToolCaller } from '../../../../src-main/prompts/tools/index.ts';
import { type GrpcBox, grpcBox } from '../../../support/grpc-server.ts';
import { loadedTool } from '../../../support/loaded-tool.ts';
import { silentLogger } from '../../../support/silent-logger.ts';

const PARAMETERS = {
  properties: { full_name: {}, big: {}, tags: {}, raw: {}, mood: {}, ratio: {}, labels: {} },
};

interface Asked {
  readonly record: object;
  readonly args?: readonly TemplateValue[];
  readonly limitMs?: number;
  readonly allow?: readonly string[];
  readonly parameters?: object;
}

function callerOf(box: GrpcBox) {
  const now: { allow: readonly string[] } = { allow: [] };
  const mcp = { call: () => Promise.reject(new Error('none')) };
  const caller = createToolCaller({ settings: () => now, mcp, log: silentLogger });
  return {
    ask: (asked: Asked) => {
      const { record, args = ['Ann'], limitMs = 10_000, parameters = PARAMETERS } = asked;
      now.allow = asked.allow ?? [`http://${box.target}`];
      const grpc = { target: box.target, service: 'demo.v1.Greeter', method: 'Greet', ...record };
      const tool = loadedTool({ type: 'grpc', grpc, parameters });
      return caller.call(tool, args, { signal: new AbortController().signal, limitMs });
    },
    [Symbol.asyncDispose]: () => caller[Symbol.asyncDispose](),
  };
}

const LABELS = { team: 'core', __x: '' };
const ARGS = ['Ann', 9_007_199_254_740_991, ['a', 'b'], 'aGk=', 'GLAD', 0.25, LABELS];
const REPLY = {
  user_text: 'Hi Ann',
  person: {
    full_name: 'Ann',
    big: 9_007_199_254_740_991,
    tags: ['a', 'b'],
    raw: 'aGk=',
    mood: 'GLAD',
    ratio: 0.25,
    labels: LABELS,
  },
  count: 2,
  totals: { few: 5, exact: 9_007_199_254_740_993n, least: -9_223_372_036_854_775_808n },
  people: {},
};

describe.each(['v1', 'v1alpha', 'proto'] as const)('described by %s', (way) => {
  test('a unary method is called, and its answer is JSON', async () => {
    await using box = await grpcBox({ reflects: way === 'proto' ? false : way });
    await using caller = callerOf(box);
    const record = way === 'proto' ? { proto: box.proto } : {};
    const outcome = await caller.ask({ record, args: ARGS });
    expect(outcome).toEqual({
      outcome: 'value',
      value: REPLY,
      arguments: expect.objectContaining({ full_name: 'Ann' }),
      request: `gRPC ${box.target} demo.v1.Greeter/Greet`,
    });
    expect(box.agents[0]).toMatch(/^ai-prompt-shell\/1\.0/);
  });
});

test.each([
  ['by position', ['Ann', 9_007_199_254_740_993n]],
  ['by name', [{ full_name: 'Ann', big: 9_007_199_254_740_993n }]],
] as const)('an int keeps its digits, given %s', async (_, args) => {
  await using box = await grpcBox({ reflects: 'v1' });
  await using caller = callerOf(box);
  const parameters = { ...PARAMETERS, properties: { ...PARAMETERS.properties, big: { type: 'integer' } } };
  const outcome = await caller.ask({ record: {}, args, parameters });
  expect(box.requests).toEqual([expect.objectContaining({ big: '9007199254740993' })]);
  expect(outcome.arguments).toEqual({ full_name: 'Ann', big: '9007199254740993' });
});

test('failures are told by what they are', async () => {
  await using box = await grpcBox({ reflects: 'v1' });
  await using caller = callerOf(box);
  const errorOf = async (asked: Asked) => {
    const { outcome, value, error } = await caller.ask(asked);
    expect([outcome, value]).toEqual(['empty', EMPTY]);
    return error;
  };
  expect(await errorOf({ record: { method: 'Fail' } })).toBe(
    'it answered with gRPC status NOT_FOUND: nobody of that name',
  );
  expect(await errorOf({ record: { method: 'Watch' } })).toMatch(/demo.v1.Greeter\/Watch streams/);
  expect(await errorOf({ record: { method: 'None' } })).toBe('the gRPC service demo.v1.Greeter has no method None');
  expect(await errorOf({ record: { service: 'demo.v1.Nobody' } })).toMatch(/does not know demo.v1.Nobody/);
  expect(await errorOf({ record: { service: 'demo.v1.Person' } })).toMatch(/no gRPC service demo.v1.Person/);
  expect(await errorOf({ record: { method: 'Flood' } })).toMatch(/gRPC status RESOURCE_EXHAUSTED/);
  expect(await errorOf({ record: { method: 'Hang' }, limitMs: 100 })).toMatch(/time was up|DEADLINE_EXCEEDED/);
  expect(await errorOf({ record: { proto: 'a.proto' } })).toMatch(/not an absolute path/);
  expect(await errorOf({ record: { proto: '/nowhere/a.proto' } })).toBe('there is no file /nowhere/a.proto');
  expect(await errorOf({ record: { proto: '/etc/passwd' } })).toBe('its grpc.proto is no .proto file');
});

test('targets are judged like URLs', async () => {
  await using box = await grpcBox({ reflects: 'v1' });
  await using caller = callerOf(box);
  const errorOf = async (target: string, allow: readonly string[]) =>
    (await caller.ask({ record: { target }, allow })).error;
  expect(await errorOf(box.target, [])).toMatch(/private network/);
  expect(await errorOf(box.target, ['127.0.0.1:1'])).toMatch(/private network/);
  expect(await errorOf(`dns:///${box.target}`, [])).toMatch(/private network/);
  expect(await errorOf('169.254.169.254:80', ['169.254.169.254:80'])).toMatch(/no tool may call/);
  expect(await errorOf('ipv4:127.0.0.1:80', ['127.0.0.1:80'])).toMatch(/no host:port/);
  expect(await errorOf(`dns:///${box.target}`, [box.target])).toBeUndefined();
  expect(await errorOf(box.target, [`grpc://${box.target}`])).toBeUndefined();
  expect(box.requests).toHaveLength(2);
});

test('a server without reflection is told of', async () => {
  await using box = await grpcBox({ reflects: false });
  await using caller = callerOf(box);
  expect((await caller.ask({ record: {} })).error).toMatch(/no reflection: name a file as grpc.proto/);
});

test('a server that is gone fails within the limit', async () => {
  const box = await grpcBox({ reflects: 'v1' });
  await using caller = callerOf(box);
  expect((await caller.ask({ record: {} })).outcome).toBe('value');
  await box[Symbol.asyncDispose]();
  expect((await caller.ask({ record: {}, limitMs: 300 })).error).toMatch(/UNAVAILABLE|time was up|DEADLINE/);
});
