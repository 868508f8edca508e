import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isReachable, loadWindowState, saveWindowState } from '../../../src-main/electron/window-state.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const BOUNDS = { x: 100, y: 50, width: 1200, height: 800 };

test('the window comes back as it was left', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'window.json');
  expect(loadWindowState(path)).toBeUndefined();

  await saveWindowState(path, { bounds: BOUNDS, isMaximized: true });

  expect(loadWindowState(path)).toEqual({ bounds: BOUNDS, isMaximized: true });
});

test.each([
  '',
  '{',
  'null',
  '{"bounds":{"x":0,"y":0,"width":1,"height":1},"isMaximized":false}',
  '{"isMaximized":true}',
])('a file that cannot be used (%j) is as good as none', async (text) => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'window.json');
  await writeFile(path, text);

  expect(loadWindowState(path)).toBeUndefined();
});

describe('a window is put where it was only if it can be reached there', () => {
  const left = { x: 0, y: 0, width: 1920, height: 1080 };
  const right = { x: 1920, y: 0, width: 1280, height: 1024 };

  test.each([
    ['on the only screen', BOUNDS, [left], true],
    ['across two screens', { ...BOUNDS, x: 1500 }, [left, right], true],
    ['on a screen that is gone', { ...BOUNDS, x: 2000 }, [left], false],
    ['with its title above the screen', { ...BOUNDS, y: -60 }, [left], false],
    ['with a sliver at the edge', { ...BOUNDS, x: 1900 }, [left], false],
    ['below the screen', { ...BOUNDS, y: 1079 }, [left], false],
    ['without any screen', BOUNDS, [], false],
  ])('%s: %s', (_, bounds, screens, isThere) => {
    expect(isReachable(bounds, screens)).toBe(isThere);
  });
});
