import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { script } from './script.ts';

type Say = (line: string) => void;
interface Package {
  readonly name: string;
  readonly program: string;
  readonly without: string;
}

const { installPackages, PACKAGES } = await script<{
  PACKAGES: readonly Package[];
  installPackages(
    say: Say,
    packages: readonly Package[],
    system: { apt: string; uid: number; notFound?: string },
  ): Promise<void>;
}>('debian-packages');
const { hasTestBrowser } = await script<{
  hasTestBrowser(root: string, say: Say, browsers: readonly string[]): Promise<boolean>;
}>('test-browser');
const { endToEndRuns } = await script<{ endToEndRuns(here: object): readonly object[] }>('end-to-end-runs');

function listener() {
  const lines: string[] = [];
  return { say: (line: string) => void lines.push(line), said: () => lines.join('\n') };
}

async function program(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  await chmod(path, 0o755);
  return path;
}

describe.runIf(process.platform === 'linux')('Debian packages (Linux only)', () => {
  const missing = (path: string) => ({ name: 'strace', program: path, without: 'crash tests are skipped' });

  test('the programs whose lack skips tests are named', () => {
    expect(PACKAGES.map(({ name }) => name)).toEqual([
      'chromium',
      'strace',
      'openssl',
      'python3',
      'attr',
      'dbus-daemon',
      'gnome-keyring',
      'libsecret-tools',
      'xfsprogs',
      'btrfs-progs',
      'vim',
      'less',
      'bubblewrap',
      'jq',
      'ripgrep',
      'bsdextrautils',
      'redis-server',
      'python3-socketio',
      'python3-anyio',
      'python3-requests',
      'python3-websocket',
      'squashfs-tools',
      'squashfuse',
      'fuse-overlayfs',
      'fuse3',
      'policykit-1',
      'procps',
    ]);
  });

  test('what is missing is installed by root, and what is there is not', async () => {
    await using folder = await temporaryFolder();
    const strace = join(folder.path, 'strace');
    const apt = await program(
      join(folder.path, 'apt'),
      `#!/bin/sh\necho "$*" >> ${folder.path}/calls; touch ${strace}`,
    );
    const { say, said } = listener();
    const present = { name: 'sh', program: '/bin/sh', without: '' };
    await installPackages(say, [missing(strace), present], { apt, uid: 0 });

    expect(await readFile(join(folder.path, 'calls'), 'utf8')).toBe(
      '-q update\n-q install --yes --no-install-recommends strace\n',
    );
    expect(said()).toBe('Installing strace (apt) …');
  });

  test('where apt fails, its reason and what is skipped are said', async () => {
    await using folder = await temporaryFolder();
    const apt = await program(join(folder.path, 'apt'), '#!/bin/sh\necho "E: the reason" >&2\nexit 100');
    const { say, said } = listener();
    await installPackages(say, [missing(join(folder.path, 'strace'))], { apt, uid: 0 });

    expect(said()).toMatch(
      /E: the reason\napt-get update failed with exit code 100\n[\s\S]*apt-get install failed[\s\S]*strace is not installed \(apt-get install strace\): crash tests are skipped/,
    );
  });

  test('what was not found is not looked for again for a day, and goes on being said', async () => {
    await using folder = await temporaryFolder();
    const at = (name: string) => join(folder.path, name);
    const apt = await program(at('apt'), `#!/bin/sh\necho "$2" >> ${folder.path}/calls; exit 100`);
    const system = { apt, uid: 0, notFound: at('cache/not-found') };
    const calls = async () => (await readFile(at('calls'), 'utf8')).split('\n').filter(Boolean);
    const { say, said } = listener();

    await installPackages(say, [missing(at('strace'))], system);
    await installPackages(say, [missing(at('strace'))], system);
    expect(await calls()).toEqual(['update', 'install']);
    expect(said().match(/strace is not installed/g)).toHaveLength(2);

    const yesterday = new Date(Date.now() - 25 * 3600 * 1000);
    await utimes(system.notFound, yesterday, yesterday);
    await installPackages(say, [missing(at('strace'))], system);
    expect(await calls()).toEqual(['update', 'install', 'update', 'install']);
  });

  test('who is not root is told what is missing', async () => {
    await using folder = await temporaryFolder();
    const apt = await program(join(folder.path, 'apt'), `#!/bin/sh\ntouch ${folder.path}/called`);
    const { say, said } = listener();
    await installPackages(say, [missing(join(folder.path, 'strace'))], { apt, uid: 1000 });

    expect([said(), existsSync(join(folder.path, 'called'))]).toEqual([
      'strace is not installed (apt-get install strace): crash tests are skipped',
      false,
    ]);
  });
});

describe('the browser of the end-to-end tests', () => {
  /** A Playwright that can start a browser once it is fetched, and fetches one if that is possible. */
  async function playwright(root: string, canFetch: boolean): Promise<void> {
    const folder = join(root, 'node_modules', '@playwright', 'test');
    const fetched = JSON.stringify(join(root, 'fetched'));
    await program(
      join(folder, 'index.js'),
      `exports.chromium = { launch: async () => {
         if (!require('node:fs').existsSync(${fetched})) throw new Error('no browser to start');
         return { close: async () => {} };
       } };`,
    );
    await program(
      join(folder, 'cli.js'),
      canFetch
        ? `require('node:fs').writeFileSync(${fetched}, process.argv.slice(2).join(' '))`
        : `console.error('the network is not there'); process.exitCode = 1`,
    );
  }

  test("is the system's where it is there", async () => {
    const { say, said } = listener();

    expect([await hasTestBrowser('/nowhere', say, ['/nowhere/shell', process.execPath]), said()]).toEqual([true, '']);
  });

  test("is Playwright's own otherwise, fetched once", async () => {
    await using folder = await temporaryFolder();
    await playwright(folder.path, true);
    const [first, second] = [listener(), listener()];

    expect(await hasTestBrowser(folder.path, first.say, ['/nowhere/chromium'])).toBe(true);
    expect(await readFile(join(folder.path, 'fetched'), 'utf8')).toBe('install chromium');
    expect(await hasTestBrowser(folder.path, second.say, ['/nowhere/chromium'])).toBe(true);
    expect([first.said(), second.said()]).toEqual([expect.stringContaining('Fetching a browser'), '']);
  });

  test('is none where it cannot be fetched, and the reason is said', async () => {
    await using folder = await temporaryFolder();
    await playwright(folder.path, false);
    const { say, said } = listener();

    expect(await hasTestBrowser(folder.path, say, ['/nowhere/chromium'])).toBe(false);
    expect(said()).toMatch(/the network is not there\nThere is no browser: the end-to-end tests are skipped/);
  });
});

describe('the end-to-end tests run', () => {
  const all = { hasBrowser: true, hasElectron: true, hasDisplay: true, hasXvfb: true };
  const run = (...projects: string[]) => ({ projects, wrapper: [], isSkipped: false });
  const inXvfb = { projects: ['electron'], wrapper: ['xvfb-run', '--auto-servernum'], isSkipped: false };
  const skipped = (...projects: string[]) => ({ projects, wrapper: [], isSkipped: true });

  test.each([
    ['together where everything is there', all, [run('web', 'electron')]],
    ['in a stand-in without Electron', { ...all, hasElectron: false, hasDisplay: false }, [run('web', 'electron')]],
    ['in a display of their own', { ...all, hasDisplay: false }, [run('web'), inXvfb]],
    [
      'without a display as far as they can',
      { ...all, hasDisplay: false, hasXvfb: false },
      [run('web'), skipped('electron')],
    ],
    ['without a browser in Electron alone', { ...all, hasBrowser: false }, [run('electron'), skipped('web')]],
    ['without both not at all', { ...all, hasBrowser: false, hasElectron: false }, [skipped('web', 'electron')]],
  ])('%s', (_, here, runs) => {
    expect(endToEndRuns(here)).toEqual(runs);
  });
});
