import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startNodeUtility } from '../../../../../src-main/electron/utility-program.ts';
import { type PhiEngineOptions, phiEngine } from '../../../../support/phi-engine.ts';
import { isAlive } from '../../../../support/processes.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';
import { utilityFork } from '../../../../support/utility-fork.ts';

const TOOLS = {
  'fills.mjs': `const held = [];
export async function tool({}) {
  for (;;) { held.push(Buffer.alloc(8_000_000, 1)); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10); }
}`,
  'spins.mjs': 'export async function tool({}) { for (;;); }',
  'forks.mjs': `import { spawn } from 'node:child_process';
export async function tool({}) {
  for (let n = 0; n < 150; n++) { spawn('sleep', ['300'], { detached: true, stdio: 'ignore' }).on('error', () => {}).unref(); }
  await new Promise(() => {});
}`,
  'waits.mjs': 'export async function tool({}) { await new Promise((resolve) => setTimeout(resolve, 1e6)); }',
  'greet.ts': 'export const tool = async ({ name }: { name: string }) => "hello " + name;',
};
/**
 * Settings that limit processor time only for the spinning tool: on a slow machine filling or forking would hit that
 * limit first.
 */
const settingsFor = (tool: string) => `limits: {check_seconds: 1}
workspaces: {memory_mb: 400, processes: 60, cpu_percent: ${tool === 'spins' ? 60 : 'null'}}
`;

/** The app with a trusted workspace of these tools, in the box, whose Node is held to small limits. */
async function smallWorkspace(tool: string, more: Pick<PhiEngineOptions, 'startNode'> = {}) {
  const phi = await phiEngine({ hasNodePackages: true, settings: settingsFor(tool), ...more });
  const path = join(phi.home.home, 'agent');
  await mkdir(join(path, 'tools'), { recursive: true });
  for (const [name, text] of Object.entries(TOOLS)) await writeFile(join(path, 'tools', name), text);
  const { workspaces } = phi.api;
  await workspaces.open({ path });
  const { hash } = await workspaces.review({ path });
  await workspaces.trust({ path, hash, network: false });
  const call = async (called: string, args: unknown = {}) =>
    await workspaces.tryTool({ path, tool: called, arguments: JSON.stringify(args) });
  const pids = async () => {
    for await (const detail of await workspaces.detail({ path })) {
      if (detail.state === 'ready' && detail.pids.length > 0) return detail.pids;
    }
    throw new Error('It was never ready');
  };
  await pids();
  return { call, pids, [Symbol.asyncDispose]: () => phi[Symbol.asyncDispose]() };
}

test.each([
  ['fills', /has ended: it held .*400 MB it may/],
  ['spins', /has ended: it used .* more than the 60 % it may/],
  ['forks', /has ended: it (?:had|wanted|tried) .*processes/],
])(
  'a tool that %s is ended with its reason, as is all that is open beside it, and the next call works',
  async (tool, reason) => {
    await using it = await smallWorkspace(tool);
    expect((await it.call('greet', { name: 'one' })).content).toContain('hello one');
    const before = await it.pids();

    const beside = it.call('waits');
    const ended = await it.call(tool);

    expect(ended).toMatchObject({ outcome: 'failed', content: expect.stringMatching(reason) });
    expect((await beside).content).toMatch(reason);
    expect((await it.call('greet', { name: 'two' })).content).toContain('hello two');
    expect(before).toHaveLength(1);
    await expect.poll(() => isAlive(before[0] ?? 0)).toBe(false);
  },
);

test.each([
  ['fills', /has ended: it held .*400 MB it may/],
  ['forks', /has ended: it had .*processes/],
])('in Electron, which starts its Node by itself, a tool that %s is ended as well', async (tool, reason) => {
  await using folder = await temporaryFolder();
  await using it = await smallWorkspace(tool, { startNode: startNodeUtility(utilityFork(folder.path)) });
  expect(await it.call(tool)).toMatchObject({ outcome: 'failed', content: expect.stringMatching(reason) });
  expect((await it.call('greet', { name: 'two' })).content).toContain('hello two');
});
