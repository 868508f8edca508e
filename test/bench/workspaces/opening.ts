import { spawnSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { PhiEngine } from '../../support/phi-engine.ts';
import { phiEngine } from '../../support/phi-engine.ts';
import type { Report } from '../run.ts';
import { untilQuiet, waitedForQuiet } from '../terminal/quiet.ts';
import { median } from '../terminal/spread.ts';

const TIMES = 11;
const MAX_MS = 400;
const SAMPLE = join(import.meta.dirname, '../../../resources/workspaces/assistant');

/** Measures from opening the sample, trusted before, to its first callable tool: in the app, in the box. */
export async function reportOpening(report: Report): Promise<void> {
  await using phi = await phiEngine({ hasNodePackages: true });
  const path = join(phi.home.home, 'assistant');
  await cp(SAMPLE, path, { recursive: true });
  await phi.api.workspaces.open({ path });
  const { hash } = await phi.api.workspaces.review({ path });
  await phi.api.workspaces.trust({ path, hash, network: false });
  const [ours, bare]: [number[], number[]] = [[], []];
  await untilQuiet();
  for (let index = 0; index <= TIMES; index += 1) {
    await phi.api.workspaces.close({ path });
    const [opened, control] = [await openingMs(phi, path), interpreterMs()];
    // The first finds everything cold, the interpreter's version too.
    if (index === 0) continue;
    ours.push(opened);
    bare.push(control);
  }
  const note = `${TIMES} times; ${median(ours, 0)} ms, python3 -c 'import asyncio' ${median(bare, 0)} ms; ${waitedForQuiet()}`;
  const value = Math.round(median(ours) - median(bare));
  report({ name: 'open to the first tool, beyond its interpreter', value, unit: 'ms', atMost: MAX_MS, note });
}

async function openingMs({ api }: PhiEngine, path: string): Promise<number> {
  const startedAt = performance.now();
  const opening = api.workspaces.open({ path });
  await firstTool({ api }, path);
  const took = performance.now() - startedAt;
  await opening;
  return took;
}

/** Resolves with the first look at it in which a tool is ready. */
async function firstTool({ api }: Pick<PhiEngine, 'api'>, path: string): Promise<void> {
  for (;;) {
    try {
      for await (const { toolList } of await api.workspaces.detail({ path })) {
        if (toolList.some(({ state }) => state === 'ready')) return;
      }
    } catch {
      // It is not open yet.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

function interpreterMs(): number {
  const startedAt = performance.now();
  spawnSync('/usr/bin/python3', ['-c', 'import asyncio'], { env: {} });
  return performance.now() - startedAt;
}
