import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { LinkPages } from '../../../src-main/web/link-pages.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ADDRESS = 'http://127.0.0.1:4000/?code=abc';
const modeOf = (path: string) => statSync(path).mode & 0o777;

test('a page that leads to the address can be read by this person alone', async () => {
  await using folder = await temporaryFolder();
  using pages = new LinkPages(folder.path);
  const page = pages.write(ADDRESS);

  expect(readFileSync(page.path, 'utf8')).toContain(`<meta http-equiv="refresh" content="0;url=${ADDRESS}">`);
  expect([modeOf(page.path), modeOf(dirname(page.path))]).toEqual([0o600, 0o700]);
});

test('a page is removed when its address is spent, and all are when the host ends', async () => {
  await using folder = await temporaryFolder();
  const pages = new LinkPages(folder.path);
  const [first, second] = [pages.write(ADDRESS), pages.write(ADDRESS)];
  first.remove();
  expect([existsSync(first.path), existsSync(second.path)]).toEqual([false, true]);
  first.remove();

  pages[Symbol.dispose]();
  expect(await readdir(folder.path)).toEqual([]);
});

test('the name is the same from start to start, so that the browser knows the window again; at a time it is used once', async () => {
  await using folder = await temporaryFolder();
  const names: string[] = [];
  for (let start = 0; start < 2; start++) {
    using pages = new LinkPages(folder.path);
    const [first, second] = [pages.write(ADDRESS), pages.write(ADDRESS)];
    expect(second.path).not.toBe(first.path);
    names.push(first.path);
  }
  expect(names[1]).toBe(names[0]);
});

test('what a killed host has left is removed, whatever it is', async () => {
  await using folder = await temporaryFolder();
  await mkdir(join(folder.path, 'open'), { mode: 0o777 });
  writeFileSync(join(folder.path, 'open', 'old.html'), 'old');
  using pages = new LinkPages(folder.path);
  const { path } = pages.write(ADDRESS);

  expect(await readdir(dirname(path))).toHaveLength(1);
  expect(modeOf(dirname(path))).toBe(0o700);
});
