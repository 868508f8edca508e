import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pythonBox } from '../../support/python-host.ts';
import { randomTool, toolNames } from './support/random-tools.ts';

const ORACLE = join(import.meta.dirname, '../../fixtures/workspaces/tool_schema_oracle.py');
const PYTHON = '/usr/bin/python3';
const TOOLS = 60;
/** Folders of so many tools; `npm run test:long` takes a hundred times as many. */
const RUNS = process.env.SIGMA_TEST_LONG === '1' ? 500 : 5;

type Tools = Readonly<Record<string, { readonly parameters: { readonly properties: object } }>>;

/** Tools by name, with the order of their parameters. */
function oracle(folder: string): Tools {
  const { stdout, stderr } = spawnSync(PYTHON, [ORACLE, folder], { encoding: 'utf8', maxBuffer: 1e8 });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Tools;
}

const inOrder = (tools: Tools) =>
  Object.entries(tools)
    .map(([name, { parameters }]) => [name, Object.keys(parameters.properties)])
    .sort();

test(`what models are told of random Python tools is what the rules say (${RUNS * TOOLS} tools)`, async () => {
  await using box = await pythonBox({ interpreter: PYTHON });
  const folders = fc.tuple(toolNames(TOOLS), fc.array(randomTool, { minLength: TOOLS, maxLength: TOOLS }));
  const property = fc.asyncProperty(folders, async ([names, texts]) => {
    await rm(join(box.folder, 'tools'), { recursive: true, force: true });
    await box.write(Object.fromEntries(names.map((name, index) => [`tools/${name}.py`, texts[index] ?? ''])));

    const loaded = await box.load();

    expect(loaded.flatMap(({ problem }) => problem ?? [])).toEqual([]);
    const told = Object.fromEntries(
      loaded.flatMap(({ declaration: one }) => (one ? [[one.name, one]] : [])),
    ) as unknown as Tools;
    const wanted = oracle(join(box.folder, 'tools'));
    expect(told).toEqual(wanted);
    // The order of parameters is told, too.
    expect(inOrder(told)).toEqual(inOrder(wanted));
  });
  // What a folder of sixty fails by is told by the comparison; smaller ones take long to find.
  await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
});
