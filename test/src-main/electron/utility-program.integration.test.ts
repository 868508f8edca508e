import { expect, test } from 'vitest';
import { startNodeUtility } from '../../../src-main/electron/utility-program.ts';
import { callTool, jsOpener, writeFiles } from '../../support/js-package.ts';
import { isAlive, processesWithMark } from '../../support/processes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { utilityFork } from '../../support/utility-fork.ts';

test('a Node package runs in a utility process, and ends with all that it started', async () => {
  await using folder = await temporaryFolder();
  await using memory = await temporaryFolder();
  await writeFiles(folder.path, {
    'package.json': { type: 'module', types: 'index.d.ts' },
    'index.d.ts': 'export declare function where(): string; export declare function stay(): void;',
    'index.js': `import { spawn } from 'node:child_process';
      export const where = () => process.cwd();
      export const stay = () => void spawn('/bin/sleep', ['1000'], { detached: true, stdio: 'ignore' }).unref();`,
  });
  const mark = `HOME=${folder.path}`;
  const startNode = startNodeUtility(utilityFork(memory.path));
  const link = await jsOpener({ cwd: folder.path, memory: memory.path, startNode }).open();
  expect(await callTool(link, 'where', {}, { dir: '/usr' })).toBe('/usr');
  await callTool(link, 'stay');
  expect(await processesWithMark(mark)).toHaveLength(2);
  expect(await isAlive(link.pid ?? 0)).toBe(true);
  await link[Symbol.asyncDispose]();
  expect(await processesWithMark(mark)).toEqual([]);
});
