import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWebServer } from '../../../src-main/web/server.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { type WebWorkbench, webWorkbench } from './web-workbench.ts';

let web: WebWorkbench;
beforeAll(async () => {
  web = await webWorkbench();
});
afterAll(() => web[Symbol.asyncDispose]());

/** The header lines of a case, where PORT, COOKIE and CODE stand for the real ones. */
function filled(lines: readonly string[]): string[] {
  return lines.map((line) =>
    line
      .replaceAll('PORT', String(web.port))
      .replaceAll('COOKIE', web.cookie)
      .replaceAll('NAME', web.cookie.split('=')[0] ?? '')
      .replaceAll('VALUE', web.cookie.split('=')[1] ?? ''),
  );
}

async function statusOf(line: string, ...headers: readonly string[]): Promise<number> {
  const [first = '', ...rest] = filled([line, ...headers]);
  return (await web.send(first, ...rest)).status;
}

const HOST = 'Host: 127.0.0.1:PORT';
const GOOD = [HOST, 'Cookie: COOKIE'];

describe('logging in', () => {
  test('the code sets a cookie for this host alone and a page leads on without it', () => {
    // Not a redirect: the browser may come from a page of elsewhere, and would not send the cookie on that same way.
    expect(web.login.status).toBe(200);
    expect(web.login.body).toContain('<meta http-equiv="refresh" content="0;url=/">');
    expect(web.login.body).not.toMatch(/script|code=/);
    expect(web.login.headers).toMatch(/^Content-Type: text\/html; charset=utf-8\r?$/m);
    expect(web.login.headers).toContain("Content-Security-Policy: default-src 'none'; script-src 'self';");
    expect(web.login.headers).toMatch(/^Set-Cookie: sigma-\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/\r?$/m);
    expect(web.login.headers).toMatch(/^Cache-Control: no-store\r?$/m);
  });

  test('a used code, a wrong one and two at once are refused with what to do', async () => {
    const code = web.code();
    await web.send(`GET /?code=${code} HTTP/1.1`, web.host);
    for (const query of [`code=${code}`, 'code=', 'code=x', `code=${web.code()}&code=${web.code()}`]) {
      const answer = await web.send(`GET /?${query} HTTP/1.1`, web.host);
      expect([query, answer.status]).toEqual([query, 401]);
      expect(answer.body).toContain('Press Enter');
      expect(answer.headers).not.toContain('Set-Cookie');
    }
  });

  test.each([
    ['HEAD', []],
    ['GET', ['Sec-Purpose: prefetch;prerender']],
    ['GET', ['Origin: http://evil.example']],
    ['POST', []],
  ])('%s with %j does not use a code up', async (method, headers) => {
    const code = web.code();
    const refused = await web.send(`${method} /?code=${code} HTTP/1.1`, web.host, ...headers);
    expect(refused.status).toBeGreaterThanOrEqual(400);

    expect((await web.send(`GET /?code=${code} HTTP/1.1`, web.host)).status).toBe(200);
  });

  test('a code works on / alone', async () => {
    expect(await statusOf(`GET /index.html?code=${web.code()} HTTP/1.1`, HOST)).toBe(401);
  });
});

describe('without the cookie every path answers 401', () => {
  test.each([
    '/',
    '/index.html',
    '/assets/index-AbCd1234.js',
    '/favicon.ico',
    '/rpc',
    '/nothing',
    '/swagger',
    '/debug',
  ])('%s', async (path) => {
    expect(await statusOf(`GET ${path} HTTP/1.1`, HOST)).toBe(401);
    expect(await statusOf(`HEAD ${path} HTTP/1.1`, HOST)).toBe(401);
  });

  test.each([
    ['a prefix of it', 'Cookie: NAME=VALU'],
    ['one letter more', 'Cookie: COOKIEx'],
    ['another name', 'Cookie: other=VALUE'],
    ['its name in capitals', 'Cookie: SIGMA-PORT=VALUE'],
    ['an empty value', 'Cookie: NAME='],
    ['a bearer header', 'Authorization: Bearer VALUE'],
    ['the value in the query', 'X: y'],
  ])('%s is not the cookie', async (_, header) => {
    const name = web.cookie.split('=')[0] ?? '';
    const value = web.cookie.split('=')[1] ?? '';
    const line = header
      .replace('VALUE', value)
      .replace('VALU', value.slice(0, -1))
      .replace('COOKIE', web.cookie)
      .replace('NAME', name);

    expect(await statusOf(`GET /?token=${value} HTTP/1.1`, HOST, line)).toBe(401);
  });
});

describe('with the cookie', () => {
  test.each([
    ['/', 'text/html; charset=utf-8', 'no-store'],
    ['/index.html', 'text/html; charset=utf-8', 'no-store'],
    ['/?anything', 'text/html; charset=utf-8', 'no-store'],
    ['/assets/index-AbCd1234.js', 'text/javascript; charset=utf-8', 'private, max-age=31536000, immutable'],
  ])('%s is served as %s, %s', async (path, type, caching) => {
    const { status, headers } = await web.send(`GET ${path} HTTP/1.1`, ...filled(GOOD));

    expect(status).toBe(200);
    expect(headers).toContain(`Content-Type: ${type}`);
    expect(headers).toContain(`Cache-Control: ${caching}`);
    expect(headers).toContain("Content-Security-Policy: default-src 'none'; script-src 'self';");
    expect(headers).toContain('X-Content-Type-Options: nosniff');
    expect(headers).toContain('Referrer-Policy: no-referrer');
    expect(headers).toContain('Cross-Origin-Opener-Policy: same-origin');
  });

  test('HEAD has the headers and no body', async () => {
    const answer = await web.send('HEAD / HTTP/1.1', ...filled(GOOD));

    expect([answer.status, answer.body]).toEqual([200, '']);
    expect(answer.headers).toMatch(/Content-Length: [1-9]/);
  });

  test.each(['br', 'gzip'])('a client that takes %s gets it', async (encoding) => {
    const { headers } = await web.send(
      'GET /assets/index-AbCd1234.js HTTP/1.1',
      ...filled(GOOD),
      `Accept-Encoding: x, ${encoding}`,
    );

    expect(headers).toContain(`Content-Encoding: ${encoding}`);
    expect(Number(/Content-Length: (\d+)/.exec(headers)?.[1])).toBeLessThan(500);
  });

  test.each([
    '/assets/../index.html',
    '/assets/%2e%2e/%2e%2e/secret',
    '/..%2fsecret',
    '/%2e%2e/secret',
    '/..\\secret',
    '/assets//etc/passwd',
    '//etc/passwd',
    '/assets/link-out',
    '/index.html%00.js',
    '/INDEX.HTML',
    '/index.html/',
    '/assets',
    '/assets/',
    '/rpc',
    '/.git/config',
  ])('%s is not there', async (path) => {
    expect(await statusOf(`GET ${path} HTTP/1.1`, ...GOOD)).toBe(404);
  });
});

describe('a request that is not for us is refused, right cookie or not', () => {
  test.each([
    ['suffix trick', 403, ['Host: 127.0.0.1.nip.io:PORT']],
    ['other spelling', 403, ['Host: 127.1:PORT']],
    ['0.0.0.0', 403, ['Host: 0.0.0.0:PORT']],
    ['IPv6', 403, ['Host: [::1]:PORT']],
    ['another port', 403, ['Host: 127.0.0.1:1']],
    ['no port', 403, ['Host: 127.0.0.1']],
    ['trailing dot', 403, ['Host: localhost.:PORT']],
    ['user name', 403, ['Host: 127.0.0.1:PORT@evil.example']],
    ['rebinding', 403, ['Host: evil.example']],
    ['empty host', 400, ['Host: ']],
    ['no host', 400, []],
    ['two hosts', 400, ['Host: 127.0.0.1:PORT', 'Host: evil.example']],
    ['two equal hosts', 400, ['Host: 127.0.0.1:PORT', 'Host: 127.0.0.1:PORT']],
    ['foreign origin', 403, [HOST, 'Origin: http://evil.example']],
    ['null origin', 403, [HOST, 'Origin: null']],
    ['origin with user name', 403, [HOST, 'Origin: http://127.0.0.1:PORT@evil.example']],
    ['origin of another port', 403, [HOST, 'Origin: http://127.0.0.1:1']],
    ['origin of the other name', 403, [HOST, 'Origin: http://localhost:PORT']],
    ['https origin', 403, [HOST, 'Origin: https://127.0.0.1:PORT']],
    ['two origins', 400, [HOST, 'Origin: http://127.0.0.1:PORT', 'Origin: http://evil.example']],
    ['two cookie headers', 400, [HOST, 'Cookie: COOKIE']],
    ['two bearers', 400, [HOST, 'Authorization: Bearer a', 'Authorization: Bearer VALUE']],
  ])('%s: %i', async (_, status, headers) => {
    expect(await statusOf('GET / HTTP/1.1', ...headers, 'Cookie: COOKIE')).toBe(status);
  });

  test('one cookie named twice in a header is refused', async () => {
    expect(await statusOf('GET / HTTP/1.1', HOST, 'Cookie: NAME=x; COOKIE')).toBe(400);
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'])('%s is not allowed', async (method) => {
    const answer = await web.send(`${method} / HTTP/1.1`, ...filled(GOOD));

    expect(answer.status).toBe(405);
    expect(answer.headers).toContain('Allow: GET, HEAD');
  });

  test('CONNECT is not allowed', async () => {
    expect(await statusOf('CONNECT evil.example:80 HTTP/1.1', ...GOOD)).toBe(405);
  });

  test.each(['http://evil.example/', 'http://127.0.0.1:PORT/', '*', 'index.html'])(
    'the target %s is refused',
    async (target) => {
      expect(await statusOf(`GET ${target} HTTP/1.1`, ...GOOD)).toBe(400);
    },
  );

  test('a body is not read and the connection is closed after the answer', async () => {
    const [host = '', cookie = ''] = filled(GOOD);
    const answer = await web.sendText(`POST / HTTP/1.1\r\n${host}\r\n${cookie}\r\nContent-Length: 5\r\n\r\nhello`);

    expect(answer.status).toBe(405);
    expect(answer.headers).toMatch(/^Connection: close\r?$/m);
  });

  test('ten thousand headers are too many', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `X-${index}: y`);

    expect(await statusOf('GET / HTTP/1.1', ...GOOD, ...many)).toBe(431);
  });

  test('two requests glued together by a double length are refused', async () => {
    const [host = ''] = filled(GOOD);
    const text = `GET / HTTP/1.1\r\n${host}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`;

    expect((await web.sendText(text)).status).toBe(400);
  });
});

describe('listening', () => {
  test('only this machine can connect', async () => {
    const elsewhere = await new Promise<boolean>((resolve) => {
      const socket = connect(web.port, '::1');
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    expect(elsewhere).toBe(false);
  });

  test('a port that is taken is named', async () => {
    const options = { port: web.port, files: new Map(), onRpc: () => {}, hasRoom: () => true, log: silentLogger };

    await expect(startWebServer(options)).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringContaining(`Port ${web.port} is taken`),
    });
  });
});
