import { execFileSync, spawn } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/built-host.ts';
import { writeFiles } from '../support/js-package.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';

/** Notes its name and what the run is told by the environment; fails where the checkout says so. */
const TOOL = `
  const { appendFileSync, existsSync, writeFileSync } = require('node:fs');
  const { SIGMA_TEST_LONG = '', SIGMA_TEST_SEED = '' } = process.env;
  appendFileSync('calls', NAME + ' ' + process.argv.slice(2).join(' ') + ' long=' + SIGMA_TEST_LONG + ' seed=' + SIGMA_TEST_SEED + '\\n');
  if (existsSync(NAME + '-fails')) process.exitCode = 1;
  const failed = process.exitCode ?? 0;`;
const TOOLS: Readonly<Record<string, string>> = {
  'typescript/bin/tsc': TOOL,
  '@biomejs/biome/bin/biome': TOOL,
  'knip/bin/knip.js': TOOL,
  'electron-vite/bin/electron-vite.js': `${TOOL} require('node:fs').mkdirSync('out', { recursive: true });`,
  'vitest/vitest.cjs': `${TOOL}
    const file = process.argv.find((arg) => arg.startsWith('--outputFile.json=')).split('=')[1];
    writeFileSync(file, JSON.stringify({ numPassedTests: 10, numFailedTests: failed, numPendingTests: 2, testResults: [] }));`,
  '@playwright/test/cli.js': `${TOOL}
    const stats = { expected: 30, unexpected: failed, flaky: 0, skipped: 0 };
    writeFileSync(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE, JSON.stringify({ stats }));`,
  '@playwright/test/index.js': 'exports.chromium = { launch: async () => ({ close: async () => {} }) };',
};

/** The real scripts over tools that report what they are told to. */
async function checkout(): Promise<TemporaryFolder> {
  const folder = await temporaryFolder();
  const write = async (file: string, text = '') => {
    await mkdir(dirname(join(folder.path, file)), { recursive: true });
    await writeFile(join(folder.path, file), text);
  };
  await cp(join(ROOT, 'scripts'), join(folder.path, 'scripts'), { recursive: true });
  for (const [file, text] of Object.entries(TOOLS)) {
    await write(
      join('node_modules', file),
      `const NAME = ${JSON.stringify(file.split('/').at(-1)?.split('.')[0])};${text}`,
    );
  }
  await write('node_modules/vitest/vitest.mjs', "import './vitest.cjs';");
  for (const name of ['src-main/a.ts', 'src-preload/a.ts', 'src-renderer/a.ts', 'electron.vite.config.ts'])
    await write(name);
  await write('tsconfig.base.json');
  await write('package.json', '{}');
  await write('package-lock.json', '{}');
  await write('node_modules/.package-lock.json', '{}');
  return folder;
}

async function npmTest(
  path: string,
  args: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
  script = 'test.mjs',
) {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [join(path, 'scripts', script), ...args], {
    cwd: path,
    env: { PATH, HOME: path, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const pipe of [child.stdout, child.stderr]) {
    pipe.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const calls = (await readFile(join(path, 'calls'), 'utf8')).trimEnd().split('\n');
  return { exitCode, output, calls, closing: output.trimEnd().split('\n').at(-1) };
}

test('the closing line sums checks, build and all runners', async () => {
  await using folder = await checkout();
  const { exitCode, closing, calls } = await npmTest(folder.path);

  expect([exitCode, closing]).toEqual([0, '54 passed, 0 failed, 4 skipped']);
  const names = calls.map((call) => call.split(' ')[0]);
  // The checks run beside the first tests, and all of them before the build.
  expect(names.slice(0, 4).sort()).toEqual(['biome', 'knip', 'tsc', 'vitest']);
  expect(names.slice(4)).toEqual(['electron-vite', 'vitest', 'cli']);
  expect(calls.filter((call) => !call.endsWith(' long= seed='))).toEqual([]);
});

test.each([
  ['knip', '53 passed, 1 failed, 4 skipped'],
  ['vitest', '54 passed, 2 failed, 4 skipped'],
  ['cli', '54 passed, 1 failed, 4 skipped'],
  ['electron-vite', '13 passed, 1 failed, 2 skipped'],
])('a failure of %s is in the closing line and the exit code', async (name, line) => {
  await using folder = await checkout();
  await writeFile(join(folder.path, `${name}-fails`), '');

  expect(await npmTest(folder.path)).toMatchObject({ exitCode: 1, closing: line });
});

test('the long suites run whole, with a seed of their own that is printed', async () => {
  await using folder = await checkout();
  const { output, calls } = await npmTest(folder.path, ['--long']);
  const [, seed = ''] = /SIGMA_TEST_SEED=(\d+)/.exec(output) ?? [];

  expect(seed).not.toBe('');
  const runners = calls.filter((call) => /^(vitest|cli) /.test(call));
  expect(runners.map((call) => call.endsWith(` long=1 seed=${seed}`))).toEqual([true, true, true]);
  const again = await npmTest(folder.path, ['--long']);
  expect(again.output).not.toContain(`SIGMA_TEST_SEED=${seed}\n`);
});

test('of the long suites, the files of another day are left out, and it says so', async () => {
  await using folder = await checkout();
  await writeFiles(folder.path, {
    'e2e/a.spec.ts': '',
    'e2e/b.spec.ts': '',
    'test/a.integration.test.ts': '',
    'test/b.integration.test.ts': '',
  });
  const { calls, output } = await npmTest(folder.path, [], { SIGMA_TEST_SEED: '6' });

  expect(output).toContain(
    'run today: 0 of 0 slow, 1 of 2 integration, 1 of 2 e2e; npm test -- --all runs all of them',
  );
  const called = (word: string) => calls.filter((call) => call.includes(word));
  expect(called('--project integration')[0]).toContain(' --exclude=test/a.integration.test.ts ');
  expect(called('--project integration')[0]).not.toContain('--exclude=test/b.integration.test.ts');
  expect(called('--project web')[0]).toContain(String.raw`test --pass-with-no-tests [/\\]b.spec.ts$ -c e2e `);
  for (const args of [['--all'], ['--long'], ['--part', 'e2e', '--shard', '1/2']]) {
    await writeFile(join(folder.path, 'calls'), '');
    const whole = await npmTest(folder.path, args, { SIGMA_TEST_SEED: '6' });
    expect(whole.calls.join('\n')).not.toMatch(/--exclude|spec\.ts/);
    expect(whole.output).not.toContain('run today');
  }
});

test('a seed that the environment names is used', async () => {
  await using folder = await checkout();
  const { output, calls } = await npmTest(folder.path, [], { SIGMA_TEST_SEED: '77' });

  expect(output).toContain('SIGMA_TEST_SEED=77');
  expect(calls.at(-1)).toContain('seed=77');
});

test.each([
  [['--part', 'checks'], ['biome', 'knip', 'tsc'], '3 passed, 0 failed'],
  [['--part', 'quick'], ['vitest'], '10 passed, 0 failed, 2 skipped'],
  [['--part', 'integration', '--shard', '1/2'], ['electron-vite', 'vitest'], '11 passed, 0 failed, 2 skipped'],
  [['--part', 'e2e', '--shard', '2/2'], ['cli', 'electron-vite'], '31 passed, 0 failed'],
])('a part of the tests runs alone: %j', async (args, names, line) => {
  await using folder = await checkout();
  const { calls, closing } = await npmTest(folder.path, args);

  expect(calls.map((call) => call.split(' ')[0]).sort()).toEqual(names);
  expect(closing).toBe(line);
  const shard = args[3];
  if (shard !== undefined) expect(calls.filter((call) => call.includes(`--shard=${shard}`))).toHaveLength(1);
});

test('a part that there is none of is refused by name', async () => {
  await using folder = await checkout();
  await writeFile(join(folder.path, 'calls'), '');
  const { exitCode, output } = await npmTest(folder.path, ['--part', 'unit']);

  expect(exitCode).toBe(1);
  expect(output).toContain('There is no part "unit" of the tests: name one of checks, quick, integration, e2e');
});

test('what needs a second try in two of ten runs fails', async () => {
  await using folder = await checkout();
  const flaky = `require('node:fs').appendFileSync(process.env.SIGMA_SECOND_TRIES, 'a.test.ts > it\\n');`;
  const tool = join(folder.path, 'node_modules/vitest/vitest.cjs');
  await writeFile(tool, `${await readFile(tool, 'utf8')}\n${flaky}`);

  expect((await npmTest(folder.path, ['--part', 'quick'])).closing).toBe('10 passed, 0 failed, 2 skipped');
  const { closing, output } = await npmTest(folder.path, ['--part', 'quick']);
  expect(closing).toBe('10 passed, 1 failed, 2 skipped');
  expect(output).toContain('Failed: a.test.ts > it: needed a second try in two of the last ten runs');
});

test.each([
  ['nothing', 0],
  ['biome', 1],
  ['vitest', 1],
])('npm run check without git runs all of it, whatever fails (%s)', async (name, code) => {
  await using folder = await checkout();
  await writeFile(join(folder.path, 'node_modules/vitest/vitest.cjs'), `const NAME = 'vitest';${TOOL}`);
  await writeFile(join(folder.path, `${name}-fails`), '');
  const { exitCode, calls, output } = await npmTest(folder.path, [], {}, 'check.mjs');

  expect(exitCode).toBe(code);
  expect(calls.map((call) => call.split(' ')[0]).sort()).toEqual(['biome', 'knip', 'tsc', 'vitest']);
  expect(calls.find((call) => call.startsWith('vitest'))).toContain('--project unit --project renderer');
  expect(output.match(/failed, exit code 1/g)?.length ?? 0).toBe(code);
});

test('npm run check looks at what has changed and at the tests that use it', async () => {
  await using folder = await checkout();
  await writeFile(join(folder.path, 'node_modules/vitest/vitest.cjs'), `const NAME = 'vitest';${TOOL}`);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder.path });
  await mkdir(join(folder.path, 'test/deep'), { recursive: true });
  await writeFile(join(folder.path, 'test/deep/a.test.ts'), "import '../../src-main/a.ts';");
  await writeFile(join(folder.path, 'test/deep/b.test.ts'), "import '../../src-preload/a.ts';");
  await writeFile(join(folder.path, 'test/names.test.ts'), '');
  await writeFile(join(folder.path, '.gitignore'), 'node_modules\ncalls\n');
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '-m', 'first');
  await writeFile(join(folder.path, 'src-main/a.ts'), 'export {};');
  await writeFile(join(folder.path, 'src-main/new.ts'), 'export {};');
  await writeFile(join(folder.path, 'notes.md'), 'words');
  const { calls, output } = await npmTest(folder.path, [], {}, 'check.mjs');

  expect(calls.map((call) => call.split(' ')[0]).sort()).toEqual(['biome', 'tsc', 'vitest']);
  expect(calls.find((call) => call.startsWith('biome'))).toMatch(/ src-main\/a\.ts src-main\/new\.ts /);
  expect(calls.find((call) => call.startsWith('vitest'))).toMatch(
    /^vitest run --project unit --reporter=dot --passWithNoTests test\/deep\/a\.test\.ts test\/names\.test\.ts /,
  );
  expect(calls.find((call) => call.startsWith('biome'))).toContain(' --config-path=biome.quick.json ');
  expect(output).toContain('Checks 2 files changed since the last commit');
  await writeFile(join(folder.path, 'calls'), '');
  const { calls: all } = await npmTest(folder.path, ['--all'], {}, 'check.mjs');
  expect(all).toHaveLength(4);
  expect(all.join('\n')).not.toContain('--config-path');
  expect(all.find((call) => call.startsWith('vitest'))).toContain('--project unit --project renderer');
  await writeFile(join(folder.path, 'calls'), '');
  await mkdir(join(folder.path, 'test/src-renderer'), { recursive: true });
  await writeFile(join(folder.path, 'test/src-renderer/a.test.ts'), '');
  const { calls: ofThePage } = await npmTest(folder.path, [], {}, 'check.mjs');
  expect(ofThePage.find((call) => call.startsWith('vitest'))).toContain('--project unit --project renderer');
});
