import { execFileSync } from 'node:child_process';
import { chmod, link, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandSandbox } from '#app/commands/command-sandbox';
import { type BoxRequest, FileLimits, type Limiter, watchLimits } from '#execution';
import { openContainment } from '#process/containment/open-containment';
import { probeSandbox } from '#process/sandbox/probe';
import { runCommand } from '../../../src-main/execution/runs/run-command.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ENVIRONMENT = { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' };
const { works, why } = await probeSandbox(ENVIRONMENT);
const boxTest = test.skipIf(!works);
if (!works) test.skip(`no sandbox works here: ${why}`, () => {});

interface HeldBy {
  readonly limiter?: Limiter;
  readonly limits?: { readonly diskBytes?: number };
}

async function setUp() {
  const folder = await temporaryFolder();
  const [workspace, data, home] = ['workspace', 'data', 'home'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [join(workspace, 'src'), data, join(home, '.ssh')]) await mkdir(path, { recursive: true });
  await writeFile(join(home, '.ssh', 'id_ed25519'), 'canary\n');
  await writeFile(join(data, 'keys.enc'), 'canary\n');
  await writeFile(join(workspace, 'note.txt'), 'hello\n');
  await writeFile(join(workspace, '.env'), 'KEY=canary\n');
  await writeFile(join(workspace, '.env.example'), 'KEY=example\n');
  await writeFile(join(workspace, 'package.json'), '{}\n');
  const { open } = commandSandbox({ environment: ENVIRONMENT, home, dataFolder: data });
  const run = async (command: string, more: Partial<BoxRequest> = {}, held: HeldBy = {}) => {
    const box = await open({ strength: 'workspace', workspace, session: 's1', ...more });
    if (!box) throw new Error('no box');
    return await runCommand({
      command,
      cwd: workspace,
      environment: { ...ENVIRONMENT, HOME: home, ...box.environment },
      limits: { timeoutMs: 20_000, maxOutputBytes: 1_000_000, ...held.limits },
      limiter: held.limiter,
      workspace,
      spoolPath: join(folder.path, 'spool'),
      sandbox: box.sandbox,
      signal: new AbortController().signal,
      onOutput: () => {},
    });
  };
  return { folder: folder.path, workspace, data, home, run, open, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] };
}

boxTest(
  'a command writes in its workspace and in a private /tmp that the next command of the session finds again',
  async () => {
    await using it = await setUp();

    const first = await it.run('echo new > src/a.ts; echo x > /tmp/kept-by-box; echo y > /var/tmp/too; pwd');
    const second = await it.run('cat src/a.ts /tmp/kept-by-box /var/tmp/too');
    const other = await it.run('cat /tmp/kept-by-box', { session: 's2' });

    expect((await it.run('touch ../beside /tmp/beside')).exitCode).toBe(0);
    await expect(stat(join(it.folder, 'beside'))).rejects.toThrow();
    expect(first.output).toBe(`${it.workspace}\n`);
    expect(second.output).toBe('new\nx\ny\n');
    expect(other.exitCode).not.toBe(0);
    expect(await readFile(join(it.workspace, 'src', 'a.ts'), 'utf8')).toBe('new\n');
    await expect(stat('/tmp/kept-by-box')).rejects.toThrow();
  },
);

boxTest.each([
  'touch "$HOME/.bashrc"',
  'echo x >> "$HOME/.profile"',
  'touch /usr/new-file',
  'touch /dev/new-file',
  'echo x > /proc/sys/kernel/hostname',
  'mount -t tmpfs none /mnt',
  'echo changed > package.json',
  'rm -f package.json && [ ! -e package.json ]',
  'mv note.txt package.json',
  'echo 1 > .env',
  'cp note.txt .env',
])('%s changes nothing', async (command) => {
  await using it = await setUp();

  const { exitCode } = await it.run(command);

  expect(exitCode).not.toBe(0);
  expect(await readFile(join(it.workspace, 'package.json'), 'utf8')).toBe('{}\n');
  expect(await readFile(join(it.workspace, '.env'), 'utf8')).toBe('KEY=canary\n');
  await expect(stat(join(it.home, '.bashrc'))).rejects.toThrow();
});

boxTest('credentials appear empty, by whatever name of a link; examples can be read', async () => {
  await using it = await setUp();
  await symlink('.env', join(it.workspace, 'soft'));
  await symlink(join(it.home, '.ssh', 'id_ed25519'), join(it.workspace, 'key'));

  const { output } = await it.run(
    `cat .env soft key ${it.home}/.ssh/* ${it.data}/keys.enc 2>/dev/null; wc -c < .env; cat .env.example`,
  );

  expect(output).toBe('0\nKEY=example\n');
});

boxTest('in the read-only box, too, other names of a key show nothing', async () => {
  await using it = await setUp();
  await link(join(it.home, '.ssh', 'id_ed25519'), join(it.workspace, 'src', 'hard.ts'));
  await link(join(it.workspace, '.env'), join(it.workspace, 'hard.txt'));

  const { output } = await it.run('cat src/hard.ts hard.txt note.txt', { strength: 'read-only' });

  expect(output).not.toContain('canary');
  expect(output).toContain('hello');
});

boxTest('what protects itself by being written over is not, and what is approved can be', async () => {
  await using it = await setUp();

  const { exitCode } = await it.run('echo changed > package.json', { writes: [join(it.workspace, 'package.json')] });

  expect(exitCode).toBe(0);
  expect(await readFile(join(it.workspace, 'package.json'), 'utf8')).toBe('changed\n');
});

boxTest('installed packages cannot be changed, what tools cache beside them is private', async () => {
  await using it = await setUp();
  await mkdir(join(it.workspace, 'node_modules', 'x'), { recursive: true });
  await writeFile(join(it.workspace, 'node_modules', 'x', 'index.js'), 'old');

  const { output } = await it.run(
    'echo evil > node_modules/x/index.js; echo cached > node_modules/.cache/one && cat node_modules/.cache/one',
  );

  expect(output).toContain('cached');
  expect(await readFile(join(it.workspace, 'node_modules', 'x', 'index.js'), 'utf8')).toBe('old');
  await expect(stat(join(it.workspace, 'node_modules', '.cache', 'one'))).rejects.toThrow();
});

boxTest('packages that are installed after a question come to stay', async () => {
  await using it = await setUp();
  await mkdir(join(it.workspace, 'dep'));
  await writeFile(join(it.workspace, 'dep', 'package.json'), '{"name":"dep","version":"1.0.0"}');
  await mkdir(join(it.workspace, 'node_modules', 'old'), { recursive: true });
  const writes = ['node_modules', 'package.json'].map((name) => join(it.workspace, name));

  const { exitCode, output } = await it.run('npm install --offline --no-audit --no-fund ./dep', { writes });

  expect([exitCode, output]).toEqual([0, expect.stringContaining('added 1 package')]);
  expect(await readFile(join(it.workspace, 'package.json'), 'utf8')).toContain('"dep"');
  expect(await readFile(join(it.workspace, 'node_modules', 'dep', 'package.json'), 'utf8')).toContain('1.0.0');
});

boxTest(
  'a repository can be committed to; its hooks and configuration stay, and no password in them is seen',
  async () => {
    await using it = await setUp();
    const git = (...args: string[]) => execFileSync('git', ['-C', it.workspace, ...args], { encoding: 'utf8' });
    git('init', '-q');
    git('config', 'remote.origin.url', 'https://me:canary@example.org/x.git');
    git('config', 'http.extraheader', 'Authorization: canary');
    const submodule = join(it.workspace, '.git', 'modules', 'libs', 'one');
    await mkdir(submodule, { recursive: true });
    await writeFile(join(submodule, 'HEAD'), 'ref: refs/heads/main\n');
    await writeFile(join(submodule, 'config'), '[remote "o"]\n\turl = https://me:canary@example.org/y.git\n');
    git('config', 'user.name', 'A');
    git('config', 'user.email', 'a@b');
    const config = await readFile(join(it.workspace, '.git', 'config'), 'utf8');

    const { exitCode, output } = await it.run(
      'git add note.txt && git commit -qm first && git log --format=%s; git remote -v; git config http.extraheader; cat .git/modules/libs/one/config',
    );
    const hostile = await it.run(
      'echo "echo ran" > .git/hooks/post-commit; git config core.fsmonitor ./evil.sh; echo x >> .git/info/attributes; mv .git/hooks .git/h',
    );

    expect([exitCode, output]).toEqual([0, expect.stringContaining('first')]);
    expect(output).not.toContain('canary');
    expect(hostile.exitCode).not.toBe(0);
    expect(await readFile(join(it.workspace, '.git', 'config'), 'utf8')).toBe(config);
    await expect(stat(join(it.workspace, '.git', 'hooks', 'post-commit'))).rejects.toThrow();
    expect(git('log', '--format=%s')).toBe('first\n');
  },
);

boxTest('no network without the strength for it, not even to this machine', async () => {
  await using it = await setUp();
  const server = createServer((_, response) => response.end('served')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  const ask = `exec 3<>/dev/tcp/127.0.0.1/${port} && printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3 && cat <&3`;

  const without = await it.run(ask);
  const withNetwork = await it.run(ask, { strength: 'network' });
  server.close();

  expect(without.exitCode).not.toBe(0);
  expect(withNetwork.output).toContain('served');
});

boxTest('shared memory is bounded, and other processes are not seen', async () => {
  await using it = await setUp();

  const { output, exitCode } = await it.run(
    'head -c 200000000 /dev/zero > /dev/shm/x; stat -c %s /dev/shm/x; ls /proc | grep -c "^[0-9]"; cat /proc/*/environ | tr "\\0" "\\n" | grep -c ^SIGMA_BOX_TEST',
    { memoryBytes: 50_000_000 },
  );

  const [size = '', processes = ''] = output.split('\n').filter((line) => /^\d+$/.test(line));
  expect(Number(size)).toBeLessThanOrEqual(50_003_968);
  expect(Number(processes)).toBeLessThan(12);
  expect(exitCode).toBe(1);
});

boxTest('a protected file that a command made or changed is told to be held, others are not', async () => {
  await using it = await setUp();
  const box = await it.open({
    strength: 'workspace',
    workspace: it.workspace,
    session: 's',
    writes: [join(it.workspace, 'Makefile')],
  });
  const held = [
    '.envrc',
    'sub/conftest.py',
    '.git/hooks/pre-commit',
    '.vscode/tasks.json',
    'vite.config.ts',
    'AGENTS.md',
  ];
  const free = [
    'Makefile',
    'src/a.ts',
    '.git/index',
    '.git/refs/heads/main',
    '.git/objects/ab/cd',
    'README.md',
    'tools/x.sh',
  ];

  expect(held.filter((path) => box?.whyHeld(join(it.workspace, path)) === undefined)).toEqual([]);
  expect(free.filter((path) => box?.whyHeld(join(it.workspace, path)) !== undefined)).toEqual([]);
});

boxTest('dot files with credentials are empty in folders of tools, too', async () => {
  await using it = await setUp();
  for (const folder of ['.venv', 'target/debug']) {
    await mkdir(join(it.workspace, folder), { recursive: true });
    await writeFile(join(it.workspace, folder, '.env.local'), 'KEY=canary\n');
    await writeFile(join(it.workspace, folder, '.env.example'), 'KEY=example\n');
  }

  const { output } = await it.run('grep -rhn . .venv target');

  expect(output).toBe('1:KEY=example\n1:KEY=example\n');
});

boxTest('a hard link to a credential is as empty as the credential', async () => {
  await using it = await setUp();
  await link(join(it.workspace, '.env'), join(it.workspace, 'src', 'innocent.txt'));
  await link(join(it.home, '.ssh', 'id_ed25519'), join(it.workspace, 'src', 'notes.md'));
  await chmod(join(it.workspace, 'src'), 0o755);

  const { output } = await it.run('cat src/innocent.txt src/notes.md; grep -rn canary . ; echo end');

  expect(output).toBe('end\n');
});

boxTest(
  'a command with a limit of the disk reserves no more at once than it could write, one without as it likes',
  async () => {
    await using it = await setUp();
    await using containment = await openContainment({
      environment: ENVIRONMENT,
      allowNamespace: false,
      log: silentLogger,
    });
    const limiter: Limiter = {
      containment: async () => containment,
      watch: watchLimits,
      checkMs: () => 1000,
      fileLimits: new FileLimits(),
    };
    const reserve = (limits: { readonly diskBytes?: number }) => it.run('fallocate -l 1M big', {}, { limiter, limits });
    expect(await reserve({ diskBytes: 10_000_000 })).toMatchObject({
      exitCode: 1,
      stopReason: 'exit',
      output: expect.stringContaining('not supported'),
    });
    expect(await reserve({})).toMatchObject({ exitCode: 0 });
  },
);
