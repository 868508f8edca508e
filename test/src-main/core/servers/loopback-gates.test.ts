import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GateRefusal } from '../../../../src-main/core/servers/loopback-gate.ts';
import { createMcpGate } from '../../../../src-main/mcp/http-gate.ts';
import { createRestGate } from '../../../../src-main/prompts/rest/gate.ts';
import { createGate as createAdapterGate, isAuthorised } from '../../../../src-main/shell-adapter/server/gate.ts';
import { Access } from '../../../../src-main/web/access.ts';
import { cookieNameFor, createWebGate } from '../../../../src-main/web/request-gate.ts';

const TOKEN = 'right-token_0123456789';
const SERVERS = ['web', 'mcp', 'rest', 'adapter'] as const;
type ServerName = (typeof SERVERS)[number];

/** A status that refuses, or `in`. */
type Answer = number | 'in';

let port = 0;
let onParsed: (request: IncomingMessage) => void = () => {};
const server = createServer((request, response) => {
  onParsed(request);
  response.setHeader('connection', 'close').end();
});
const access = new Access();
const session = access.redeem(access.newCode()) ?? '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** Parses these bytes as node does: the request, or its own status where it refuses them itself. */
function parsed(bytes: string): Promise<IncomingMessage | number> {
  return new Promise((resolve) => {
    onParsed = resolve;
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(Number(answer.split(' ')[1])));
  });
}

/** How each server is asked by whoever may: programs of this machine need no token of the two whose file says so. */
const ASKED: Readonly<Record<ServerName, { method: string; target: string; headers: () => string[] }>> = {
  web: { method: 'GET', target: '/', headers: () => [`Cookie: ${cookieNameFor(port)}=${session}`] },
  mcp: {
    method: 'POST',
    target: '/mcp',
    headers: () => ['Content-Type: application/json', 'Content-Length: 0', `Authorization: Bearer ${TOKEN}`],
  },
  rest: { method: 'GET', target: '/api/prompts', headers: () => [] },
  adapter: { method: 'GET', target: '/socket.io/?EIO=4&transport=polling', headers: () => [] },
};

function answerOf(name: ServerName, request: IncomingMessage): GateRefusal | undefined {
  const host = '127.0.0.1';
  switch (name) {
    case 'web': {
      const passage = createWebGate({ port, access })(request);
      return passage.kind === 'refused' ? passage : undefined;
    }
    case 'mcp':
      return createMcpGate({ port, token: () => TOKEN })(request);
    case 'rest':
      return createRestGate({ host, token: () => TOKEN, trustsLoopback: true })(request);
    case 'adapter':
      return createAdapterGate({ host, origins: { isAny: false, listed: [] }, token: () => undefined })(request);
  }
}

interface Change {
  readonly target?: string;
  /** Host headers in place of the right one. */
  readonly hosts?: readonly string[];
  readonly more?: readonly string[];
}

async function asked(name: ServerName, { target, hosts = [`127.0.0.1:${port}`], more = [] }: Change): Promise<Answer> {
  const { method, ...usual } = ASKED[name];
  const lines = [...hosts.map((host) => `Host: ${host}`), ...usual.headers(), ...more];
  const request = await parsed(`${method} ${target ?? usual.target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  if (typeof request === 'number') return request;
  return answerOf(name, request)?.status ?? 'in';
}

const all = (answer: Answer): Readonly<Record<ServerName, Answer>> => ({
  web: answer,
  mcp: answer,
  rest: answer,
  adapter: answer,
});
/** Two listen where a file says, and people forward ports of their own to them. */
const FORWARDED = { ...all('in'), web: 403, mcp: 403 } as const;
const host = (given: string): [string, () => Change] => [`Host: ${given}`, () => ({ hosts: [given] })];
const more = (...lines: string[]): [string, () => Change] => [lines.join(', '), () => ({ more: lines })];
const target = (given: string): [string, () => Change] => [`target ${given}`, () => ({ target: given })];

const HOSTILE: readonly (readonly [string, () => Change, Readonly<Record<ServerName, Answer>>])[] = [
  ['as it is asked by whoever may', () => ({}), all('in')],
  ['by the name localhost', () => ({ hosts: [`localhost:${port}`] }), all('in')],
  ['by the name in capitals', () => ({ hosts: [`LOCALHOST:${port}`] }), FORWARDED],
  ['by IPv6', () => ({ hosts: [`[::1]:${port}`] }), FORWARDED],
  [...host('127.0.0.1:1'), FORWARDED],
  [...host('localhost'), FORWARDED],

  [...host('localhost:65536'), all(403)],
  [...host('localhost:'), all(403)],
  [...host('localhost:http'), all(403)],
  [...host('localhost.'), all(403)],
  [...host('[localhost]'), all(403)],
  [...host('[127.0.0.1]'), all(403)],
  [...host('user@localhost'), all(403)],
  [...host('localhost@evil.example'), all(403)],
  [...host('localhost, evil.example'), all(403)],
  [...host('localhost/evil.example'), all(403)],
  [...host('evil.example'), all(403)],
  ['a name that was pointed here', () => ({ hosts: [`evil.example:${port}`] }), all(403)],
  ['a name that only begins so', () => ({ hosts: [`localhost.evil.example:${port}`] }), all(403)],
  ['a name that only looks like an address', () => ({ hosts: [`127.0.0.1.nip.io:${port}`] }), all(403)],
  ['a short address', () => ({ hosts: [`127.1:${port}`] }), all(403)],
  ['the address of all interfaces', () => ({ hosts: [`0.0.0.0:${port}`] }), all(403)],
  ['an address of another machine', () => ({ hosts: [`192.168.0.7:${port}`] }), all(403)],

  [...host(''), all(400)],
  ['no Host', () => ({ hosts: [] }), all(400)],
  ['the same Host twice', () => ({ hosts: [`127.0.0.1:${port}`, `127.0.0.1:${port}`] }), all(400)],
  ['another Host behind ours', () => ({ hosts: [`127.0.0.1:${port}`, 'evil.example'] }), all(400)],
  ['another Host before ours', () => ({ hosts: ['evil.example', `127.0.0.1:${port}`] }), all(400)],
  [...more('Origin: http://a.example', 'origin: http://b.example'), all(400)],
  [...more('Authorization: Bearer a', 'AUTHORIZATION: Bearer b'), all(400)],

  [...target('http://evil.example/'), all(400)],
  ['an absolute target of ours', () => ({ target: `http://127.0.0.1:${port}/` }), all(400)],
  [...target('*'), all(400)],
  [...target('evil.example:80'), all(400)],

  [...more('Origin: null'), all(403)],
  [...more('Origin:'), all(403)],
  [...more('Origin: http://evil.example'), all(403)],
  [...more('Origin: http://localhost:1'), all(403)],
  ['a page of another scheme', () => ({ more: [`Origin: https://127.0.0.1:${port}`] }), all(403)],
  ['a page with our origin as its user', () => ({ more: [`Origin: http://127.0.0.1:${port}@evil.example`] }), all(403)],
  ['our origin by another name', () => ({ more: [`Origin: http://localhost:${port}`] }), all(403)],
  // The adapter has no pages of its own.
  ['a page of ours', () => ({ more: [`Origin: http://127.0.0.1:${port}`] }), { ...all('in'), adapter: 403 }],
  // Its link may be followed from any page, and its cookie is not sent along then.
  [...more('Sec-Fetch-Site: cross-site'), { ...all(403), web: 'in' }],
  [...more('Sec-Fetch-Site: same-site'), { ...all(403), web: 'in' }],
  [...more('Sec-Fetch-Site: same-origin'), all('in')],
  [...more('Sec-Fetch-Site: none'), all('in')],
];

describe.each(SERVERS)('the gate of %s', (name) => {
  test.each(HOSTILE)('%s', async (_, change, answers) => {
    expect(await asked(name, change())).toBe(answers[name]);
  });
});

test.each<[string, boolean]>([
  [`Bearer ${TOKEN}`, true],
  [`bearer ${TOKEN}`, true],
  [`BEARER ${TOKEN}`, true],
  [`Bearer   ${TOKEN}`, true],
  [TOKEN, false],
  [`Bearer${TOKEN}`, false],
  [`Basic ${TOKEN}`, false],
  [`Bearer "${TOKEN}"`, false],
  [`Bearer ${TOKEN} x`, false],
  [`Bearer x, Bearer ${TOKEN}`, false],
  [`Bearer ${TOKEN.slice(0, -1)}`, false],
  [`Bearer ${TOKEN}x`, false],
  [`Bearer ${TOKEN.toUpperCase()}`, false],
  ['Bearer', false],
  ['', false],
])('whoever must present a token and says "%s" is let in by all: %s', async (authorization, isIn) => {
  const bytes = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 0\r\nAuthorization: ${authorization}\r\n\r\n`;
  const request = await parsed(bytes);
  if (typeof request === 'number') throw new Error(`node answered ${request}`);
  const rest = createRestGate({ host: '127.0.0.1', token: () => TOKEN, trustsLoopback: false });

  const refused = isIn ? undefined : 401;
  expect(createMcpGate({ port, token: () => TOKEN })(request)?.status).toBe(refused);
  expect(rest(request)?.status).toBe(refused);
  expect(isAuthorised({ auth: {}, headers: request.headers }, TOKEN)).toBe(isIn);
});
