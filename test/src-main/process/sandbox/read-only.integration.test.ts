import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startGroup } from '#process/group';
import { hiddenPlaces } from '#process/hidden-places';
import { probeSandbox } from '#process/sandbox/probe';
import { programInSandbox } from '#process/sandbox/sandboxed-program';
import { processesWithMark } from '../../../support/processes.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const ENVIRONMENT = { PATH: process.env.PATH ?? '' };
const { works, why } = await probeSandbox(ENVIRONMENT);
const sandboxTest = test.skipIf(!works);
if (!works) test.skip(`no sandbox works here: ${why}`, () => {});

/** Name that `backUpFile` gives a replaced file. */
const BROKEN_PROFILES = '.phishell.broken-2026-11-22T07-59-21.yaml';

async function setUp() {
  const folder = await temporaryFolder();
  const workspace = join(folder.path, 'workspace');
  const data = join(folder.path, 'data');
  const home = join(folder.path, 'home');
  for (const path of [workspace, data, join(home, '.ssh')]) await mkdir(path, { recursive: true });
  await writeFile(join(workspace, 'note.txt'), 'hello\n');
  await writeFile(join(data, 'keys.enc'), 'canary\n');
  await writeFile(join(home, '.ssh', 'id_ed25519'), 'canary\n');
  await writeFile(join(home, '.netrc'), 'canary\n');
  await writeFile(join(home, BROKEN_PROFILES), 'canary\n');
  await writeFile(join(home, 'open.txt'), 'open\n');
  const hide = [...hiddenPlaces(home), data];
  const start = async (command: string, more: { environment?: Record<string, string>; workspace?: string } = {}) => {
    const { program = 'bwrap' } = await probeSandbox(ENVIRONMENT);
    const place = {
      strength: 'read-only' as const,
      program,
      cwd: more.workspace ?? workspace,
      workspace: more.workspace ?? workspace,
      hide,
    };
    const what = programInSandbox({ file: 'bash', args: ['-c', command] }, place);
    const environment = { ...ENVIRONMENT, ...more.environment };
    return await startGroup({ ...what, cwd: '/', environment, graceMs: 500 });
  };
  const run = async (command: string, more: Parameters<typeof start>[1] = {}) => {
    await using group = await start(command, more);
    const [stdout, stderr, exit] = await Promise.all([text(group.stdout), text(group.stderr), group.exited]);
    return { stdout, stderr, exitCode: exit.exitCode };
  };
  return { folder: folder.path, workspace, data, home, start, run, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] };
}

sandboxTest('a command reads its workspace, starts in it, and its exit code and both streams arrive', async () => {
  await using it = await setUp();

  expect(await it.run('pwd; cat note.txt; echo problem >&2; exit 7')).toEqual({
    stdout: `${it.workspace}\nhello\n`,
    stderr: 'problem\n',
    exitCode: 7,
  });
});

sandboxTest.each([
  'touch new.txt',
  'echo x >> note.txt',
  'rm -f note.txt && [ ! -e note.txt ]',
  'mv note.txt other.txt',
  'chmod 600 note.txt',
  'ln note.txt hard',
  'ln -s note.txt soft',
  'touch -d 2001-01-01 note.txt',
  'touch /usr/new-file',
  'touch "$HOME/new-file"',
  'echo x > /proc/sys/kernel/hostname',
  'echo 1 > /proc/sys/vm/drop_caches',
  'mount -o remount,rw /',
  'mount -t tmpfs none /mnt',
  'umount /proc',
  'hostname changed-name',
  'mknod /tmp/disk b 8 0',
  'kill -0 1 && [ "$(cat /proc/1/comm)" != bwrap ]',
])('%s has no effect', async (command) => {
  await using it = await setUp();
  const before = {
    hostname: await readFile('/proc/sys/kernel/hostname', 'utf8'),
    note: await stat(join(it.workspace, 'note.txt')),
  };

  const { exitCode } = await it.run(command, { environment: { HOME: it.home } });

  expect(exitCode).not.toBe(0);
  expect(await readFile('/proc/sys/kernel/hostname', 'utf8')).toBe(before.hostname);
  const after = await stat(join(it.workspace, 'note.txt'));
  expect([after.ino, after.mode, after.nlink, after.mtimeMs]).toEqual([
    before.note.ino,
    before.note.mode,
    before.note.nlink,
    before.note.mtimeMs,
  ]);
});

sandboxTest('a user namespace of its own gives a command nothing more', async () => {
  await using it = await setUp();
  const inside = `mount -o remount,rw /; umount ${it.home}/.ssh; touch /usr/x; cat ${it.home}/.ssh/id_ed25519`;

  const { stdout } = await it.run(`unshare -Urm bash -c '${inside}'; unshare -Ur bash -c '${inside}'; echo end`);

  expect(stdout).toBe('end\n');
  await expect(stat('/usr/x')).rejects.toThrow();
});

sandboxTest('credentials, our own data and other homes are not to be read', async () => {
  await using it = await setUp();
  const inHome = ['.ssh/id_ed25519', '.netrc', BROKEN_PROFILES].map((name) => `${it.home}/${name}`);
  const paths = [...inHome, `${it.data}/keys.enc`, '/etc/shadow'];

  const { stdout } = await it.run(`cat ${paths.join(' ')}; ls ${it.data} ${it.home}/.ssh; echo end`);

  expect(stdout).toBe('end\n');
});

sandboxTest('what is hidden inside a workspace stays hidden, the rest of it is there', async () => {
  await using it = await setUp();

  const { stdout } = await it.run('cat open.txt; cat .ssh/id_ed25519 .netrc; echo end', { workspace: it.home });

  expect(stdout).toBe('open\nend\n');
});

sandboxTest('a workspace inside a hidden folder is there, and nothing beside it', async () => {
  await using it = await setUp();
  const inner = join(it.data, 'sample');
  await mkdir(inner);
  await writeFile(join(inner, 'a'), 'inner\n');

  const { stdout } = await it.run('cat a; cat ../keys.enc; touch b; echo end', { workspace: inner });

  expect(stdout).toBe('inner\nend\n');
});

sandboxTest('there is no network, not to this machine either, nor a socket of its services', async () => {
  await using it = await setUp();
  let connected = 0;
  const server = createServer(() => connected++).listen(0, '127.0.0.1');
  const local = createServer(() => connected++).listen('/tmp/sigma-sandbox-test.sock');
  await pause(50);
  const { port } = server.address() as { port: number };
  try {
    const { stdout } = await it.run(
      `exec 3<>/dev/tcp/127.0.0.1/${port} && echo reached; ls /tmp/*.sock /run/* && echo seen; echo end`,
    );
    expect(stdout).toBe('end\n');
    expect(connected).toBe(0);
  } finally {
    server.close();
    local.close();
  }
});

sandboxTest('processes of the machine are not seen, and neither is the environment of the app', async () => {
  await using it = await setUp();

  const { stdout } = await it.run(`ls /proc | grep -c '^[0-9]'; cat /proc/*/environ | tr '\\0' '\\n'; env`, {
    environment: { ONLY: 'this' },
  });

  expect(Number(stdout.split('\n')[0])).toBeLessThan(8);
  const names = new Set(
    stdout
      .split('\n')
      .slice(1)
      .flatMap((line) => (line.includes('=') ? line.split('=')[0] : [])),
  );
  expect([...names].sort()).toEqual(
    ['ONLY', 'OLDPWD', 'PATH', 'PWD', 'SHLVL', 'SIGMA_GROUP', '_'].filter((name) => names.has(name)).sort(),
  );
  expect(names).toContain('ONLY');
});

sandboxTest('/tmp is its own: it can be written, and is gone with the command', async () => {
  await using it = await setUp();

  expect((await it.run('echo kept > /tmp/a && cat /tmp/a')).stdout).toBe('kept\n');
  expect((await it.run('ls -A /tmp | grep -v "^sigma-test"')).stdout).toBe('');
});

sandboxTest('what left its session is gone with the command', async () => {
  await using it = await setUp();
  const mark = `sandbox-${crypto.randomUUID()}`;

  await it.run('(setsid sleep 300 >/dev/null 2>&1 &); (setsid setsid nohup sleep 300 >/dev/null 2>&1 &); sleep 0.1', {
    environment: { MARK: mark },
  });

  expect(await processesWithMark(mark)).toEqual([]);
});

sandboxTest('a crowd of processes is gone when its command is ended', async () => {
  await using it = await setUp();
  const mark = `sandbox-${crypto.randomUUID()}`;
  const crowd = 'f() { [ $1 -eq 0 ] && exec sleep 300; f $(($1-1)) & f $(($1-1)) & wait; }; echo go; f 6';
  const group = await it.start(crowd, { environment: { MARK: mark } });
  await expect.poll(async () => (await processesWithMark(mark)).length, { timeout: 10_000 }).toBeGreaterThan(60);

  const startedAt = Date.now();
  await group.end();

  expect(await processesWithMark(mark)).toEqual([]);
  expect(Date.now() - startedAt).toBeLessThan(10_000);
});

sandboxTest('it works for others than root, too, and hides the same from them', async (context) => {
  if (process.getuid?.() !== 0) return context.skip('only root can become somebody else');
  await using it = await setUp();
  await chmod(it.folder, 0o755);
  const { program = 'bwrap' } = await probeSandbox(ENVIRONMENT);
  const place = {
    strength: 'read-only' as const,
    program,
    cwd: it.workspace,
    workspace: it.workspace,
    hide: [it.data],
  };
  const test = `cat note.txt; touch new; ls ${it.data}; echo end`;
  const { file, args } = programInSandbox({ file: 'bash', args: ['-c', test] }, place);
  await using group = await startGroup({
    file: 'runuser',
    args: ['-u', 'nobody', '--', file, ...args],
    cwd: '/',
    environment: ENVIRONMENT,
  });

  expect(await text(group.stdout)).toBe('hello\nend\n');
});
