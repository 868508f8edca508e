import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const NO_ELECTRON = 'Electron is not installed (npx install-electron fetches it) and there is no stand-in';

/**
 * The folder with the Electron to test: what the environment names, the installed one, or the stand-in for it, which lies
 * beside the checkout where there is one.
 */
export function electronFolder(root: string): string | undefined {
  const installed = join(root, 'node_modules', 'electron', 'dist');
  const standIn = join(root, '..', 'shared', 'electron-standin');
  const folders = [process.env.ELECTRON_OVERRIDE_DIST_PATH, installed, standIn];
  return folders.find((folder) => folder !== undefined && existsSync(folder));
}
