import { spawnSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AgentDetail } from '#contract';
import { phiEngine } from '../../support/phi-engine.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { tinyWheel } from '../../support/tiny-wheel.ts';

const hasPip = spawnSync('/usr/bin/python3', ['-m', 'pip', '--version']).status === 0;
const TOOL = (name: string) =>
  `import ${name}\n\nasync def tool() -> str:\n    """Says it."""\n    return ${name}.said()\n`;
const MODULE = 'def said():\n    return "said by a package"\n';

/** The app with a trusted workspace, and a folder of packages in place of an index: pip is told by its own variables. */
async function workspaceWith(files: Readonly<Record<string, string>>, verdict: 'allow' | 'refuse' = 'allow') {
  const folder = await temporaryFolder();
  const packages = join(folder.path, 'packages');
  await tinyWheel(packages, 'tiny_words', MODULE);
  const environment = { PIP_NO_INDEX: '1', PIP_FIND_LINKS: packages, PIP_CONFIG_FILE: '/dev/null' };
  const phi = await phiEngine({ hasNodePackages: true, start: { environment }, answer: () => ({ verdict }) });
  const path = join(phi.home.home, 'agent');
  await mkdir(join(path, 'tools'), { recursive: true });
  for (const [file, text] of Object.entries(files)) await writeFile(join(path, file), text);
  const { workspaces } = phi.api;
  await workspaces.open({ path });
  const { hash } = await workspaces.review({ path });
  await workspaces.trust({ path, hash, network: false });
  const detail = async (isSo: (detail: AgentDetail) => boolean): Promise<AgentDetail> => {
    for await (const one of await workspaces.detail({ path }, { signal: AbortSignal.timeout(30_000) })) {
      if (isSo(one)) return one;
    }
    throw new Error('It never came to that');
  };
  await detail(({ toolList }) => toolList.some(({ state }) => state === 'needs-module'));
  return {
    phi,
    path,
    workspaces,
    detail,
    [Symbol.asyncDispose]: async () => {
      await phi[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe.skipIf(!hasPip)('packages of a workspace (skipped where /usr/bin/python3 has no pip)', () => {
  test('a module that is missing is named, installed after a yes into the data of the app, and then imported', async () => {
    await using it = await workspaceWith({ 'tools/says.py': TOOL('tiny_words') });
    const { toolList } = await it.detail(({ toolList }) => toolList.some(({ state }) => state === 'needs-module'));
    expect(toolList).toMatchObject([{ name: 'says', missingModule: 'tiny_words' }]);

    await it.workspaces.install({ path: it.path, module: 'tiny_words' });

    expect(it.phi.asked.at(-1)?.subject).toMatchObject({ command: expect.stringContaining('--target') });
    await it.detail(({ toolList }) => toolList.some(({ state }) => state === 'ready'));
    const { content } = await it.workspaces.tryTool({ path: it.path, tool: 'says', arguments: '{}' });
    expect(content).toBe('said by a package');
    expect(await readdir(it.path)).toEqual(['tools']);
    const [own = ''] = await readdir(join(it.phi.home.dataFolder, 'venvs'));
    expect(await readdir(join(it.phi.home.dataFolder, 'venvs', own))).toContain('tiny_words.py');
  });

  test('what the folder has in the place of the installer, or of a module of it, is not run', async () => {
    await using place = await temporaryFolder();
    const canary = join(place.path, 'canary');
    const bad = `open(${JSON.stringify(canary)}, "a").close()\nraise SystemExit(0)\n`;
    await using it = await workspaceWith({
      'tools/says.py': TOOL('tiny_words'),
      'pip.py': bad,
      'logging.py': bad,
      'sitecustomize.py': bad,
      'uv.toml': 'no-index = 5\n',
    });
    await it.workspaces.install({ path: it.path, module: 'tiny_words' });
    await it.detail(({ toolList }) => toolList.some(({ state }) => state === 'ready'));
    expect(await readdir(place.path)).toEqual([]);
  });

  test('what requirements.txt names is installed as a whole, and known as installed', async () => {
    await using it = await workspaceWith({
      'tools/says.py': TOOL('tiny_words'),
      'requirements.txt': 'tiny_words==1.0\n',
    });
    await it.workspaces.install({ path: it.path });
    const ready = await it.detail(({ toolList }) => toolList.some(({ state }) => state === 'ready'));
    expect(ready.requirements).toMatchObject({ isInstalled: true });
  });

  test('a package that there is not is told by its name, with the last that pip said', async () => {
    await using it = await workspaceWith({ 'tools/says.py': TOOL('no_such_words') });
    await expect(it.workspaces.install({ path: it.path, module: 'no_such_words' })).rejects.toMatchObject({
      message: 'no_such_words could not be installed: No matching distribution found for no_such_words',
    });
    await expect(it.workspaces.install({ path: it.path, module: '--index-url=x' })).rejects.toMatchObject({
      message: expect.stringContaining('is no name of a package'),
    });
  });

  test('a no installs nothing', async () => {
    await using it = await workspaceWith({ 'tools/says.py': TOOL('tiny_words') }, 'refuse');
    await expect(it.workspaces.install({ path: it.path, module: 'tiny_words' })).rejects.toMatchObject({
      message: 'Nothing was installed',
    });
    expect(await readdir(it.phi.home.dataFolder)).not.toContain('venvs');
  });
});
