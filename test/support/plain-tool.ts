import type { Subject } from '#contract';
import type { Approval, CallPlan, RunContext, Tool, ToolOutcome, ToolSource } from '#tools';

export interface PlainTool extends Tool {
  /** Arguments of each run, in order. */
  readonly runs: unknown[];
  readonly abandoned: string[];
}

export interface PlainToolOptions {
  readonly run?: (allowed: Approval, context: RunContext) => Promise<ToolOutcome | CallPlan>;
  readonly subject?: (args: Record<string, unknown>) => Subject;
}

/** A tool whose subject is a command, and which says what it ran unless told otherwise. */
export function plainTool(name: string, options: PlainToolOptions = {}): PlainTool {
  const runs: unknown[] = [];
  const abandoned: string[] = [];
  const subjectOf = options.subject ?? ((args) => commandSubject(String(args.command_line ?? name)));
  return {
    name,
    description: `Does ${name}`,
    parameters: { type: 'object', properties: {} },
    runs,
    abandoned,
    plan: async (args) => ({
      subject: subjectOf(args as Record<string, unknown>),
      isOutside: false,
      warnings: [],
      arguments: args as Record<string, unknown>,
      run: async (allowed, context) => {
        runs.push(args);
        return (await options.run?.(allowed, context)) ?? { outcome: 'done', content: `${name} ran` };
      },
      abandon: (why) => void abandoned.push(why),
    }),
  };
}

export function commandSubject(command: string): Subject {
  return { kind: 'command', command, cwd: '/', limits: { timeoutMs: 1000, maxOutputBytes: 1000 } };
}

export function sourceOf(...tools: readonly Tool[]): ToolSource {
  return { tools: () => tools };
}
