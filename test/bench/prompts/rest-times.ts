import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { readBody } from '../../../src-main/prompts/rest/body.ts';
import { writeJson } from '../../../src-main/prompts/rest/reply.ts';
import { restBox } from '../../support/rest-box.ts';
import { promptRecord } from '../../support/rest-fixture.ts';
import type { Report } from '../run.ts';
import type { LoadOrder, LoadResult } from './http-load.ts';

const ROUNDS = 7;
const ROUND_MS = 1000;
const CONNECTIONS = 32;

/** Rendering the small template over REST, beside a handler on the same kind of server that reads as much and answers with a constant. */
export async function measure(report: Report, [inputs = '']: readonly string[]): Promise<void> {
  const template = await readFile(join(inputs, 'small.tmpl'), 'utf8');
  const { args, ...variables } = JSON.parse(await readFile(join(inputs, 'small.json'), 'utf8'));
  await using box = await restBox({ store: 'folder', keepsNoLog: true });
  const environs = Object.entries(variables).map(([name, value]) => [`shenma:environs:${name}`, value]);
  await box.put({ ...promptRecord(template), ...Object.fromEntries(environs) });
  await using bare = await bareServer();
  await using load = startLoad();
  const body = JSON.stringify({ args });
  const order = { connections: CONNECTIONS, milliseconds: ROUND_MS };
  const ways = {
    bare: { ...order, port: bare.port, request: requestOf('/bare', body), expected: '"success"' },
    render: {
      ...order,
      port: Number(new URL(box.url).port),
      request: requestOf('/api/prompts/demo.p/render', body),
      expected: args.question,
    },
  };
  for (const way of Object.values(ways)) await load.run(way);
  const rounds: Round[] = [];
  for (let at = 0; at < ROUNDS; at++) {
    rounds.push({ bare: await withCpu(load.run(ways.bare)), render: await withCpu(load.run(ways.render)) });
  }
  tell(report, rounds);
  tellCpu(report, rounds);
}

interface Measured extends LoadResult {
  /** Microseconds of this process, which serves, for each request. */
  readonly cpu: number;
}

type Round = Readonly<Record<'bare' | 'render', Measured>>;

async function withCpu(running: Promise<LoadResult>): Promise<Measured> {
  const from = process.cpuUsage();
  const result = await running;
  const { user, system } = process.cpuUsage(from);
  return { ...result, cpu: (user + system) / result.requests };
}

/** Reports CPU times, which other programs on the machine affect least. */
function tellCpu(report: Report, rounds: readonly Round[]): void {
  const told = (name: string, value: number, unit: string) => report({ name, value: round(value), unit });
  told('prompts.rest.bare.cpu', median(rounds.map(({ bare }) => bare.cpu)), 'µs a request');
  told('prompts.rest.render.cpu', median(rounds.map(({ render }) => render.cpu)), 'µs a request');
  told('prompts.rest.cpu.ratio', median(rounds.map(({ bare, render }) => bare.cpu / render.cpu)), 'x bare');
}

function tell(report: Report, rounds: readonly Round[]): void {
  const rate = ({ requests, seconds }: LoadResult) => requests / seconds;
  const ratios = rounds.map(({ bare, render }) => rate(render) / rate(bare));
  const note = `${CONNECTIONS} keep-alive connections, median of ${ROUNDS} rounds by turns`;
  report({
    name: 'prompts.rest.bare',
    value: round(median(rounds.map(({ bare }) => rate(bare)))),
    unit: 'requests/s',
    note,
  });
  report({
    name: 'prompts.rest.render',
    value: round(median(rounds.map(({ render }) => rate(render)))),
    unit: 'requests/s',
  });
  report({
    name: 'prompts.rest.ratio',
    value: round(median(ratios)),
    unit: 'x bare',
    atLeast: 0.6,
    note: `worst ${round(Math.min(...ratios))}`,
  });
  const bareP99 = median(rounds.map(({ bare }) => bare.p99));
  report({ name: 'prompts.rest.bare.p99', value: round(bareP99), unit: 'ms' });
  const p99s = rounds.map(({ render }) => render.p99);
  report({
    name: 'prompts.rest.p99',
    value: round(median(p99s)),
    unit: 'ms',
    atMost: 15,
    note: `worst ${round(Math.max(...p99s))}`,
  });
  report({
    name: 'prompts.rest.wrong',
    value: rounds.reduce((sum, { render }) => sum + render.wrong, 0),
    unit: 'answers',
    atMost: 0,
  });
}

function requestOf(path: string, body: string): string {
  return `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

async function bareServer() {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.post('/bare', async (c) => {
    await readBody(c.env.incoming);
    writeJson(c.env.outgoing, '{"status":"success"}');
    return RESPONSE_ALREADY_SENT;
  });
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const http = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return {
    port: (http.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      http.close();
      http.closeAllConnections();
    },
  };
}

function startLoad() {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'http-load.js')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    run: async (order: LoadOrder): Promise<LoadResult> => {
      child.stdin.write(`${JSON.stringify(order)}\n`);
      const { value, done } = await lines.next();
      if (done === true) throw new Error('The generator of load has ended');
      return JSON.parse(value);
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const round = (value: number) => Math.round(value * 100) / 100;
