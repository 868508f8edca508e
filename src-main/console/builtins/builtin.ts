import type { ConsoleOptions } from '../ports.ts';
import type { SessionConsole } from '../session-console.ts';

export interface BuiltinContext {
  readonly console: SessionConsole;
  readonly options: ConsoleOptions;
  readonly signal: AbortSignal;
  /** The arguments as a model is told of them, variables unexpanded. */
  readonly typed: string;
}

export interface BuiltinOutcome {
  readonly isOk: boolean;
  readonly text: string;
  readonly isUsage?: boolean;
  readonly isMarkdown?: boolean;
}

/** A command of Shell mode that is no program. A wrong number of arguments shows its forms; that is no failure. */
export interface Builtin {
  readonly name: string;
  readonly forms: readonly { readonly syntax: string; readonly description: string }[];
  /** `usage` when the arguments fit none of the forms. @throws AppError, shown as the failure */
  run(args: readonly string[], context: BuiltinContext): Promise<BuiltinOutcome | 'usage'>;
}

export const done = (text: string): BuiltinOutcome => ({ isOk: true, text });
export const failedOutcome = (text: string): BuiltinOutcome => ({ isOk: false, text });
export const OK = done('ok');

/** The forms of a command, aligned. */
export function builtinUsage({ forms }: Builtin): string {
  const width = Math.max(...forms.map(({ syntax }) => syntax.length));
  return forms
    .map(({ syntax, description }, at) => `${at === 0 ? 'usage: ' : '       '}${syntax.padEnd(width)}  ${description}`)
    .join('\n');
}
