// npm test [-- --long]: installs what the tests need, runs every check and test there is, and ends with the sum of them all.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { installPackages } from './debian-packages.mjs';
import { install } from './installed.mjs';
import { endWithSignals, runProgram } from './run-program.mjs';
import { closingLine, countOfCheck, countOfPlaywright, countOfVitest, sum } from './test-counts.mjs';

const root = join(import.meta.dirname, '..');
const isLong = process.argv.includes('--long');
const env = { ...process.env, ...(isLong && { SIGMA_TEST_LONG: '1' }) };
/** Of one runner; the long suites take what they need. */
const TIMEOUT_MS = (isLong ? 180 : 9) * 60_000;
const say = (line) => console.log(line);

endWithSignals();
const reports = mkdtempSync(join(tmpdir(), 'sigma-test-'));
const startedAt = Date.now();
const total = sum(await runAll());
rmSync(reports, { recursive: true, force: true });
say(`\n${Math.round((Date.now() - startedAt) / 1000)} s`);
say(closingLine(total));
process.exitCode = total.failed === 0 ? 0 : 1;

async function runAll() {
  const installed = await install(root, say);
  if (installed !== 0) return [countOfCheck(installed)];
  await installPackages(say);
  return [
    await check('types', ['typescript', 'bin', 'tsc'], ['-b']),
    await check('biome', ['@biomejs', 'biome', 'bin', 'biome'], ['check', '--error-on-warnings']),
    await check('knip', ['knip', 'bin', 'knip.js'], []),
    await vitest('unit', ['unit', 'renderer']),
    ...(await whatNeedsTheBuild()),
  ];
}

async function whatNeedsTheBuild() {
  say('\n▸ build');
  const built = await build(root, say);
  if (built !== 0) return [countOfCheck(built)];
  return [countOfCheck(0), await vitest('integration', ['integration']), await playwright()];
}

async function check(name, program, args) {
  say(`\n▸ ${name}`);
  return countOfCheck((await runTool(program, args, env)).exitCode);
}

async function vitest(name, projects) {
  say(`\n▸ ${name} tests`);
  const report = join(reports, `${name}.json`);
  const chosen = projects.flatMap((project) => ['--project', project]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { exitCode } = await runTool(['vitest', 'vitest.mjs'], ['run', ...chosen, ...reporters], env);
  return countOfVitest(report, exitCode);
}

async function playwright() {
  say('\n▸ end-to-end tests');
  const report = join(reports, 'e2e.json');
  const { exitCode } = await runTool(['@playwright', 'test', 'cli.js'], ['test', '-c', 'e2e'], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  return countOfPlaywright(report, exitCode);
}

async function runTool(program, args, toolEnv) {
  const file = join(root, 'node_modules', ...program);
  const result = await runProgram(process.execPath, [file, ...args], {
    cwd: root,
    env: toolEnv,
    timeoutMs: TIMEOUT_MS,
  });
  if (result.hasTimedOut) say(`Stopped after ${TIMEOUT_MS / 60_000} minutes`);
  return result;
}
