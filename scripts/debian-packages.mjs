import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { runProgram } from './run-program.mjs';

/** System packages that the tests use, in addition to Node; later features add their own. */
export const PACKAGES = [
  { name: 'chromium', program: '/usr/bin/chromium', without: 'a browser of Playwright runs the end-to-end tests' },
  {
    name: 'strace',
    program: '/usr/bin/strace',
    without: 'crash tests of the ledger and of file writes, and runs of lines among traps, are skipped',
  },
  { name: 'openssl', program: '/usr/bin/openssl', without: 'tests of certificates and proxies are skipped' },
  { name: 'python3', program: '/usr/bin/python3', without: 'tests of extended attributes are skipped' },
  { name: 'attr', program: '/usr/bin/getfattr', without: 'tests of extended attributes are skipped' },
  {
    name: 'dbus-daemon',
    program: '/usr/bin/dbus-run-session',
    without: 'tests of the system keychain are skipped',
  },
  {
    name: 'gnome-keyring',
    program: '/usr/bin/gnome-keyring-daemon',
    without: 'tests of the system keychain are skipped',
  },
  { name: 'libsecret-tools', program: '/usr/bin/secret-tool', without: 'tests of the system keychain are skipped' },
  {
    name: 'xfsprogs',
    program: '/usr/sbin/mkfs.xfs',
    without: 'tests of files that share their bytes on xfs are skipped',
  },
  {
    name: 'btrfs-progs',
    program: '/usr/sbin/mkfs.btrfs',
    without: 'tests of files that share their bytes on btrfs are skipped',
  },
  { name: 'vim', program: '/usr/bin/vim', without: 'tests of full-screen programs in Shell mode are skipped' },
  { name: 'less', program: '/usr/bin/less', without: 'tests of pagers in Shell mode are skipped' },
  { name: 'bubblewrap', program: '/usr/bin/bwrap', without: 'tests of the sandbox of commands are skipped' },
  { name: 'jq', program: '/usr/bin/jq', without: 'generated filters with jq say that it is not there' },
  { name: 'ripgrep', program: '/usr/bin/rg', without: 'searches with rg are not tried in the sandbox' },
  {
    name: 'bsdextrautils',
    program: '/usr/bin/column',
    without: 'generated filters with column say that it is not there',
  },
  { name: 'redis-server', program: '/usr/bin/redis-server', without: 'tests of the prompt store in Redis are skipped' },
  {
    name: 'python3-socketio',
    program: '/usr/lib/python3/dist-packages/socketio/__init__.py',
    without: 'the test of the Shell Adapter with a client in Python is skipped',
  },
  {
    name: 'python3-anyio',
    program: '/usr/lib/python3/dist-packages/anyio/__init__.py',
    without: 'tools of agents are not tried with an installed anyio',
  },
  {
    name: 'python3-requests',
    program: '/usr/lib/python3/dist-packages/requests/__init__.py',
    without: 'that client is not tried by polling',
  },
  {
    name: 'python3-websocket',
    program: '/usr/lib/python3/dist-packages/websocket/__init__.py',
    without: 'that client is not tried by WebSocket',
  },
  {
    name: 'squashfs-tools',
    program: '/usr/bin/mksquashfs',
    without: 'our reader of images is not compared with mksquashfs',
  },
  { name: 'squashfuse', program: '/usr/bin/squashfuse', without: 'images are not mounted with FUSE in tests' },
  { name: 'fuse-overlayfs', program: '/usr/bin/fuse-overlayfs', without: 'images are not mounted with FUSE in tests' },
  { name: 'fuse3', program: '/usr/bin/fusermount3', without: 'ordinary users do not mount images with FUSE in tests' },
  {
    name: 'policykit-1',
    program: '/usr/bin/pkexec',
    without: 'the helper that mounts as root is not started by a real pkexec in tests',
  },
  { name: 'procps', program: '/usr/bin/top', without: 'tests of full-screen programs in Shell mode are skipped' },
];

/** Chromium without the windows, tabs and toolbars that no test looks at; not every distribution has it. */
export const HEADLESS_SHELL = {
  name: 'chromium-headless-shell',
  program: '/usr/bin/chromium-headless-shell',
  without: 'the whole of Chromium runs the end-to-end tests, which takes a quarter longer',
};

/** Virtual display for tests in the real Electron on machines without a display. */
export const XVFB = { name: 'xvfb', program: '/usr/bin/xvfb-run', without: 'tests in the real Electron are skipped' };

const NOT_FOUND_REMEMBERED_MS = 24 * 3600 * 1000;

/**
 * Installs what is missing if that is possible, and says what stays missing, why, and what is done without it. With a file to
 * remember it in, what was not found is not looked for again for a day.
 */
export async function installPackages(say, packages, system = {}) {
  const { apt = '/usr/bin/apt-get', uid = process.getuid?.(), notFound } = system;
  if (process.platform !== 'linux') return;
  const missing = () => packages.filter(({ program }) => !existsSync(program));
  if (missing().length > 0 && uid === 0 && existsSync(apt) && !isRecent(notFound)) {
    const names = missing().map(({ name }) => name);
    say(`Installing ${names.join(', ')} (apt) …`);
    await runApt(say, apt, ['-q', 'update']);
    await runApt(say, apt, ['-q', 'install', '--yes', '--no-install-recommends', ...names]);
    if (notFound !== undefined && missing().length > 0) remember(notFound);
  }
  for (const { name, without } of missing()) {
    say(`${name} is not installed (apt-get install ${name}): ${without}`);
  }
}

const isRecent = (file) =>
  file !== undefined && existsSync(file) && Date.now() - statSync(file).mtimeMs < NOT_FOUND_REMEMBERED_MS;

function remember(file) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
}

async function runApt(say, apt, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { exitCode, output } = await runProgram(apt, args, { env, output: 'keep' });
  if (exitCode === 0) return;
  const reason = output.trimEnd().split('\n').slice(-8).join('\n');
  say(`${reason}\napt-get ${args.find((arg) => !arg.startsWith('-'))} failed with exit code ${exitCode}`);
}
