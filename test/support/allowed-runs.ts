import type { PermissionMode, Rule } from '#contract';
import type { PolicyBench } from '../src-main/approvals/policy-bench.ts';
import type { TracedLine } from './traced-line.ts';

export interface AllowedRuns {
  /** Each line once for each box that it may run in. */
  readonly runs: readonly TracedLine[];
  /** Lines that are allowed outside the box, with the mode. */
  readonly outside: readonly string[];
}

const MODES: readonly PermissionMode[] = ['ask', 'read-only', 'workspace'];

/** Lines that run without a question in one of the modes, with these rules saved. */
export async function allowedRuns(
  bench: PolicyBench,
  lines: readonly string[],
  user: readonly Rule[],
): Promise<AllowedRuns> {
  const runs = new Map<string, TracedLine>();
  const outside: string[] = [];
  for (const mode of MODES) {
    for (const line of lines) {
      const { verdict, sandbox } = await bench.line(line, { mode, user, hasBox: true });
      if (verdict !== 'allow') continue;
      if (sandbox === 'none') outside.push(`${mode}: ${line}`);
      else {
        const key = `${sandbox} ${line}`;
        if (!runs.has(key)) runs.set(key, { line, strength: sandbox, isOfMode: mode === 'workspace' });
      }
    }
  }
  return { runs: [...runs.values()], outside };
}
