import { parseDashed } from './dashed-flags.ts';

const USAGE = 'Usage: sigma status [--json]';

/** The parsed arguments of `sigma status`, or what to say instead of them and the exit code with which that ends. */
export function parseStatusArguments(
  args: readonly string[],
): { readonly isJson: boolean } | { readonly said: string; readonly exitCode: number } {
  const { values, wantsHelp, problem } = parseDashed(args, { json: 'switch' });
  if (wantsHelp) return { said: USAGE, exitCode: 0 };
  return problem === undefined ? { isJson: values.has('json') } : { said: `${problem}. ${USAGE}`, exitCode: 2 };
}
