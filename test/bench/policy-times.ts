/**
 * Measures the time the policy takes to decide about command lines: ordinary ones, which come again as an agent's do, new
 * ones, and those made to slow it down; as control, in the same rounds, the parser's time for the same line. Run from a bundle as the app has it, the worker
 * too: tsx's code is slower. Percentiles are of processor time, of all threads and of the system for them: other
 * programs on the machine delay a decision, and are no cost of it. The note has the time by the clock.
 */
import { parse } from 'unbash';
import { analyse, analysisIsReady } from '#shell-analysis';
import { decide } from '../../src-main/approvals/decide/decide.ts';
import { lookAtCommand } from '../../src-main/approvals/look-at-command.ts';
import { ALLOW_ANYTHING, type PolicyWorkspace, policyWorkspace } from '../support/policy-workspace.ts';
import type { Report } from './run.ts';

const ROUNDS = 400;
/** Rounds before measuring, after which the code is compiled as in an app that has run for a while. */
const WARM_UP = 600;

const PARTS = [
  "grep -rn 'some text' README.md | sort | uniq -c | head -20",
  "sed -n '1,20p' README.md && wc -l notes.txt",
  'cat README.md notes.txt 2>/dev/null | tr a-z A-Z | cut -c1-80',
  'rm -rf build; mkdir -p build/out && cp README.md build/out/',
  "find . -name '*.md' -type f | xargs wc -l",
  'FOO=bar npm run build -- --flag="$(date +%F)" > build.log 2>&1',
  "awk '{ print $1, $2 }' notes.txt",
  'curl -fsSL https://example.invalid/file -o file.txt',
];

/** Ordinary parts joined until the line has so many characters. */
function lineOf(length: number, offset: number): string {
  let line = PARTS[offset % PARTS.length] ?? '';
  for (let at = offset + 1; line.length < length; at += 1) line += `; ${PARTS[at % PARTS.length]}`;
  return line;
}

/** Commands of 22 kinds, each another one with another number. */
const KINDS: readonly ((n: number) => string)[] = [
  (n) => `grep -rn 'text ${n}' README.md`,
  (n) => `sort -k ${n} notes.txt`,
  (n) => `sed -n '${n},20p' README.md`,
  (n) => `wc -l file-${n}.txt`,
  (n) => `cat part-${n}.txt notes.txt 2>/dev/null`,
  (n) => `tr a-z A-Z < in-${n}.txt`,
  (n) => `rm -rf build/out-${n}`,
  (n) => `mkdir -p build/${n}/out`,
  (n) => `cp README.md build/copy-${n}.md`,
  (n) => `find src -name '*-${n}.md' -type f`,
  (n) => `FOO=${n} npm run build-${n} -- --flag="$(date +%F)" > build-${n}.log 2>&1`,
  (n) => `awk '{ print $1, $${n} }' notes.txt`,
  (n) => `curl -fsSL https://example.invalid/file-${n} -o file-${n}.txt`,
  (n) => `git show HEAD~${n} -- src/a-${n}.ts`,
  (n) => `echo "step ${n} done"`,
  (n) => `node scripts/step-${n}.mjs --out dist/${n}`,
  (n) => `head -${n} notes.txt`,
  (n) => `ls -la sub/dir-${n}`,
  (n) => `mv a-${n}.txt b-${n}.txt`,
  (n) => `chmod +x bin/run-${n}.sh`,
  (n) => `test -f dist/${n}.js`,
  (n) => `tar -czf out-${n}.tgz dist`,
];

/** A line of 1 kB in which no command stands twice, and which no other round has: nothing of it is known from before. */
function distinctLine(round: number): string {
  const commands: string[] = [];
  for (let at = 0, length = 0; length < 1000; at += 1) {
    const command = KINDS[at % KINDS.length]?.(round * 100 + at + 1) ?? '';
    commands.push(command);
    length += command.length + 2;
  }
  return commands.join('; ');
}

const repeated = (text: string, times: number) => text.repeat(times);

const WORST: Readonly<Record<string, string>> = {
  '200 nested substitutions': `${repeated('echo $(', 200)}ls${repeated(')', 200)}`,
  '200 nested subshells': `${repeated('(', 200)}ls${repeated(')', 200)}`,
  '90 nested subshells': `${repeated('(', 90)}ls${repeated(')', 90)}`,
  '64 kB of one word': `echo ${repeated('a', 65_000)}`,
  '64 kB of parts': repeated('true;', 13_000),
  '60 kB of readers': repeated('cat README.md;', 4300),
  '60 kB of deletions': repeated('rm -rf "$x"/a;', 4300),
  '60 kB of words': `ls ${repeated('a ', 30_000)}`,
  '60 kB of quotes': `echo ${repeated('\'a\'"b"', 10_000)}`,
  '16 kB of dollars': `echo ${repeated('$', 16_000)}`,
  '16 kB of braces': `echo ${repeated('{a,', 3000)}${repeated('}', 3000)}`,
  '16 kB of backslashes': `echo ${repeated('\\', 15_900)}`,
  '16 kB of patterns': `ls ${repeated('*?', 7900)}`,
  '16 kB of redirections': `ls ${repeated('2>&1 ', 3000)}`,
  '16 kB of sed': `sed '${repeated('s/a/b/;', 2200)}' README.md`,
  '16 kB of awk': `awk '${repeated('{print $1}', 1500)}' README.md`,
  '16 kB of jq': `jq '${repeated('.a|', 5000)}.' package.json`,
  '16 kB of find': `find . ${repeated('-name a -o ', 1400)} -name b`,
  '16 kB of curl': `${repeated('curl x | ', 1700)}sh`,
  '16 kB of substitutions': `echo ${repeated('$(curl x)', 1700)}`,
  '16 kB of assignments': `${repeated('x=$x$x;', 2200)} rm -rf $x`,
  '1 MB': repeated('ls;', 333_000),
};

/** Times of the policy and of the control, by length. */
interface Measured {
  readonly policy: readonly number[];
  readonly control: readonly number[];
  /** The policy's by the clock. */
  readonly clock: readonly number[];
}

/** Runs in the bundle that `policy.ts` makes. */
export async function measure(report: Report): Promise<void> {
  await using workspace = await policyWorkspace();
  await analysisIsReady();
  const judge = async (line: string) => {
    const [start, used] = [performance.now(), usedMs()];
    await workspace.judge(line, [ALLOW_ANYTHING]);
    return { used: usedMs() - used, clock: performance.now() - start };
  };
  const parsed = (line: string) => {
    const used = usedMs();
    parse(line);
    return usedMs() - used;
  };
  const measured = async (lineAt: (round: number) => string, rounds: number): Promise<Measured> => {
    const policy: number[] = [];
    const control: number[] = [];
    const clock: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      control.push(parsed(lineAt(round)));
      const one = await judge(lineAt(round));
      policy.push(one.used);
      clock.push(one.clock);
    }
    const sorted = (times: number[]) => times.toSorted((one, other) => one - other);
    return { policy: sorted(policy), control: sorted(control), clock: sorted(clock) };
  };
  const say = (name: string, { policy, control, clock }: Measured, atMost: number) => {
    for (const [label, share] of [['p50', 0.5] as const, ['p99', 0.99] as const]) {
      const value = at(policy, share);
      const parser = at(control, share);
      const limit = share === 0.99 ? { atMost } : {};
      const times = `${rounded(value / parser)} times what the parser alone takes (${rounded(parser)} ms)`;
      const note = `${times}; ${rounded(at(clock, share))} ms by the clock`;
      report({ name: `${name}, ${label}`, value: rounded(value), unit: 'ms', note, ...limit });
    }
  };
  await measured((round) => lineOf(1000, round), WARM_UP);
  const one = (round: number) => PARTS[round % PARTS.length] ?? '';
  say('one command', await measured(one, ROUNDS), 2);
  say('a line of 1 kB, some 47 commands', await measured((round) => lineOf(1000, round), ROUNDS), 1);
  await measured((round) => distinctLine(ROUNDS + round), WARM_UP);
  say('a line of 1 kB, parts all distinct', await measured(distinctLine, ROUNDS), 1);
  await reportSteps(workspace, report);
  await measured((round) => lineOf(10_000, round), WARM_UP / 10);
  say('a line of 10 kB, some 450 commands', await measured((round) => lineOf(10_000, round), ROUNDS / 4), 20);
  for (const [name, line] of Object.entries(WORST)) {
    const { clock } = await measured(() => line, 3);
    report({ name, value: rounded(at(clock, 1)), unit: 'ms', atMost: 100 });
  }
}

/** Reports what the steps of a decision about a new line take, one after the other: the floor of the whole. */
async function reportSteps({ path, home }: PolicyWorkspace, report: Report): Promise<void> {
  const place = { workspace: path, cwd: path, home, own: [`${home}/.phishell.yaml`] };
  const rulebook = { user: [ALLOW_ANYTHING], workspace: [], home, own: place.own };
  const circumstances = { tool: 'execute_command', isOutside: false, alwaysAsk: undefined, warned: undefined } as const;
  const times = { parse: [] as number[], analyse: [] as number[], look: [] as number[], decide: [] as number[] };
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const command = distinctLine(2 * (WARM_UP + ROUNDS) + round);
    const used = [usedMs()];
    parse(command);
    used.push(usedMs());
    const analysis = analyse(command);
    used.push(usedMs());
    const looked = await lookAtCommand(analysis, place);
    used.push(usedMs());
    const subject = { kind: 'command', command, cwd: path, limits: { timeoutMs: 1000, maxOutputBytes: 1000 } } as const;
    decide(
      { ...circumstances, subject, workspace: path, mode: 'ask', rulebook, hasSandbox: true, hasBox: false },
      looked,
    );
    used.push(usedMs());
    if (round < WARM_UP) continue;
    for (const [at, all] of Object.values(times).entries()) all.push((used[at + 1] ?? 0) - (used[at] ?? 0));
  }
  for (const [step, all] of Object.entries(times)) {
    const sorted = all.toSorted((one, other) => one - other);
    const note = `p99 ${rounded(at(sorted, 0.99))} ms; analyse parses again`;
    report({
      name: `a line of 1 kB, parts all distinct: ${step}, p50`,
      value: rounded(at(sorted, 0.5)),
      unit: 'ms',
      note,
    });
  }
}

/** Processor time of this process. */
function usedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

const rounded = (ms: number) => Math.round(ms * 100) / 100;
