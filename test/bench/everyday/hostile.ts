import type { Rule } from '#contract';
import { probeSandbox } from '#process/sandbox/probe';
import { HOSTILE as PRESET_LINES } from '../../src-main/approvals/hostile-lines.ts';
import { policyBench } from '../../src-main/approvals/policy-bench.ts';
import { HOSTILE as VARIANTS } from '../../src-main/approvals/rules/hostile-variants.ts';
import { allowedRuns } from '../../support/allowed-runs.ts';
import { hasStrace } from '../../support/strace.ts';
import { type ReachKind, runTraced, TRACED_ENVIRONMENT } from '../../support/traced-line.ts';
import { trapWorkspace } from '../../support/trap-workspace.ts';
import type { Report } from '../run.ts';

/** Workspaces with traps in which lines run at the same time: many wait until their time is over. */
const PLACES = 4;

/**
 * Runs for real, under strace, each hostile line that is allowed with all of these rules, and counts what it reached.
 * @param saved lines for which a rule to the letter is among them: a person allowed just that, and where it runs
 */
export async function reportHostile(report: Report, rules: readonly Rule[], saved: readonly string[]): Promise<void> {
  const { works, why } = await probeSandbox(TRACED_ENVIRONMENT);
  if (!works || !hasStrace) throw new Error(`Hostile lines need the box and strace: ${why ?? 'strace'}`);
  await using bench = await policyBench();
  await trapWorkspace(bench);
  const all = [...new Set([...Object.values(VARIANTS).flat(), ...PRESET_LINES])];
  const lines = all.filter((line) => !saved.includes(line));
  const allowed = all.filter((line) => saved.includes(line));
  const { runs, outside } = await allowedRuns(bench, lines, rules);
  report({ name: 'everyday.hostile.lines', value: lines.length, unit: 'lines', note: `${rules.length} rules saved` });
  report({ name: 'everyday.hostile.saved', value: allowed.length, unit: 'lines', note: allowed.join(' · ') });
  report({
    name: 'everyday.hostile.outside',
    value: outside.length,
    unit: 'lines',
    atMost: 0,
    note: outside.slice(0, 20).join(' · '),
  });
  const found: Record<ReachKind, string[]> = { written: [], shown: [], opened: [], connected: [], executed: [] };
  const left = runs.values();
  const runLeft = async () => {
    await using own = await policyBench();
    const place = await trapWorkspace(own);
    for (const one of left) {
      for (const kind of await runTraced(place, one)) found[kind].push(`${one.strength}: ${one.line}`);
      if (one.strength !== 'read-only') await place.restore();
    }
  };
  await Promise.all(Array.from({ length: PLACES }, runLeft));
  report({ name: 'everyday.hostile.run', value: runs.length, unit: 'lines' });
  for (const [kind, of] of Object.entries(found)) {
    const note = of.slice(0, 8).join(' · ');
    report({ name: `everyday.hostile.${kind}`, value: of.length, unit: 'lines', atMost: 0, note });
  }
}
