import type { RunLimits } from '#contract';
import type { ToolOutcome } from '#tools';
import type { CommandResult } from '../runs/run-command.ts';
import { remarksOf, type SplitTreatment } from '../runs/split-texts.ts';
import { readableCopy } from './readable-outputs.ts';
import { resultText, type SplitRemarks } from './result-text.ts';

/** Output size from which another look is suggested, in bytes. */
const WORTH_ANOTHER_LOOK = 2000;

interface SpooledOutput {
  readonly limits: RunLimits;
  readonly callId: string;
  /** Path of the file with the whole output. */
  readonly spoolPath: string;
  /** Folder for a copy that file tools can read. */
  readonly folder: string | undefined;
}

/** Builds the outcome of a command for the model. */
export async function commandOutcome(
  { result, treated }: { readonly result: CommandResult; readonly treated?: SplitTreatment | undefined },
  kept: SpooledOutput,
): Promise<ToolOutcome> {
  const remarks = treated && (await splitRemarks(treated, kept));
  const content = resultText(result, kept.limits, remarks);
  return {
    outcome: isDone(result, treated) ? 'done' : 'failed',
    content: saysHow(treated) ? content : `${content}${moreOf(result, kept.callId)}`,
  };
}

/** Another look at much that is not shown needs no second run. */
function moreOf({ output, outputBytes, hasAllInSpool }: CommandResult, callId: string): string {
  const hidden = outputBytes - Buffer.byteLength(output);
  if (hidden < WORTH_ANOTHER_LOOK) return '';
  if (!hasAllInSpool) {
    return `\n\nNot all of the ${outputBytes} bytes of its output are kept: filter_output with id "${callId}" filters what is.`;
  }
  return `\n\nAll ${outputBytes} bytes of its output are kept: filter_output with id "${callId}" filters them without running it again.`;
}

/** Its remark names the tool already. */
function saysHow(treated: SplitTreatment | undefined): boolean {
  return treated !== undefined && treated.treatment !== 'filtered' && treated.treatment !== 'empty';
}

/** A filter that goes well does not make the command before it go well. */
function isDone({ exitCode, stopReason }: CommandResult, treated: SplitTreatment | undefined): boolean {
  if (stopReason !== 'exit') return false;
  const { producerExitCode = 0, split } = treated ?? {};
  const isProducerWell = producerExitCode === 0 || (producerExitCode === 1 && split?.oneIsAnswer === true);
  // That a filter finds nothing is an answer: nothing on its standard error, or it would have failed.
  const isAnswer = exitCode === 0 || (exitCode === 1 && treated?.treatment === 'empty');
  return isProducerWell && isAnswer;
}

async function splitRemarks(
  treated: SplitTreatment,
  { callId, folder, spoolPath }: SpooledOutput,
): Promise<SplitRemarks> {
  const { split, treatment, producerExitCode } = treated;
  const path = treatment === 'slow' && folder !== undefined ? await readableCopy(folder, callId, spoolPath) : undefined;
  const hasRun = treatment !== 'slow' && treatment !== 'not-filtered';
  return {
    producer: split.cleaned,
    producerExitCode: hasRun ? producerExitCode : undefined,
    remarks: remarksOf(treated, { id: callId, path }),
    isEmpty: treatment === 'empty',
  };
}
