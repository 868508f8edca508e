import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, test as base, type ElectronApplication, type Page } from '@playwright/test';
import { electronFolder } from '../../test/support/electron-folder.ts';
import { ROOT } from './host.ts';

export { NO_ELECTRON } from '../../test/support/electron-folder.ts';

export const hasElectron = electronFolder(ROOT) !== undefined;

/** Path of the executable to test. */
export const desktopProgram = () => join(electronFolder(ROOT) ?? '', 'electron');

export interface Desktop extends AsyncDisposable {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly dataFolder: string;
}

/** The built desktop app with its window. */
export async function startDesktop(options: { readonly dataFolder?: string } = {}): Promise<Desktop> {
  const dataFolder = options.dataFolder ?? (await realpath(await mkdtemp(join(tmpdir(), 'sigma-e2e-'))));
  const folder = electronFolder(ROOT) ?? '';
  const isInstalled = folder.includes('node_modules');
  const { ELECTRON_OVERRIDE_DIST_PATH: _, ...environment } = process.env;
  const app = await _electron.launch({
    cwd: ROOT,
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '.'],
    ...(!isInstalled && { executablePath: join(folder, 'electron') }),
    env: { ...(environment as Record<string, string>), SIGMA_DATA: dataFolder, HOME: dataFolder },
  });
  const page = await app.firstWindow();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  return {
    app,
    page,
    dataFolder,
    [Symbol.asyncDispose]: async () => {
      await app.close();
      if (options.dataFolder === undefined) await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Playwright's test with a desktop window of its own. */
export const test = base.extend<{ readonly desktop: Desktop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's form
  desktop: async ({}, use) => {
    await using desktop = await startDesktop();
    await use(desktop);
  },
});

export { expect } from '@playwright/test';
