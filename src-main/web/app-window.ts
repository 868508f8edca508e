import { constants, readlink } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Config } from '#app/start/config';
import { isAccessible } from '#core/files/accessible';
import { startGroup } from '#process/group';
import type { ProcessGroup } from '#process/process-group';

/** Browsers that can show a page as a window of its own, best first. */
const LINUX_NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'brave-browser',
];
const MAC_NAMES = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser'];
const WINDOWS_PATHS = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'];

type WindowConfig = Pick<Config, 'environment' | 'terminalEnvironment' | 'dataFolder'>;

/** The system's Chromium, Chrome or Edge; none if there is no display to show it on. */
export async function findBrowser(environment: Config['environment']): Promise<string | undefined> {
  for (const path of candidateBrowsers(environment)) {
    if (await isAccessible(path, constants.X_OK)) return path;
  }
  return undefined;
}

function candidateBrowsers(environment: Config['environment']): string[] {
  if (process.platform === 'darwin') return MAC_NAMES.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  if (process.platform === 'win32') {
    const roots = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((name) => environment[name] ?? []);
    return roots.flatMap((root) => WINDOWS_PATHS.map((path) => join(root, path)));
  }
  if (!environment.DISPLAY && !environment.WAYLAND_DISPLAY) return [];
  const folders = (environment.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return LINUX_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/**
 * Whether a browser of an earlier host still holds the profile: a new one would hand its window over to that one and end at
 * once, which is not the person closing it. Chromium marks the profile with a link that names its process.
 */
export async function isProfileHeld(dataFolder: string): Promise<boolean> {
  const holder = await readlink(join(dataFolder, 'browser', 'SingletonLock')).catch(() => '');
  const pid = Number(holder.split('-').at(-1));
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Opens the page `path` as an app window with a profile of its own, so that its process lives exactly as long as the window.
 *
 * @throws AppError UNAVAILABLE when the browser cannot be started.
 */
export async function openAppWindow(browser: string, path: string, config: WindowConfig): Promise<ProcessGroup> {
  const isRoot = process.getuid?.() === 0;
  const group = await startGroup({
    file: browser,
    args: [
      `--app=${pathToFileURL(path).href}`,
      `--user-data-dir=${join(config.dataFolder, 'browser')}`,
      '--no-first-run',
      '--no-default-browser-check',
      // Chromium's own sandbox refuses to run as root; --test-type keeps it from saying so in the window.
      ...(isRoot ? ['--no-sandbox', '--test-type'] : []),
    ],
    cwd: config.dataFolder,
    environment: config.terminalEnvironment,
  });
  group.stdout.resume();
  group.stderr.resume();
  return group;
}
