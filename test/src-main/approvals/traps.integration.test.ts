import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Rule } from '#contract';
import { probeSandbox } from '#process/sandbox/probe';
import { allowedRuns } from '../../support/allowed-runs.ts';
import { everydayCommands } from '../../support/everyday-repository.ts';
import { proposalsOf, savedTogether } from '../../support/saved-proposals.ts';
import { LONGEST_MS } from '../../support/seeded-properties.ts';
import { hasStrace } from '../../support/strace.ts';
import { runTraced, TRACED_ENVIRONMENT, type TracedLine } from '../../support/traced-line.ts';
import { trapWorkspace } from '../../support/trap-workspace.ts';
import { HOSTILE as PRESET_LINES } from './hostile-lines.ts';
import { MUTANT_KINDS, mutantOf } from './mutants.ts';
import { type PolicyBench, policyBench } from './policy-bench.ts';
import { HOSTILE as VARIANTS } from './rules/hostile-variants.ts';
import { PLAIN_LINES, trapLines } from './trap-lines.ts';

const isLong = process.env.SIGMA_TEST_LONG === '1';
/** Number of lines from each part of the corpus, and of allowed lines to run: a minute on an idle machine. */
const [EVERYDAY, HOSTILE, MUTANTS, GENERATED, RUN] = isLong
  ? [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 2000, 4000, Number.POSITIVE_INFINITY]
  : [25, 60, 30, 120, 28];

/** Time limit in milliseconds; beside other load the test takes a multiple. */
const MAX_MS = isLong ? 7_200_000 : 600_000;

const COMMANDS = join(import.meta.dirname, '../../bench/everyday/commands.json');
const { works, why } = await probeSandbox(TRACED_ENVIRONMENT);
const whySkipped = works ? 'strace is not installed, or ptrace is not allowed here' : `no box works here: ${why}`;
const trapTest = test.skipIf(!works || !hasStrace);
if (!works || !hasStrace) test.skip(`lines among traps are not run: ${whySkipped}`, () => {});

/** Some of them, the same for the same seed, in their order. */
function some<T>(all: readonly T[], count: number): readonly T[] {
  if (all.length <= count) return all;
  const order = fc.sample(fc.shuffledSubarray([...all.keys()], { minLength: count, maxLength: count }), 1)[0] ?? [];
  return order.toSorted((one, other) => one - other).flatMap((index) => all.slice(index, index + 1));
}

/** All of them in an order that the seed gives: of a long run, which is held to its time, the last may be left out. */
function shuffled<T>(all: readonly T[]): readonly T[] {
  return fc.sample(fc.shuffledSubarray([...all], { minLength: all.length }), 1)[0] ?? [];
}

function mutants(count: number): readonly string[] {
  const kinds = fc.tuple(...MUTANT_KINDS.map((most) => fc.nat(most - 1)));
  return fc.sample(kinds, count).map((numbers) => mutantOf(numbers));
}

/** Every proposal for these commands, saved; and the commands that a person allowed with them to the letter. */
async function saved(bench: PolicyBench, commands: readonly string[]) {
  const rules: Rule[] = [];
  const asked = new Set<string>();
  for (const command of commands) {
    const proposals = await proposalsOf(bench, command);
    if (proposals === undefined) continue;
    asked.add(command);
    rules.push(...proposals.flat());
  }
  return { rules: savedTogether(rules), asked };
}

/** Runs a line in the same box without the network: a test must not send anything to other machines. */
const withoutNetwork = (run: TracedLine): TracedLine =>
  run.strength === 'network' ? { ...run, strength: 'workspace' } : run;

trapTest(
  'no line that is allowed springs a trap, with every proposal saved',
  async () => {
    await using bench = await policyBench();
    const place = await trapWorkspace(bench);
    const everyday = some(await everydayCommands(COMMANDS), EVERYDAY);
    const { rules, asked } = await saved(
      bench,
      everyday.map(({ command }) => command),
    );
    const hostile = some([...new Set([...Object.values(VARIANTS).flat(), ...PRESET_LINES])], HOSTILE);
    const written = [...hostile, ...mutants(MUTANTS), ...trapLines(GENERATED)].filter((line) => !asked.has(line));
    const typed = everyday.flatMap(({ command, next }) => [command, next]).filter((line) => !asked.has(line));

    const ofHostile = await allowedRuns(bench, [...new Set(written)], rules);
    const ofPeople = await allowedRuns(bench, typed, rules);
    const plain = await allowedRuns(bench, PLAIN_LINES, []);
    const allowed = [...ofHostile.runs, ...ofPeople.runs].map(withoutNetwork);
    const sprung: string[] = [];
    const chosen = isLong ? shuffled(allowed) : some(allowed, RUN);
    const runs: TracedLine[] = [];
    const until = performance.now() + LONGEST_MS;
    for (const run of [...plain.runs, ...chosen]) {
      if (performance.now() > until) break;
      runs.push(run);
      for (const kind of await runTraced(place, run)) sprung.push(`${kind}, ${run.strength}: ${run.line}`);
      if (run.strength !== 'read-only') await place.restore();
    }
    process.stdout.write(
      `traps: ${written.length + typed.length} lines, ${rules.length} rules, ${allowed.length} allowed, ${runs.length} run under strace\n`,
    );

    expect(ofHostile.outside).toEqual([]);
    expect(sprung).toEqual([]);
    expect(new Set(runs.map(({ strength }) => strength))).toEqual(new Set(['read-only', 'workspace']));
  },
  MAX_MS,
);

trapTest.each([
  ['a key of the workspace', { line: 'cat .env', strength: 'read-only' }, ['shown', 'opened']],
  ['a key that is opened and not shown', { line: 'wc -l < .env', strength: 'read-only' }, ['opened']],
  ['a program of the workspace in place of the system’s', { line: '"$PWD"/ls', strength: 'read-only' }, ['executed']],
  ['the same by a search path, if a rule allowed it', { line: 'PATH=.:$PATH ls', strength: 'workspace' }, ['executed']],
  [
    'a connection',
    {
      line: `/usr/bin/python3 -c "import socket as s; a = s.socket(s.AF_UNIX); a.bind('/tmp/a'); a.listen(); s.socket(s.AF_UNIX).connect('/tmp/a')"`,
      strength: 'workspace',
    },
    ['connected'],
  ],
] as const)('the trace sees %s', async (_, run, expected) => {
  await using bench = await policyBench();
  expect(await runTraced(await trapWorkspace(bench), run)).toEqual(expect.arrayContaining([...expected]));
});
