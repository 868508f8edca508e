import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentHosts } from '#app/agent-hosts';
import { commandLimiter } from '#app/commands/command-limiter';
import { commandSandbox } from '#app/commands/command-sandbox';
import { Settings } from '#contract';
import { CleanupStack } from '#core/async/cleanup-stack';
import { startNodeChild } from '#process/node-program';
import { readLayout } from '../../../src-main/workspaces/layout/read-layout.ts';
import { silentLogger } from '../../support/silent-logger.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const SAMPLE = join(ROOT, 'resources', 'workspaces', 'assistant');
/** Tools that are measured, in addition to those of the sample. */
const TOOLS = {
  'echoes.py': 'async def tool(text: str) -> str:\n    """Says it again."""\n    return text\n',
  'waits.py': 'import asyncio\n\nasync def tool() -> str:\n    """Waits."""\n    await asyncio.sleep(60)\n',
  'blocks.py': 'import time\n\nasync def tool() -> str:\n    """Is deaf."""\n    time.sleep(60)\n',
};
export const ENVIRONMENT = { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' };

/** A copy of the sample with more tools; its Python is started as the app does it: in the box, held to the default limits. */
export async function sampleHosts() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'sigma-bench-')));
  const [home, dataFolder] = [join(folder, 'home'), join(folder, 'data')];
  const workspace = join(home, 'assistant');
  await cp(SAMPLE, workspace, { recursive: true });
  for (const [name, text] of Object.entries(TOOLS)) await writeFile(join(workspace, 'tools', name), text);
  await mkdir(dataFolder);
  const installFolder = join(folder, 'installed');
  await mkdir(join(installFolder, 'out', 'main'), { recursive: true });
  await symlink(join(ROOT, 'resources'), join(installFolder, 'resources'));
  const cleanup = new CleanupStack();
  const sandbox = cleanup.use(commandSandbox({ environment: ENVIRONMENT, home, dataFolder }));
  const limiter = commandLimiter({
    environment: ENVIRONMENT,
    cleanup,
    log: silentLogger,
    checkMs: () => 10_000,
    notCounted: [dataFolder],
  });
  const start = agentHosts({
    sandbox,
    limiter,
    startNode: startNodeChild,
    installFolder,
    dataFolder,
    environment: ENVIRONMENT,
    settings: { current: () => Settings.parse({}) },
    packagesOf: () => [],
  });
  return {
    workspace,
    /** Opens a host from scratch, until it has loaded its tools. */
    open: async (signal = new AbortController().signal) => {
      const { tools, systemFile } = await readLayout(workspace, { reservedNames: [] });
      const code = [...tools, ...(systemFile ? [systemFile] : [])].filter(({ language }) => language === 'python');
      const trusted = new Map(code.map(({ file, hash }): [string, string] => [file, hash]));
      const about = { workspace, kind: 'python', hasNetwork: false, hasRichSchemas: false, trusted } as const;
      const opening = await start(about, signal);
      if ('noPython' in opening) throw new Error(opening.noPython);
      const { host, python } = opening;
      await host.load(code, trusted, signal);
      const call = (tool: string, args: unknown, stop = signal) => {
        const request = { tool, arguments: JSON.stringify(args), dir: workspace, session: 's', callId: 'c' };
        return host.call({ ...request, timeoutMs: 60_000 }, stop);
      };
      return { host, call, python: python?.path ?? 'python3', [Symbol.asyncDispose]: () => host.end(0) };
    },
    [Symbol.asyncDispose]: async () => {
      await cleanup[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type SampleHosts = Awaited<ReturnType<typeof sampleHosts>>;

/** The processes below one, itself included. */
export async function treeOf(pid: number): Promise<readonly number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  const texts = tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => ''));
  const children = (await Promise.all(texts)).join(' ').split(' ').filter(Boolean).map(Number);
  return [pid, ...(await Promise.all(children.map(treeOf))).flat()];
}
