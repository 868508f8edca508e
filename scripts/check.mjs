// npm run check: types, Biome and knip beside the quick tests. All of them are run to their ends; each says what it found when it
// has ended, so that their lines do not mix.
import { join } from 'node:path';
import { endWithSignals, runProgram } from './run-program.mjs';

const root = join(import.meta.dirname, '..');
const CHECKS = [
  { name: 'types', program: ['typescript', 'bin', 'tsc'], args: ['-b'] },
  {
    name: 'biome',
    program: ['@biomejs', 'biome', 'bin', 'biome'],
    args: ['check', '--error-on-warnings', '--colors=force'],
  },
  { name: 'knip', program: ['knip', 'bin', 'knip.js'], args: [] },
];
const TESTS = ['vitest', 'vitest.mjs'];

async function run(name, program, args, output) {
  const startedAt = Date.now();
  const file = join(root, 'node_modules', ...program);
  const result = await runProgram(process.execPath, [file, ...args], { cwd: root, output });
  const text = output === 'keep' ? `\n${result.output.trim()}` : '';
  const verdict = result.exitCode === 0 ? 'ok' : `failed, exit code ${result.exitCode}`;
  console.log(
    `▸ ${name}: ${verdict}, ${((Date.now() - startedAt) / 1000).toFixed(1)} s${result.exitCode === 0 ? '' : text}`,
  );
  return result.exitCode;
}

/** One after the other beside the tests, which wait a good part of their time. */
async function checks() {
  let worst = 0;
  for (const { name, program, args } of CHECKS) worst = Math.max(worst, await run(name, program, args, 'keep'));
  return worst;
}

endWithSignals();
const startedAt = Date.now();
const tests = run('unit tests', TESTS, ['run', '--project', 'unit', '--project', 'renderer', '--reporter=dot'], 'show');
const codes = await Promise.all([checks(), tests]);
console.log(`${Math.round((Date.now() - startedAt) / 1000)} s`);
process.exitCode = Math.max(...codes);
