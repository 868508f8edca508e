import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scriptedModelServer, streamedReply } from '../../../support/scripted-model-server.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { tinyProxy } from '../../../support/tiny-proxy.ts';
import { ask, clientFor } from '../model-fixture.ts';

const hasOpenssl = (() => {
  try {
    execFileSync('openssl', ['version']);
    return true;
  } catch {
    return false;
  }
})();

/** A model server behind TLS, certified for `localhost` and `model.example` by nobody but itself. */
async function tlsServer() {
  const folder = await temporaryFolder();
  const [key, certificate] = [join(folder.path, 'key.pem'), join(folder.path, 'certificate.pem')];
  const names = 'subjectAltName=DNS:localhost,DNS:model.example,IP:127.0.0.1';
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync(
    'openssl',
    [...request, '-subj', '/CN=localhost', '-addext', names, '-keyout', key, '-out', certificate],
    {
      stdio: 'ignore',
    },
  );
  const server = createServer({ key: await readFile(key), cert: await readFile(certificate) }, (incoming, response) => {
    incoming.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(streamedReply({ text: 'Hi over TLS' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    certificate,
    folder,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe('a proxy', () => {
  test('of the environment forwards plain http', async () => {
    await using server = await scriptedModelServer([{ text: 'Hi' }]);
    await using proxy = await tinyProxy();
    const baseUrl = server.baseUrl.replace('127.0.0.1', 'model.example');
    await using client = clientFor(baseUrl, {
      key: 'k',
      environment: { HTTP_PROXY: proxy.url.replace('//', '//me:p%40ss@') },
    });

    expect((await ask(client)).reply?.text).toBe('Hi');

    expect(proxy.asked).toEqual([`POST ${baseUrl}/chat/completions`]);
    expect(proxy.authorizations).toEqual([`Basic ${Buffer.from('me:p@ss').toString('base64')}`]);
    expect(server.completions[0]?.headers.authorization).toBe('Bearer k');
  });

  test('is not asked for this machine, nor for what NO_PROXY names', async () => {
    await using server = await scriptedModelServer([{ text: 'Hi' }]);
    await using proxy = await tinyProxy();
    await using local = clientFor(server.baseUrl, { environment: { HTTP_PROXY: proxy.url } });
    expect((await ask(local)).reply?.text).toBe('Hi');
    await using exempt = clientFor('http://nowhere.invalid/v1', {
      environment: { HTTP_PROXY: proxy.url, NO_PROXY: '.invalid' },
      backoff: { retries: 0, firstMs: 0, maxMs: 0 },
    });
    expect((await ask(exempt)).failure?.code).toBe('unreachable');
    expect(proxy.asked).toEqual([]);
  });

  test('that is none is named', async () => {
    await using client = clientFor('http://model.example/v1', {
      environment: { HTTP_PROXY: 'socks5://me:pass@127.0.0.1:1' },
    });
    const { failure } = await ask(client);
    expect(failure?.message).toContain('The proxy socks5://127.0.0.1:1 is not an http or https address');
  });

  test.skipIf(!hasOpenssl)('of the environment tunnels https (skipped where openssl is missing)', async () => {
    await using server = await tlsServer();
    await using proxy = await tinyProxy();
    await using client = clientFor(`https://model.example:${server.port}/v1`, {
      environment: { HTTPS_PROXY: proxy.url },
      extraCaFile: server.certificate,
    });
    expect((await ask(client)).reply?.text).toBe('Hi over TLS');
    expect(proxy.asked).toEqual([`CONNECT model.example:${server.port}`]);
  });
});

describe.skipIf(!hasOpenssl)('a certificate that nobody knows (skipped where openssl is missing)', () => {
  test('is refused at once, with its reason', async () => {
    await using server = await tlsServer();
    await using client = clientFor(`https://localhost:${server.port}/v1`);
    const { failure, waiting } = await ask(client);
    expect(waiting).toEqual([]);
    expect(failure).toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(/certificate of https:\/\/localhost.* is not trusted: self.signed/),
    });
  });

  test('is trusted when its authority is named', async () => {
    await using server = await tlsServer();
    await using client = clientFor(`https://localhost:${server.port}/v1`, { extraCaFile: server.certificate });
    expect((await ask(client)).reply?.text).toBe('Hi over TLS');
  });

  test('named by NODE_EXTRA_CA_CERTS stays trusted beside another', async () => {
    await using server = await tlsServer();
    await using other = await tlsServer();
    await using client = clientFor(`https://localhost:${server.port}/v1`, {
      extraCaFile: other.certificate,
      environment: { NODE_EXTRA_CA_CERTS: server.certificate },
    });
    expect((await ask(client)).reply?.text).toBe('Hi over TLS');
  });

  test('for another name is refused even so', async () => {
    await using server = await tlsServer();
    await using proxy = await tinyProxy();
    await using client = clientFor(`https://other.example:${server.port}/v1`, {
      environment: { HTTPS_PROXY: proxy.url },
      extraCaFile: server.certificate,
    });
    const { failure } = await ask(client);
    expect(failure?.message).toMatch(/not trusted|altnames/);
    expect(failure?.retryable).toBe(true);
  });
});

test('a file of authorities that is missing or holds none fails with its name, and is looked at again', async () => {
  await using folder = await temporaryFolder();
  await using server = await scriptedModelServer([{ text: 'Hi' }]);
  const file = join(folder.path, 'ca.pem');
  await using client = clientFor(server.baseUrl, { extraCaFile: file });
  expect((await ask(client)).failure?.message).toContain('cannot be read: ENOENT');
  await writeFile(file, 'nothing');
  expect((await ask(client)).failure?.message).toContain(`${file} holds no certificate`);
});
