import { z } from 'zod';
import type { FilteredOutput } from '#contract';
import { AppError } from '#core/app-error';
import { resultBlock } from '#core/text/result-block';
import { type CallPlan, type Tool, ToolError, type ToolOutcome } from '#tools';
import { type FilterPorts, filterKept } from './filter-kept.ts';
import { FILTER_TOOL } from './kept-output.ts';

const Arguments = z.strictObject({
  id: z.string().min(1).max(200).describe('Id of the call whose output is filtered, as its result says'),
  filter: z
    .string()
    .min(1)
    .max(10_000)
    .describe(
      'Filter programs joined by |, such as grep -n FAIL | head -5; they read standard input and name no files',
    ),
});

const UNSHIELDED = 'No box works here, so this ran outside one: filter programs only, which name no files.';

/** `filter_output`: another look at an output of this session, in place of running its command again. */
export function createFilterTool(ports: FilterPorts): Tool {
  return {
    name: FILTER_TOOL,
    description:
      'Filters the whole output of an earlier call of this session (grep, head, tail, sed, awk, cut, sort, uniq, wc, jq, tr …) without running anything again.',
    parameters: z.toJSONSchema(Arguments) as Record<string, unknown>,
    plan: async (args): Promise<CallPlan> => {
      const parsed = Arguments.safeParse(args);
      if (!parsed.success) throw new ToolError(z.prettifyError(parsed.error));
      const { id, filter } = parsed.data;
      const problem = ports.filterProblem(filter);
      if (problem !== undefined) throw new ToolError(`filter: ${problem}`);
      return {
        subject: { kind: 'filter', source: id, filter },
        isOutside: false,
        warnings: [],
        arguments: { id, filter },
        effects: 'reads',
        run: async (_allowed, { session, workspace, signal, record }) => {
          try {
            const { shown, recorded } = await filterKept(ports, { session, id, filter, workspace, signal });
            await record('output.filtered', { ...recorded, by: 'model' });
            return filterOutcome(shown);
          } catch (error) {
            if (!(error instanceof AppError)) throw error;
            return { outcome: 'failed', content: `Not filtered: ${error.message}.` };
          }
        },
      };
    },
  };
}

function filterOutcome({ text, exitCode, problem, isSandboxed }: FilteredOutput): ToolOutcome {
  const head = [
    ...(exitCode === 0 ? [] : [`Exit code: ${exitCode ?? 'unknown'}`]),
    ...(problem === undefined ? [] : [problem]),
    ...(isSandboxed ? [] : [UNSHIELDED]),
  ];
  const content =
    text === ''
      ? [...head.flatMap((line) => [line, '']), '(no output)'].join('\n')
      : resultBlock({ head, output: text });
  return { outcome: exitCode !== 0 && problem !== undefined ? 'failed' : 'done', content };
}
