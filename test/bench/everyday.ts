import { join } from 'node:path';
import type { PermissionMode, Rule } from '#contract';
import { type PolicyBench, policyBench } from '../src-main/approvals/policy-bench.ts';
import { type EverydayCommand, everydayCommands, everydayRepository } from '../support/everyday-repository.ts';
import { proposalsOf, savedTogether } from '../support/saved-proposals.ts';
import { reportBoxCost } from './everyday/box-cost.ts';
import { reportHostile } from './everyday/hostile.ts';
import type { Figure, Report } from './run.ts';

const OWN = join(import.meta.dirname, 'everyday', 'commands.json');

/**
 * Counts what asks of what people type all day, in a TypeScript repository with git, `src/`, tests and a `.env`; then runs for
 * real what hostile lines are allowed with every proposal saved. A part that ends in `.json` names other commands; `counts`,
 * `hostile` and `box` run that part alone.
 */
export async function run(report: Report, parts: readonly string[]): Promise<void> {
  const files = parts.filter((part) => part.endsWith('.json'));
  const isWanted = (part: string) => !parts.some((one) => !one.endsWith('.json')) || parts.includes(part);
  const commands = await everydayCommands(files[0] ?? OWN);
  if (isWanted('box')) await reportBoxCost(report);
  if (!isWanted('counts') && !isWanted('hostile')) return;
  const proposed = await reportCounts(report, commands);
  if (!isWanted('hostile')) return;
  await reportHostile(
    report,
    proposed,
    commands.map(({ command }) => command),
  );
}

/** Answers the rules of every proposal. */
async function reportCounts(report: Report, commands: readonly EverydayCommand[]): Promise<readonly Rule[]> {
  await using bench = await policyBench();
  await everydayRepository(bench.workspace);
  const lines = commands.flatMap(({ command, next, reads }) => [command, next].map((line) => ({ line, reads })));
  const reading = lines.filter(({ reads }) => reads).map(({ line }) => line);
  const acting = lines.filter(({ reads }) => !reads).map(({ line }) => line);
  const asks = (mode: PermissionMode) => async (line: string) =>
    (await bench.line(line, { mode, hasBox: true })).verdict !== 'allow';
  const share = async (name: string, of: readonly string[], mode: PermissionMode, limit: Partial<Figure>) => {
    const found = await filtered(of, asks(mode));
    const note = `${found.length} of ${of.length}: ${found.slice(0, 12).join(' · ')}`;
    report({ name: `everyday.${name}`, value: percent(found.length, of.length), unit: '%', note, ...limit });
  };
  await share('reads.asked', reading, 'ask', { atMost: 8 });
  await share('reads.refused', reading, 'read-only', { atMost: 8 });
  await share('all.asked-in-workspace', [...reading, ...acting], 'workspace', { atMost: 8 });
  await share('acts.asked', acting, 'ask', { atLeast: 95 });
  return await reportProposals(report, commands, bench);
}

async function reportProposals(report: Report, commands: readonly EverydayCommand[], bench: PolicyBench) {
  const rules: Rule[] = [];
  const without: string[] = [];
  let [asking, covered] = [0, 0];
  for (const { command, next } of commands) {
    const saved = await proposalsOf(bench, command);
    if (saved === undefined) continue;
    asking += 1;
    rules.push(...saved.flat());
    if (saved.length === 0) without.push(command);
    // The first that is more than the line to the letter.
    const first = saved[1] ?? saved[0];
    if (first && (await bench.line(next, { user: first, hasBox: true })).verdict === 'allow') covered += 1;
  }
  const note = `${covered} of ${asking} that asked`;
  report({ name: 'everyday.next.covered', value: percent(covered, asking), unit: '%', atLeast: 60, note });
  const names = without.slice(0, 12).join(' · ');
  report({ name: 'everyday.without-proposal', value: without.length, unit: 'commands', atMost: 0, note: names });
  return savedTogether(rules);
}

async function filtered<T>(all: readonly T[], fits: (one: T) => Promise<boolean>): Promise<T[]> {
  const found: T[] = [];
  for (const one of all) if (await fits(one)) found.push(one);
  return found;
}

const percent = (count: number, of: number): number => (of === 0 ? 0 : Math.round((1000 * count) / of) / 10);
