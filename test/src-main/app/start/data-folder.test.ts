import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { dataFolderOf } from '#app/start/data-folder';

const LINUX = { platform: 'linux', home: '/home/ada' } as const;

test.each([
  [{}, LINUX, '/home/ada/.local/share/sigma-shell'],
  [{ XDG_DATA_HOME: '/data' }, LINUX, '/data/sigma-shell'],
  [{ XDG_DATA_HOME: 'relative' }, LINUX, '/home/ada/.local/share/sigma-shell'],
  [{}, { platform: 'darwin', home: '/Users/ada' } as const, '/Users/ada/Library/Application Support/Sigma Shell'],
  [{ SIGMA_DATA: '/elsewhere', XDG_DATA_HOME: '/data' }, LINUX, '/elsewhere'],
  [{ SIGMA_DATA: 'here' }, LINUX, resolve('here')],
])('with %j on %j it is %s', (environment, machine, folder) => {
  expect(dataFolderOf(environment, machine)).toBe(folder);
});

test('on Windows it is in APPDATA', () => {
  const machine = { platform: 'win32', home: 'C:/Users/ada' } as const;

  expect(dataFolderOf({ APPDATA: 'C:/Roaming' }, machine)).toMatch(/C:.Roaming.Sigma Shell/);
});
