import type { Question } from '#contract';
import type { KeptRun, Producer } from '../outputs/kept-runs.ts';
import type { ExecuteOptions, PlannedCommand } from './execute-options.ts';

/** Printing command of a line, and the filters that are proven to do nothing but filter it. */
export interface PrintingCommand {
  readonly producer: Producer;
  readonly filter: string;
}

/** Shows all that it reads. */
const ALL = 'tail -n +1';

/** Finds the printing command and its filters; undefined if the filters depend on the shell that runs the line. */
export function printingOf(
  { split, exported }: Pick<ExecuteOptions, 'split'> & { readonly exported: Producer['exported'] },
  { command, cwd }: PlannedCommand,
): PrintingCommand | undefined {
  const known = split?.(command);
  const filter = known?.removedPipeline ?? ALL;
  if (/[$`]/.test(filter)) return undefined;
  return { producer: { command: known?.cleaned ?? command, cwd, exported }, filter };
}

/** The run whose output can be used in place of running a line, and its filter. */
export async function findKeptRun(
  options: Pick<ExecuteOptions, 'split' | 'exported' | 'kept'>,
  line: PlannedCommand & { readonly session: string },
): Promise<{ readonly run: KeptRun; readonly filter: string } | undefined> {
  const { kept } = options;
  if (kept === undefined) return undefined;
  const printing = printingOf({ ...options, exported: await options.exported?.(line.session) }, line);
  const run = printing && (await kept.runs.find(line.session, printing.producer));
  return run && { run, filter: printing.filter };
}

/** Builds the offer to use a kept output. */
export function offerOf({ at, durationMs, outputBytes, isOfWorkspace }: KeptRun): NonNullable<Question['kept']> {
  return { at, durationMs, outputBytes, isOfWorkspace };
}
