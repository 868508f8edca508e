import type { Judgement } from '#contract';
import { messageOf } from '#core/app-error';
import { onAbort } from '#core/async/abort';
import { Deferred } from '#core/async/deferred';
import { AdapterError } from '../shells/model.ts';
import type { ConfirmationOutcome, ConfirmationRequest, ConfirmationSettings, ConfirmationsOptions } from './model.ts';
import type { WaitingConfirmations } from './waiting-confirmations.ts';

export interface ConfirmationContext {
  readonly confirmation: string;
  readonly request: ConfirmationRequest;
  readonly reasons: readonly string[];
  readonly judgement: Judgement | undefined;
  readonly settings: ConfirmationSettings;
  readonly waiting: WaitingConfirmations;
  readonly options: Pick<ConfirmationsOptions, 'askPerson' | 'now'>;
}

/** Longest time that a timer of Node can wait. */
const LONGEST_MS = 2_147_483_647;

/** Tells the client, asks the approver, and waits until it is answered, expired or withdrawn, whichever comes first. */
export async function ask({
  confirmation,
  request,
  reasons,
  judgement,
  settings,
  waiting,
  options,
}: ConfirmationContext): Promise<ConfirmationOutcome> {
  const { owner, record, callId, shell, command, cwd, signal } = request;
  const { approver, timeoutMs } = settings;
  const ended = new Deferred<ConfirmationOutcome>();
  const over = new AbortController();
  const timer = setTimeout(() => ended.resolve({ approved: false, ended: 'expired' }), Math.min(timeoutMs, LONGEST_MS));
  const withdraw = (error: AdapterError) => ended.resolve({ approved: false, ended: 'withdrawn', error });
  using _ = onAbort(signal, () => withdraw(abandonedError(signal)));
  waiting.add(confirmation, { owner, isForClient: approver === 'client', settle: ended.resolve });
  try {
    request.onRequired({
      confirmation_id: confirmation,
      ...(shell !== undefined && { session_id: shell }),
      command,
      cwd,
      reasons,
      expires_at: (options.now ?? Date.now)() + timeoutMs,
    });
    if (approver === 'user') {
      const question = { confirmation, owner, record, callId, command, cwd, reasons, judgement };
      options.askPerson(question, over.signal).then(ended.resolve, (error: unknown) => {
        withdraw(new AdapterError('cancelled', `Not run: ${messageOf(error)}`, error));
      });
    }
    return await ended.promise;
  } finally {
    clearTimeout(timer);
    waiting.remove(confirmation);
    over.abort(new Error('It need not be answered any more'));
  }
}

/** Error for a command that was stopped while it waited. */
export function abandonedError({ reason }: AbortSignal): AdapterError {
  if (reason instanceof AdapterError) return reason;
  return new AdapterError('cancelled', 'Not run: it was cancelled while it waited to be confirmed');
}
