import { chmod, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jsWorkspace } from '../../../../support/js-workspace.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const IMPORTS = 'export async function tool({ path }) { return (await import(path)).default; }';

test('nothing of the folder is imported or required but what was trusted, and nothing outside of it', async () => {
  await using outside = await temporaryFolder();
  await writeFile(join(outside.path, 'x.mjs'), 'export default 1;');
  await using it = await jsWorkspace({
    'tools/fetch.mjs': IMPORTS,
    'tools/require.js':
      "const { createRequire } = require('node:module'); exports.tool = ({ path }) => createRequire(__filename)(path);",
    'tools/static.mjs': "import '../lib/bad.mjs'; export const tool = async () => 1;",
    'lib/good.mjs': 'export default "good";',
    'lib/good.cjs': "module.exports = require('./data.json').text;",
    'lib/data.json': { text: 'from data' },
    'lib/json.mjs': "import data from './data.json' with { type: 'json' }; export default data.text;",
    'lib/bad.mjs': 'export default "bad";',
    'lib/bad.cjs': 'module.exports = "bad";',
    'lib/through.cjs': "module.exports = require('./bad.cjs');",
    'lib/esm.mjs': "export { default } from './bad.mjs';",
    'lib/later.mjs': 'export default "later";',
    'lib/native.node': 'not really one',
    'node_modules/dependency/index.js': "module.exports = 'installed';",
    'node_modules/dependency/package.json': { main: 'index.js' },
  });
  await symlink(join(outside.path, 'x.mjs'), join(it.path, 'lib', 'link.mjs'));
  const untrusted = ['lib/bad.mjs', 'lib/bad.cjs', 'lib/native.node'];
  const loaded = await it.load(untrusted);
  await writeFile(join(it.path, 'lib', 'later.mjs'), 'export default "changed";');
  const lib = (name: string) => ({ path: `../lib/${name}` });

  const broken = loaded.find(({ file }) => file === 'tools/static.mjs');
  expect(broken?.problem?.message).toContain('lib/bad.mjs is not run: it is not part of what was trusted');
  expect(await it.call('fetch', lib('good.mjs'))).toBe('good');
  expect(await it.call('fetch', lib('good.cjs'))).toBe('from data');
  expect(await it.call('fetch', lib('json.mjs'))).toBe('from data');
  expect(await it.call('fetch', { path: 'dependency' })).toBe('installed');
  expect(await it.call('require', { path: 'dependency' })).toBe('installed');
  expect(await it.call('fetch', { path: 'node:os' })).toMatchObject({ EOL: '\n' });
  for (const name of ['bad.mjs', 'bad.cjs', 'through.cjs', 'esm.mjs']) {
    expect(await it.failure('fetch', lib(name))).toMatch(/^lib\/bad\.[cm]js is not run: it is not part of what was/);
  }
  for (const name of ['bad.cjs', 'through.cjs']) {
    expect(await it.failure('require', lib(name))).toContain('lib/bad.cjs is not run');
  }
  expect(await it.failure('require', lib('native.node'))).toContain('lib/native.node is not run');
  expect(await it.failure('fetch', lib('later.mjs'))).toContain('lib/later.mjs is not run: it is not what was trusted');
  expect(await it.failure('fetch', lib('link.mjs'))).toContain('lies outside of the workspace');
  expect(await it.failure('require', { path: join(outside.path, 'x.mjs') })).toContain('lies outside of the workspace');
});

test('programs, scripts and threads of the folder are started only when they were trusted', async () => {
  await using it = await jsWorkspace({
    'tools/run.mjs': `
import { execFile, execFileSync, exec, spawnSync, fork } from 'node:child_process';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
export async function tool({ how, file }) {
  switch (how) {
    case 'execFile': return (await promisify(execFile)(file)).stdout;
    case 'sync': return execFileSync(file).toString();
    case 'path': return (await promisify(execFile)(file, { env: { PATH: 'bin' } })).stdout;
    case 'path, sync': return execFileSync(file, { env: { PATH: 'bin' } }).toString();
    case 'node': return spawnSync(process.execPath, [file]).stdout.toString();
    case 'exec': return (await promisify(exec)('sh ' + file)).stdout;
    case 'fork': fork(file); return 'forked';
    case 'thread': new Worker(file); return 'thread';
  }
}`,
    'bin/bad.sh': '#!/bin/sh\necho bad\n',
    'bin/bad.mjs': 'console.log("bad")',
    'bin/good.sh': '#!/bin/sh\necho good\n',
  });
  await chmod(join(it.path, 'bin', 'bad.sh'), 0o755);
  await it.load(['bin/bad.sh', 'bin/bad.mjs']);

  expect(await it.call('run', { how: 'exec', file: 'bin/good.sh' })).toBe('good\n');
  expect(await it.call('run', { how: 'execFile', file: 'ls' })).toContain('tools');
  for (const how of ['execFile', 'sync', 'exec']) {
    await expect(it.call('run', { how, file: './bin/bad.sh' }), how).rejects.toThrow('bin/bad.sh is not run');
  }
  for (const how of ['path', 'path, sync']) {
    await expect(it.call('run', { how, file: 'bad.sh' }), how).rejects.toThrow('bin/bad.sh is not run');
  }
  for (const how of ['node', 'fork', 'thread']) {
    await expect(it.call('run', { how, file: './bin/bad.mjs' }), how).rejects.toThrow('bin/bad.mjs is not run');
  }
});

test('a changed tool, and one whose module changed, runs anew; others stay, and a broken one keeps its old version', async () => {
  const counter = (word: string) =>
    `let count = 0; export async function tool({}) { count += 1; return ${JSON.stringify(word)} + count; }`;
  await using it = await jsWorkspace({
    'tools/one.mjs': counter('one '),
    'tools/two.mjs': "import { word } from '../lib/a.mjs'; export async function tool({}) { return word; }",
    'tools/three.js': "const b = require('../lib/b.cjs'); exports.tool = ({}) => b.word;",
    'lib/a.mjs': "export { word } from './b.cjs';",
    'lib/b.cjs': "exports.word = 'first';",
  });
  const calls = async () => [await it.call('one'), await it.call('two'), await it.call('three')];
  await it.load();
  expect(await calls()).toEqual(['one 1', 'first', 'first']);

  await it.write({ 'lib/b.cjs': "exports.word = 'second';" });
  await it.load();
  expect(await calls()).toEqual(['one 2', 'second', 'second']);

  await it.write({ 'tools/one.mjs': counter('new '), 'lib/a.mjs': 'export const word = "third";\nexport const = 5;' });
  const loaded = await it.load();
  expect(await calls()).toEqual(['new 1', 'second', 'second']);
  expect(loaded[2]).toMatchObject({
    file: 'tools/two.mjs',
    isOld: true,
    declaration: { name: 'two' },
    problem: { file: 'lib/a.mjs', line: 2 },
  });

  await it.write({ 'tools/one.mjs': 'export const = 6;' });
  expect((await it.load()).map(({ problem }) => [problem?.file, problem?.line])).toEqual([
    ['tools/one.mjs', 1],
    [undefined, undefined],
    ['lib/a.mjs', 2],
  ]);

  await it.write({ 'lib/a.mjs': 'export const word = "fourth";' });
  expect((await it.load())[2]).toMatchObject({ declaration: { name: 'two' } });
  expect(await it.call('two')).toBe('fourth');
});
