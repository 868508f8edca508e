// npm run check: types, Biome and unit tests of what has changed, beside each other; with --all, of everything, and knip. All of
// them are run to their ends; each says what it found when it has ended, so that their lines do not mix.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { changedFiles } from './changed-files.mjs';
import { relatedTests } from './related-tests.mjs';
import { endWithSignals, runProgram } from './run-program.mjs';
import { TYPES } from './types-check.mjs';

const root = join(import.meta.dirname, '..');
/** Files that decide how every other one is checked. */
const FOR_ALL = /^(?:package(?:-lock)?\.json|biome(?:\.quick)?\.json|vitest\.config\.ts|tsconfig[^/]*\.json)$/;
/** Tests that read the whole project, so that no import leads to them. */
const OF_THE_WHOLE = (existsSync(join(root, 'test')) ? readdirSync(join(root, 'test')) : [])
  .filter((name) => name.endsWith('.test.ts') && !name.endsWith('.integration.test.ts'))
  .map((name) => `test/${name}`);
const SOURCE = /\.(?:[cm]?[jt]s|tsx|json|css)$/;

const KNIP = { name: 'knip', program: ['knip', 'bin', 'knip.js'], args: [] };
/** Leaves out the rules for which Biome reads the whole project, eight seconds for one file; `--all`, npm test and CI have them. */
const QUICK_RULES = '--config-path=biome.quick.json';
const biome = (args) => ({
  name: 'biome',
  program: ['@biomejs', 'biome', 'bin', 'biome'],
  args: [
    'check',
    '--error-on-warnings',
    '--no-errors-on-unmatched',
    '--files-ignore-unknown=true',
    '--colors=force',
    ...args,
  ],
});
const tests = (files, projects = ['unit', 'renderer']) => ({
  name: 'unit tests',
  program: ['vitest', 'vitest.mjs'],
  args: [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=dot',
    '--passWithNoTests',
    ...files,
  ],
});

/** Plans what is run: lanes beside each other, in each of which one check comes after the other. */
function plan() {
  const changed = process.argv.includes('--all') ? undefined : changedFiles(root);
  if (!changed || changed.files.some((file) => FOR_ALL.test(file))) {
    console.log('Checks everything');
    return [[TYPES, biome([]), KNIP], [tests([])]];
  }
  const files = changed.files.filter((file) => SOURCE.test(file));
  console.log(
    `Checks ${files.length} files changed since ${changed.since}, and the tests that use them; --all checks everything`,
  );
  const checks = files.length > 0 ? [[TYPES], [biome([QUICK_RULES, ...files])]] : [];
  const related = [...relatedTests(root, files), ...OF_THE_WHOLE];
  // A project has its files looked for, whether it has any or not.
  const projects = related.some((file) => file.startsWith('test/src-renderer/')) ? ['unit', 'renderer'] : ['unit'];
  return related.length > 0 ? [...checks, [tests(related, projects)]] : checks;
}

async function run({ name, program, args }) {
  const startedAt = Date.now();
  const output = name === 'unit tests' ? 'show' : 'keep';
  const file = join(root, 'node_modules', ...program);
  const result = await runProgram(process.execPath, [file, ...args], { cwd: root, output });
  const text = output === 'keep' ? `\n${result.output.trim()}` : '';
  const verdict = result.exitCode === 0 ? 'ok' : `failed, exit code ${result.exitCode}`;
  console.log(
    `▸ ${name}: ${verdict}, ${((Date.now() - startedAt) / 1000).toFixed(1)} s${result.exitCode === 0 ? '' : text}`,
  );
  return result.exitCode;
}

async function inTurn(checks) {
  let worst = 0;
  for (const check of checks) worst = Math.max(worst, await run(check));
  return worst;
}

endWithSignals();
const startedAt = Date.now();
const codes = await Promise.all(plan().map(inTurn));
console.log(`${Math.round((Date.now() - startedAt) / 1000)} s`);
process.exitCode = Math.max(...codes);
