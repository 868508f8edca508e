/**
 * Measures the time the policy takes to decide about command lines: ordinary ones, which come again as an agent's do, new
 * ones, and those made to slow it down; as control, in the same rounds, the parser's time for the same line. Run from a bundle as the app has it, the worker
 * too: tsx's code is slower. Percentiles are of processor time, of all threads and of the system for them: other
 * programs on the machine delay a decision, and are no cost of it. The note has the time by the clock. What other threads
 * work (the collector's and the compiler's) is booked at the kernel's ticks, 4 ms at once, to the line during which that happens to be.
 */
import { PerformanceObserver } from 'node:perf_hooks';
import { parse } from 'unbash';
import { analyse, analysisIsReady } from '#shell-analysis';
import { decide } from '../../src-main/approvals/decide/decide.ts';
import { lookAtCommand } from '../../src-main/approvals/look-at-command.ts';
import { ALLOW_ANYTHING, type PolicyWorkspace, policyWorkspace } from '../support/policy-workspace.ts';
import { distinctLine, lineOf, newCommand, PARTS, WORST } from './policy-lines.ts';
import type { Report } from './run.ts';

/** Lines of a sort: the compiler's last work, which is booked to some twenty of them, is less than one in a hundred. */
const ROUNDS = 2000;
/**
 * Rounds before measuring, of each sort of lines six times, after which the code is compiled as in an app that has run for a
 * while: a line that is known goes other ways than a new one. The compiler's threads work long after a few rounds.
 */
const WARM_UP = 600;

/** Times of the policy and of the control, by length. */
interface Measured {
  readonly policy: readonly number[];
  readonly control: readonly number[];
  /** The policy's by the clock. */
  readonly clock: readonly number[];
  /** The policy's of lines during which the collector did not stop the program. */
  readonly unstopped: readonly number[];
  /** How long the collector stopped it, by the clock. */
  readonly stops: readonly number[];
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
    const starts: number[] = [];
    const stops = collectorStops();
    for (let round = 0; round < rounds; round += 1) {
      control.push(parsed(lineAt(round)));
      starts.push(performance.now());
      const one = await judge(lineAt(round));
      policy.push(one.used);
      clock.push(one.clock);
    }
    const stopped = await stops();
    const isStopped = (round: number) => {
      const [start = 0, took = 0] = [starts[round], clock[round]];
      return stopped.some(({ at, ms }) => at + ms > start && at < start + took);
    };
    return {
      policy: sorted(policy),
      control: sorted(control),
      clock: sorted(clock),
      unstopped: sorted(policy.filter((_, round) => !isStopped(round))),
      stops: sorted(stopped.map(({ ms }) => ms)),
    };
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
  const one = (round: number) => PARTS[round % PARTS.length] ?? '';
  const known = (round: number) => lineOf(1000, round);
  await sayCold(judge, report);
  for (let time = 1; time <= 6; time += 1) {
    const before = time * 1_000_000;
    await measured((round) => distinctLine(before + round), WARM_UP);
    await measured((round) => newCommand(before + round), 2 * WARM_UP);
    await measured(one, WARM_UP);
    await measured(known, WARM_UP);
  }
  say('one command', await measured(one, ROUNDS), 2);
  say('one command, always another', await measured(newCommand, ROUNDS), 2);
  say('a line of 1 kB, some 47 commands', await measured(known, ROUNDS), 1);
  const distinct = await measured(distinctLine, ROUNDS);
  say('a line of 1 kB, parts all distinct', distinct, 1);
  sayCollector('a line of 1 kB, parts all distinct', distinct, report);
  await reportSteps(workspace, report);
  await measured((round) => lineOf(10_000, round), WARM_UP / 10);
  say('a line of 10 kB, some 450 commands', await measured((round) => lineOf(10_000, round), ROUNDS / 4), 20);
  for (const [name, line] of Object.entries(WORST)) {
    const { clock } = await measured(() => line, 3);
    report({ name, value: rounded(at(clock, 1)), unit: 'ms', atMost: 100 });
  }
}

/** Reports what the first commands after the start take, while nothing is compiled. */
async function sayCold(judge: (line: string) => Promise<{ readonly clock: number }>, report: Report): Promise<void> {
  const times: number[] = [];
  for (const line of PARTS) times.push((await judge(line)).clock);
  const note = `the longest ${rounded(Math.max(...times))} ms; by the clock`;
  report({
    name: 'one of the first commands after the start, p50',
    value: rounded(at(sorted(times), 0.5)),
    unit: 'ms',
    note,
  });
}

/** Reports how often the collector stops the program, for how long, and what lines take meanwhile. */
function sayCollector(name: string, { policy, unstopped, stops }: Measured, report: Report): void {
  const often = `${stops.length} times in ${policy.length} lines`;
  const note = `the longest ${rounded(at(stops, 1))} ms, by the clock; ${often}`;
  report({ name: `${name}: a stop of the collector, p50`, value: rounded(at(stops, 0.5)), unit: 'ms', note });
  for (const share of [0.95, 0.99]) {
    const value = rounded(at(unstopped, share));
    report({ name: `${name}: lines without such a stop, p${share * 100}`, value, unit: 'ms' });
  }
}

/** Watches for stops of the collector; what is given ends that, and has them. */
function collectorStops(): () => Promise<readonly { readonly at: number; readonly ms: number }[]> {
  const stops: { readonly at: number; readonly ms: number }[] = [];
  const add = (entries: readonly PerformanceEntry[]) => {
    for (const { startTime, duration } of entries) stops.push({ at: startTime, ms: duration });
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  return async () => {
    // The entries of a stop come some turns of the loop after it.
    await new Promise((resolve) => setTimeout(resolve, 20));
    add(observer.takeRecords());
    observer.disconnect();
    return stops;
  };
}

/** Reports what the steps of a decision about a new line take, one after the other: the floor of the whole. */
async function reportSteps({ path, home }: PolicyWorkspace, report: Report): Promise<void> {
  const place = { workspace: path, cwd: path, home, own: [`${home}/.phishell.yaml`] };
  const rulebook = { user: [ALLOW_ANYTHING], workspace: [], home, own: place.own };
  const context = { tool: 'execute_command', isOutside: false, alwaysAsk: undefined, warned: undefined } as const;
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
    decide({ ...context, subject, workspace: path, mode: 'ask', rulebook, hasSandbox: true, hasBox: false }, looked);
    used.push(usedMs());
    if (round < WARM_UP) continue;
    for (const [at, all] of Object.values(times).entries()) all.push((used[at + 1] ?? 0) - (used[at] ?? 0));
  }
  for (const [step, all] of Object.entries(times)) {
    const times = sorted(all);
    const note = `p99 ${rounded(at(times, 0.99))} ms; analyse parses again`;
    report({
      name: `a line of 1 kB, parts all distinct: ${step}, p50`,
      value: rounded(at(times, 0.5)),
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

const at = (times: readonly number[], share: number) =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

const sorted = (times: readonly number[]) => times.toSorted((one, other) => one - other);

const rounded = (ms: number) => Math.round(ms * 100) / 100;
