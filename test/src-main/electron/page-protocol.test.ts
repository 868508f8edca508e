import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tableOfFiles } from '#app/start/static-files';
import { createPageProtocol } from '../../../src-main/electron/page-protocol.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function setUp(path: string) {
  const page = join(path, 'page');
  await mkdir(join(page, 'assets'), { recursive: true });
  await writeFile(join(page, 'index.html'), '<!doctype html>');
  await writeFile(join(page, 'assets', 'a.js'), 'export {}');
  await writeFile(join(path, 'secret'), 'secret');
  return createPageProtocol(tableOfFiles(page));
}

test('the page and its files are served with the policy', async () => {
  await using folder = await temporaryFolder();
  const answer = await setUp(folder.path);

  const page = await answer({ url: 'app://sigma/index.html', method: 'GET' });
  const script = await answer({ url: 'app://sigma/assets/a.js', method: 'GET' });

  expect([page.status, await page.text()]).toEqual([200, '<!doctype html>']);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
});

test.each([
  ['GET', 'app://sigma/nothing'],
  ['GET', 'app://sigma/%2e%2e/secret'],
  ['GET', 'app://sigma/..%2fsecret'],
  ['GET', 'app://sigma/assets/%2e%2e/%2e%2e/secret'],
  ['GET', 'app://sigma/assets//a.js'],
  ['GET', 'app://evil/index.html'],
  ['GET', 'app://sigma.evil/index.html'],
  ['GET', 'app:///index.html'],
  ['GET', 'https://sigma/index.html'],
  ['POST', 'app://sigma/index.html'],
])('%s %s is not found, with the policy all the same', async (method, url) => {
  await using folder = await temporaryFolder();
  const answer = await setUp(folder.path);

  const response = await answer({ url, method });

  expect(response.status).toBe(404);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
});
