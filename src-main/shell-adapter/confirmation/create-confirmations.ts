import { randomUUID } from 'node:crypto';
import { AdapterError, type CommandPlace } from '../shells/model.ts';
import { abandonedError, ask } from './ask.ts';
import { type ConfirmationJudgement, judgeCommand } from './judge.ts';
import type {
  ConfirmationDecision,
  ConfirmationOutcome,
  ConfirmationRequest,
  ConfirmationSettings,
  Confirmations,
  ConfirmationsOptions,
} from './model.ts';
import { RememberedTexts } from './remembered-texts.ts';
import { WaitingConfirmations } from './waiting-confirmations.ts';

/** Holds commands of clients until it is known that they may run. What fails here does not run. */
export function createConfirmations(options: ConfirmationsOptions): Confirmations {
  const remembered = new RememberedTexts();
  const waiting = new WaitingConfirmations();

  const decided = async (request: ConfirmationRequest, decision: DecisionParts): Promise<void> => {
    const { owner, record, callId, shell, command, cwd } = request;
    await options.onDecision({
      owner,
      record,
      callId,
      ...(shell !== undefined && { shell }),
      command,
      cwd,
      ...decision,
    });
  };

  const asked = async (request: ConfirmationRequest, judged: ConfirmationJudgement, settings: ConfirmationSettings) => {
    const { command, shell, owner, isInBoxAlone } = request;
    const { reasons, judgement, place } = judged;
    const confirmation = randomUUID();
    const answer = await ask({ confirmation, request, reasons, judgement, settings, waiting, options });
    const isLetOut = answer.approved && answer.outside === true && !isInBoxAlone && place.runs !== 'none';
    const decision = decisionOf(answer, settings.approver);
    await decided(request, { confirmation, reasons, ...decision, ...(isLetOut && { isLetOut }) });
    if (!answer.approved) throw refusalOf(answer);
    if (answer.remember && shell !== undefined) remembered.add(owner, shell, command);
    return isLetOut ? ({ runs: 'none' } as const) : place;
  };

  const pass = async (request: ConfirmationRequest): Promise<CommandPlace> => {
    const settings = options.settings();
    const { command, cwd, shell, isInBoxAlone } = request;
    const isRemembered = shell !== undefined && remembered.has(shell, command);
    const judged = await judgeCommand(options.classify, { command, cwd, settings, isRemembered, isInBoxAlone });
    if (request.signal.aborted) throw abandonedError(request.signal);
    if (judged.verdict === 'denied') {
      await decided(request, { verdict: 'denied', by: judged.by, reasons: judged.reasons });
      throw new AdapterError('confirmation_denied', `Not run: ${judged.reasons.join('; ')}`);
    }
    if (judged.verdict === 'allowed') {
      await decided(request, { verdict: 'allowed', by: judged.by, reasons: judged.reasons });
      return judged.place;
    }
    return await asked(request, judged, settings);
  };

  return {
    pass,
    answer: (owner, given) => waiting.answer(owner, given),
    forgetShell: (shell) => remembered.forgetShell(shell),
    forgetOwner: (owner) => {
      remembered.forgetOwner(owner);
      waiting.withdraw((one) => one.owner === owner, new AdapterError('cancelled', 'Not run: its client is gone'));
    },
    [Symbol.asyncDispose]: async () => {
      waiting.withdraw(() => true, new AdapterError('adapter_stopping', 'Not run: the adapter is stopping'));
    },
  };
}

type DecisionParts = Pick<ConfirmationDecision, 'confirmation' | 'verdict' | 'by' | 'reasons' | 'said' | 'isLetOut'>;

function decisionOf(
  answer: ConfirmationOutcome,
  approver: 'user' | 'client',
): Pick<DecisionParts, 'verdict' | 'by' | 'said'> {
  if (answer.ended === 'expired') return { verdict: 'expired', by: 'time' };
  const said = answer.reason?.trim() && { said: answer.reason.trim() };
  if (answer.ended !== undefined) return { verdict: 'withdrawn', by: 'stop', ...said };
  return { verdict: answer.approved ? 'allowed' : 'denied', by: approver, ...said };
}

function refusalOf({ ended, reason, error }: ConfirmationOutcome): AdapterError {
  if (error) return error;
  if (ended === 'expired') return new AdapterError('confirmation_expired', 'Not run: nobody confirmed it in time');
  return new AdapterError(
    'confirmation_denied',
    `Not run: it was refused${reason?.trim() ? `: ${reason.trim()}` : ''}`,
  );
}
