// npm test [-- --all | --long | --part <name> [--shard 1/2]]: installs what the tests need, runs the checks and tests, or a part
// of them, and ends with their sum. Of the long suites a fifth runs each day; --all, --long and each shard run all files.
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build } from './build.mjs';
import { HEADLESS_SHELL, installPackages, PACKAGES, XVFB } from './debian-packages.mjs';
import { electronProgram } from './electron-program.mjs';
import { endToEndRuns } from './end-to-end-runs.mjs';
import { failedTests, flakyTests } from './failed-tests.mjs';
import { install } from './installed.mjs';
import { ordinaryUser, usersTests } from './ordinary-user.mjs';
import { endWithSignals, runProgram } from './run-program.mjs';
import { noteSecondTries } from './second-tries-kept.mjs';
import { hasTestBrowser } from './test-browser.mjs';
import {
  closingLine,
  countOfCheck,
  countOfPlaywright,
  countOfSkipped,
  countOfVitest,
  NONE,
  sum,
} from './test-counts.mjs';
import { requestedParts } from './test-parts.mjs';
import { dayOfRun, sayTurns, testsOfTheDay } from './tests-of-the-day.mjs';
import { TYPES } from './types-check.mjs';

const root = join(import.meta.dirname, '..');
const isLong = process.argv.includes('--long');
/** The long suites look if nobody has looked yet; what they find is found again with the seed that is printed. */
const seed = process.env.SIGMA_TEST_SEED || (isLong ? String(randomInt(2 ** 31)) : '');
const env = { ...process.env, ...(isLong && { SIGMA_TEST_LONG: '1' }), ...(seed && { SIGMA_TEST_SEED: seed }) };
/** Limit of one runner: ends what hangs, and leaves a slow machine its time. */
const TIMEOUT_MS = (isLong ? 180 : 30) * 60_000;
/** A machine that stands still for a moment fails a test among thousands: that one is run once more, and named. Never in the long suites. */
const RETRIES = isLong ? 0 : 1;
const { parts, shard } = requestedParts(process.argv.slice(2));
const share = shard === undefined ? [] : [`--shard=${shard}`];
const isWhole = isLong || shard !== undefined || process.argv.includes('--all');
const suites = testsOfTheDay(root, { day: dayOfRun(env), isWhole });
const say = (line) => console.log(line);

endWithSignals();
const reports = mkdtempSync(join(tmpdir(), 'sigma-test-'));
const startedAt = Date.now();
const problems = [];
/** Names of the tests that needed a second try. */
const triedAgain = [];
const total = sum([...(await runAll()), oftenFlaky()]);
rmSync(reports, { recursive: true, force: true });
say(`\n${Math.round((Date.now() - startedAt) / 1000)} s`);
for (const problem of problems) say(`Failed: ${problem}`);
if (seed) say(`Property tests ran with SIGMA_TEST_SEED=${seed}`);
say(closingLine(total));
process.exitCode = total.failed === 0 ? 0 : 1;

async function runAll() {
  const installed = await install(root, say);
  if (installed !== 0) return [countOfCheck(installed)];
  // The stand-in's folder may be named in Electron's place; it needs no display.
  const hasElectron = electronProgram(root) !== undefined && !process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
  await installPackages(say, hasElectron && !hasDisplay ? [...PACKAGES, XVFB] : PACKAGES);
  // By itself: apt installs nothing at all where one of the names is unknown to it, as this one is to some distributions.
  const notFound = join(root, 'node_modules', '.cache', 'sigma-shell', 'headless-shell-not-found');
  if (parts.has('e2e')) await installPackages(say, [HEADLESS_SHELL], { notFound });
  const hasBrowser = await hasTestBrowser(root, say);
  if (seed) say(`Property tests run with SIGMA_TEST_SEED=${seed}`);
  if (!isWhole) say(sayTurns(suites));
  const runs = endToEndRuns({ hasBrowser, hasElectron, hasDisplay, hasXvfb: existsSync(XVFB.program) });
  // The tests wait for real programs a good part of their time, which is the checks' then.
  const quick = await Promise.all([
    parts.has('checks') ? checks() : [],
    parts.has('quick')
      ? vitest('unit', ['unit', 'renderer', 'slow', 'slow-renderer'], without(suites.slow.others))
      : [],
  ]);
  return [...quick.flat(), ...(await whatNeedsTheBuild(runs))];
}

/** Fails what needed a second try in two of ten runs. */
function oftenFlaky() {
  if (isLong) return NONE;
  const often = noteSecondTries(join(root, '.second-tries.json'), triedAgain);
  for (const name of often) problems.push(`${name}: needed a second try in two of the last ten runs`);
  return { ...NONE, failed: often.length };
}

async function checks() {
  return [
    await check(TYPES.name, TYPES.program, TYPES.args),
    await check('biome', ['@biomejs', 'biome', 'bin', 'biome'], ['check', '--error-on-warnings']),
    await check('knip', ['knip', 'bin', 'knip.js'], []),
  ];
}

async function whatNeedsTheBuild(runs) {
  if (!parts.has('integration') && !parts.has('e2e')) return [];
  say('\n▸ build');
  const built = await build(root, say);
  if (built !== 0) return [countOfCheck(built)];
  const counts = [countOfCheck(0)];
  if (parts.has('integration')) counts.push(...(await integration()));
  if (parts.has('e2e')) for (const run of runs) counts.push(await playwright(run));
  return counts;
}

/** Says what it found when it has ended, since the tests' lines come in the meantime. */
async function check(name, program, args) {
  const { exitCode, output } = await runTool(program, args, { output: 'keep' });
  say(exitCode === 0 ? `\n▸ ${name}` : `\n▸ ${name}\n${output.trimEnd()}`);
  if (exitCode !== 0) problems.push(`${name}, with exit code ${exitCode}`);
  return countOfCheck(exitCode);
}

/** Half of it as an ordinary user, where root runs this: nothing is closed to root, and people are not root. */
async function integration() {
  const { others } = suites.integration;
  const user = ordinaryUser(root);
  if (user === undefined) return [await vitest('integration', ['integration'], [...share, ...without(others)])];
  try {
    const { all, alone } = usersTests(root);
    const counts = await vitest('integration', ['integration'], [...share, ...without([...others, ...alone])]);
    const args = [...share, ...all, ...without(others), '--passWithNoTests'];
    return [counts, await vitest('ordinary user’s integration', ['integration'], args, user)];
  } finally {
    user.remove();
  }
}

async function vitest(name, projects, more = [], user = undefined) {
  say(`\n▸ ${name} tests`);
  const place = user?.root ?? root;
  const [report, secondTries] = [`${projects.join('-')}.json`, 'second-tries'].map((file) =>
    join(user?.home ?? reports, file),
  );
  const chosen = projects.flatMap((project) => ['--project', project]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const tries = [`--retry=${RETRIES}`, '--reporter=./scripts/second-tries.mjs'];
  const { exitCode } = await runTool(['vitest', 'vitest.mjs'], ['run', ...chosen, ...reporters, ...tries, ...more], {
    env: { ...env, ...user?.env, SIGMA_SECOND_TRIES: secondTries },
    wrapper: user?.wrapper,
    from: place,
  });
  if (existsSync(secondTries)) triedAgain.push(...readFileSync(secondTries, 'utf8').split('\n').filter(Boolean));
  rmSync(secondTries, { force: true });
  return noted(countOfVitest(report, exitCode), { name: `${name} tests`, report, exitCode, from: place });
}

async function playwright({ projects, wrapper, isSkipped }) {
  const name = projects.join('-');
  say(`\n▸ end-to-end tests: ${projects.join(' and ')}${isSkipped ? ', skipped' : ''}`);
  const report = join(reports, `e2e-${name}.json`);
  // A run empties its folder of results: each has its own.
  const args = [
    'test',
    ...filesOfToday(),
    '-c',
    'e2e',
    '--output',
    join('test-results', name),
    `--retries=${RETRIES}`,
    ...share,
  ];
  const chosen = projects.flatMap((project) => ['--project', project]);
  const reportEnv = { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const program = ['@playwright', 'test', 'cli.js'];
  if (isSkipped) {
    await runTool(program, [...args, ...chosen, '--list'], { env: reportEnv, output: 'keep' });
    return countOfSkipped(report);
  }
  const { exitCode } = await runTool(program, [...args, ...chosen], { env: reportEnv, wrapper });
  triedAgain.push(...flakyTests(report));
  return noted(countOfPlaywright(report, exitCode), { name: `end-to-end tests of ${name}`, report, exitCode });
}

function without(files) {
  return files.map((file) => `--exclude=${file}`);
}

/** Files of Playwright's that run today, as the patterns that it takes: not behind `--project`, which takes all that follow. */
function filesOfToday() {
  // A day can be without tests of Electron.
  return isWhole ? [] : ['--pass-with-no-tests', ...suites.e2e.today.map((file) => `[/\\\\]${basename(file)}$`)];
}

/** Repeats the names of what failed at the end, where they are read. */
function noted(counts, { name, report, exitCode, from = root }) {
  const failed = failedTests(report, from);
  if (counts.failed > failed.length)
    problems.push(`${name}: the runner itself, with exit code ${exitCode}; its errors stand above`);
  problems.push(...failed);
  return counts;
}

async function runTool(program, args, { env: toolEnv = env, wrapper = [], output = 'show', from = root } = {}) {
  const [file, ...words] = [...wrapper, process.execPath, join(from, 'node_modules', ...program), ...args];
  const result = await runProgram(file, words, { cwd: root, env: toolEnv, output, timeoutMs: TIMEOUT_MS });
  if (result.hasTimedOut) say(`Stopped after ${TIMEOUT_MS / 60_000} minutes`);
  return result;
}
