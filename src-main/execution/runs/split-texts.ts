import type { LedgerEventData } from '#contract';
import type { CommandSplit } from './split.ts';

/** Result of a line whose filters were removed. */
export interface SplitTreatment {
  readonly treatment: NonNullable<LedgerEventData<'command.ran'>['split']>['treatment'];
  readonly split: CommandSplit;
  /** The line as written. */
  readonly command: string;
  readonly producerExitCode: number | undefined;
  /** Duration of the command without the filter, in milliseconds. */
  readonly durationMs: number;
  /** Reason why the filter failed. */
  readonly problem?: string | undefined;
  /** Whether the command was stopped: by a limit, or by the person. */
  readonly isStopped?: boolean | undefined;
}

/** Notice to the person: which filters were removed from which command, and what happened to them. */
export function treatmentNotice(treated: SplitTreatment): string {
  const { split, command, durationMs, problem } = treated;
  const which = `"${split.removedPipeline}" was taken off "${command}"`;
  switch (treated.treatment) {
    case 'filtered':
      return `${which} and run on the whole output.${early(split)}`;
    case 'empty':
      return `${which} and run on the whole output, of which it left nothing.${early(split)}`;
    case 'slow':
      return `${which} and not run: the command took ${seconds(durationMs)}. Its whole output is here, for any filter without running it again.`;
    case 'filter-failed':
      return `${which} and failed on the output (${problem ?? 'for an unknown reason'}). The whole output is here.`;
    case 'not-filtered':
      return treated.isStopped
        ? `${which} and not run, since the command before it was stopped.`
        : `${which} and not run, since an earlier command of the line failed.`;
  }
}

function early({ earlyClosing }: CommandSplit): string {
  return earlyClosing ? ' The command ran to its end, which bash would not have waited for.' : '';
}

/** Remarks to the model before the output, except for the exit codes. */
export function remarksOf(
  treated: SplitTreatment,
  kept: { readonly id: string; readonly path: string | undefined },
): string[] {
  const { split, durationMs, problem } = treated;
  const again = `filter_output with id "${kept.id}"`;
  switch (treated.treatment) {
    case 'slow':
      return [
        `Slow command (${seconds(durationMs)}): "${split.removedPipeline}" was not run; the output of "${split.cleaned}" is below as it is. Do not run it again: use ${again} to filter this output.`,
        ...(kept.path === undefined ? [] : [`Full output: ${kept.path}`]),
      ];
    case 'filter-failed':
      return [
        `The filter "${split.removedPipeline}" failed (${problem ?? 'for an unknown reason'}); the output of "${split.cleaned}" is below as it is. To filter it in another way, use ${again}.`,
      ];
    case 'not-filtered':
      return treated.isStopped ? [`"${split.removedPipeline}" was not run. To filter what is kept, use ${again}.`] : [];
    default:
      return [];
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
