import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPolicy } from '../../../src-main/approvals/policy.ts';
import { type CanaryBox, canaryBox, harmfulOf } from '../../support/canary-box.ts';
import { MUTANT_KINDS, mutantOf } from './mutants.ts';

const isLong = process.env.SIGMA_TEST_LONG === '1';
const MUTANTS = isLong ? 50_000 : 150;
/** Number of mutants that are run although they would ask: the oracle must see something. */
const ASKED_RUN = isLong ? 400 : 30;
const SANDBOXED = isLong ? 10_000 : 100;
const hasBox = existsSync('/usr/bin/bwrap');

/** The preset alone, with a sandbox that is said to work. */
function presetIn({ workspace, home }: CanaryBox) {
  const { judge } = createPolicy({
    rules: () => ({ user: [], workspace: [] }),
    keep: async () => '',
    modeOf: async () => 'ask',
    hasSandbox: async () => true,
    home,
    own: () => [],
  });
  return async (command: string) => {
    const subject = { kind: 'command', command, cwd: workspace, limits: { timeoutMs: 1, maxOutputBytes: 1 } } as const;
    const plan = { subject, isOutside: false, warnings: [] };
    return (await judge({ plan, tool: 'execute_command', workspace }, 'ask')).verdict;
  };
}

function mutants(count: number): readonly string[] {
  const kinds = fc.tuple(...MUTANT_KINDS.map((most) => fc.nat(most - 1)));
  return fc.sample(kinds, count).map((numbers) => mutantOf(numbers));
}

describe.skipIf(!hasBox)(
  `${MUTANTS} mutants of hostile lines (without bubblewrap there is nothing to run them in)`,
  () => {
    test('none that the preset allows has an effect', async () => {
      await using box = await canaryBox();
      const verdictOf = presetIn(box);
      const lines = [...new Set(mutants(MUTANTS))];
      const allowed: string[] = [];
      for (const line of lines) if ((await verdictOf(line)) === 'allow') allowed.push(line);
      const harmful = await harmfulOf(allowed, box.effectOf);
      const isAllowed = new Set(allowed);
      const asked = lines.filter((line) => !isAllowed.has(line)).slice(0, ASKED_RUN);
      let seen = 0;
      for (const line of asked) if ((await box.effectOf(line)) !== undefined) seen += 1;
      process.stdout.write(
        `mutants: ${lines.length} distinct, ${allowed.length} allowed and run; ${seen} of ${asked.length} asked ones have an effect\n`,
      );

      expect(harmful).toEqual([]);
      expect(allowed.length).toBeGreaterThan(lines.length / 50);
      expect(seen).toBeGreaterThan(asked.length / 4);
    });

    test('none has an effect in the sandbox, whatever the policy says', async () => {
      await using box = await canaryBox();
      expect(await harmfulOf([...new Set(mutants(SANDBOXED))], box.effectInSandbox)).toEqual([]);
    });
  },
);
