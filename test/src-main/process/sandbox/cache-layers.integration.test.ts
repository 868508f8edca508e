import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startGroup } from '#process/group';
import { layerCaches } from '#process/sandbox/cache-layers';
import type { SandboxOptions } from '#process/sandbox/options';
import { probeSandbox } from '#process/sandbox/probe';
import { programInSandbox } from '#process/sandbox/sandboxed-program';

const ENVIRONMENT = { PATH: process.env.PATH ?? '' };
const { works, program = 'bwrap' } = await probeSandbox(ENVIRONMENT);

/** Outside `/tmp`, which is the box's own; `undefined` if nothing can be made there. */
async function setUp(isRoot: boolean) {
  const folder = await mkdtemp('/srv/sigma-caches-').catch(() => undefined);
  if (folder === undefined) return undefined;
  const at = (name: string) => join(folder, name);
  for (const name of ['home/.npm', 'home/.cargo/registry', 'work', 'boxes/temp/tmp', 'boxes/temp/var/tmp'])
    await mkdir(at(name), { recursive: true });
  await writeFile(at('home/.npm/old'), 'as it was\n');
  await writeFile(at('home/.cargo/credentials'), 'canary\n');
  await writeFile(at('home/.cargo/config'), 'text\n');
  const caches = await layerCaches({
    caches: [at('home/.npm'), at('home/.npm/inner'), at('home/none'), at('home/.cargo'), at('home/.cargo/registry')],
    folder: at('boxes/caches'),
    isRoot,
  });
  const options: SandboxOptions = {
    strength: 'workspace',
    program,
    cwd: at('work'),
    workspace: at('work'),
    temp: at('boxes/temp'),
    caches,
    hide: [at('boxes'), at('home/.cargo/credentials')],
  };
  return {
    at,
    caches,
    run: async (command: string) => {
      const what = programInSandbox({ file: 'bash', args: ['-c', command] }, options);
      await using group = await startGroup({ ...what, cwd: '/', environment: ENVIRONMENT });
      const [stdout, stderr] = await Promise.all([text(group.stdout), text(group.stderr), group.exited]);
      return stdout + stderr;
    },
    [Symbol.asyncDispose]: async () => {
      caches?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const isRootHere = process.getuid?.() === 0;

for (const isRoot of isRootHere ? [true, false] : [false]) {
  const how = isRoot ? "with root's rights" : 'in a user namespace';

  test.skipIf(!works)(
    `caches are written in a layer that the next command finds, and stay as they are (${how})`,
    async (context) => {
      await using it = await setUp(isRoot);
      if (!it?.caches) return context.skip('no layer can be mounted here, or nothing be made outside /tmp');

      expect(it.caches.paths).toEqual([it.at('home/.npm'), it.at('home/.cargo')]);
      const npm = it.at('home/.npm');
      expect(await it.run(`cat ${npm}/old; echo new > ${npm}/new; echo other > ${npm}/old; id -u; pwd`)).toBe(
        `as it was\n${process.getuid?.()}\n${it.at('work')}\n`,
      );
      expect(await it.run(`cat ${npm}/new ${npm}/old`)).toBe('new\nother\n');
      expect(await readdir(npm)).toEqual(['old']);
      expect(await readFile(join(npm, 'old'), 'utf8')).toBe('as it was\n');
    },
  );

  test.skipIf(!works)(
    `nothing else can be written, and what is hidden in a cache stays hidden (${how})`,
    async (context) => {
      await using it = await setUp(isRoot);
      if (!it?.caches) return context.skip('no layer can be mounted here, or nothing be made outside /tmp');

      expect(await it.run(`echo x > ${it.at('home/x')}`)).toContain('Read-only file system');
      expect(
        await it.run(`echo x > ${it.at('home/.cargo/registry/x')}; cat ${it.at('home/.cargo/credentials')}`),
      ).toMatch(/Permission denied|^$/);
      expect(await it.run(`ls ${it.at('boxes')}`)).toContain('Permission denied');
      expect(await it.run('mount -t tmpfs x /mnt; umount -l /home; true')).toMatch(
        /permission denied|must be superuser/i,
      );
    },
  );
}

test('where no folder is there, there is no layer', async () => {
  expect(await layerCaches({ caches: ['/none/at/all'], folder: '/none' })).toBeUndefined();
});
