import { expect, test } from 'vitest';
import { openElsewhere } from '#app/start/open-elsewhere';

const WITH_WINDOW = { pid: 7, workspace: '/w' };
const SERVING = { ...WITH_WINDOW, address: 'http://127.0.0.1:1/?code=x', page: '/data/open/sigma-shell.html' };

async function opened(
  opensWindow: boolean,
  where: Parameters<typeof openElsewhere>[1],
  workspace?: string,
): Promise<string[]> {
  const pages: string[] = [];
  await openElsewhere({ opensWindow, workspace }, where, async (page) => void pages.push(page));
  return pages;
}

test('the page of a host that serves a browser is opened; --no-open opens nothing, and a host brings its own window', async () => {
  expect(await opened(true, SERVING)).toEqual([SERVING.page]);
  expect(await opened(false, SERVING)).toEqual([]);
  expect(await opened(true, WITH_WINDOW)).toEqual([]);
});

test('a browser that cannot be opened leaves the printed address to use', async () => {
  const failing = openElsewhere({ opensWindow: true, workspace: undefined }, SERVING, () =>
    Promise.reject(new Error('no browser')),
  );

  await expect(failing).resolves.toBeUndefined();
});

test('a console has nothing to open: the start says how to go on', async () => {
  await expect(opened(true, { ...WITH_WINDOW, isConsole: true })).rejects.toThrow(/process 7.*sigma console/s);
});

test('a folder that the host has opened is shown as without one', async () => {
  expect(await opened(true, { ...SERVING, folder: '/other' }, '/other')).toEqual([SERVING.page]);
});

test('a folder that is not open in the host refuses the start: for its reason, or since the host is an earlier version', async () => {
  const problem = 'The folder /other is gone. Put it back where it was';
  await expect(opened(true, { ...WITH_WINDOW, takesFolders: true, problem }, '/other')).rejects.toThrow(
    `The folder was not opened in it.\n${problem}`,
  );
  await expect(opened(true, SERVING, '/other')).rejects.toThrow(/process 7.*earlier version.*open \/other/s);
  await expect(opened(true, { ...WITH_WINDOW, isConsole: true }, '/other')).rejects.toThrow(/sigma console/);
});
