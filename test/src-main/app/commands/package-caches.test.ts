import { expect, test } from 'vitest';
import { cacheFolders, cacheVariables } from '../../../../src-main/app/commands/package-caches.ts';

const PLACES = { home: '/home/me', temp: '/tmp' };

test('a cache with a layer stays where it is, each other is in the private /tmp', () => {
  expect(cacheVariables(['/home/me/.npm', '/home/me/.cache/uv'], PLACES)).toMatchObject({
    XDG_CACHE_HOME: '/tmp/.cache',
    npm_config_cache: '/home/me/.npm',
    UV_CACHE_DIR: '/home/me/.cache/uv',
    PIP_CACHE_DIR: '/tmp/.cache/pip',
  });
});

test('folders of the setting begin at the home or the root', () => {
  expect(cacheFolders(['~/.npm', '/opt/cache', 'relative'], '/home/me')).toEqual(['/home/me/.npm', '/opt/cache']);
});
