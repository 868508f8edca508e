import type { StopReason } from '#contract';
import type { TerminationReason } from '../shells/model.ts';

/** Names the end of a command, in the adapter's word, with the word of the record. */
export function stopReasonOf(reason: TerminationReason | undefined): StopReason {
  switch (reason) {
    case undefined:
    case 'shell_exit':
      return 'exit';
    case 'cancelled':
      return 'abort';
    case 'adapter_stopping':
      return 'stopping';
    default:
      return reason;
  }
}

/** Says how a call ended whose command was ended for that reason. */
export function recordedOutcome(reason: TerminationReason): 'cancelled' | 'failed' {
  return reason === 'cancelled' || reason === 'closed' || reason === 'adapter_stopping' ? 'cancelled' : 'failed';
}
