/** Command lines as the app's policy decides them: by the built-in preset alone, and under a rule that allows anything. */
import { z } from 'zod';
import { ALLOW_ANYTHING, policyWorkspace } from '../support/policy-workspace.ts';
import type { Suite } from './run-suite.ts';

const Cases = z.array(z.object({ name: z.string(), input: z.string(), expected: z.enum(['allow', 'ask', 'deny']) }));

export const commandPolicy: Suite = async (cases, say) => {
  await using workspace = await policyWorkspace();
  const failures: string[] = [];
  const all = Cases.parse(cases);
  for (const { name, input, expected } of all) {
    const { verdict, why } = await workspace.judge(input);
    const anyhow = expected === 'deny' ? await workspace.judge(input, [ALLOW_ANYTHING]) : undefined;
    const isRight =
      expected === 'allow'
        ? verdict === 'allow'
        : expected === 'ask'
          ? verdict !== 'allow'
          : verdict === 'deny' && anyhow?.verdict === 'deny';
    const line = `${expected}: ${JSON.stringify(input)} (${name})`;
    say(`${isRight ? 'passed' : 'failed'} ${line}`);
    if (!isRight)
      failures.push(`${line}: ${verdict}${anyhow ? `, ${anyhow.verdict} when anything is allowed` : ''}; ${why}`);
  }
  return { passed: all.length - failures.length, skipped: 0, failures };
};
