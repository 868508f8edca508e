import type { Judgement } from '#contract';
import { messageOf } from '#core/app-error';
import type { CommandPlace } from '../shells/model.ts';
import type { Classification, Classify, ConfirmationDecision, ConfirmationSettings } from './model.ts';

export interface ConfirmationJudgement {
  readonly verdict: 'allowed' | 'ask' | 'denied';
  readonly by: ConfirmationDecision['by'];
  readonly reasons: readonly string[];
  readonly judgement?: Judgement | undefined;
  /** Place of an allowed command, or of one that asks once it is allowed. */
  readonly place: CommandPlace;
}

export interface JudgedCommand {
  readonly command: string;
  readonly cwd: string;
  readonly settings: ConfirmationSettings;
  readonly isInBoxAlone?: boolean | undefined;
  /** Whether this very text was confirmed before in this shell. */
  readonly isRemembered: boolean;
}

/** Whether a command needs a question, why, and where it runs. What is denied stays so in every mode. */
export async function judgeCommand(
  classify: Classify,
  { command, cwd, settings, isRemembered, isInBoxAlone = false }: JudgedCommand,
): Promise<ConfirmationJudgement> {
  const { verdict, reasons, by, judgement: made } = await classifyOrAsk(classify, command, cwd, settings);
  const judgement = made && isInBoxAlone ? keptInBox(made) : made;
  const known = { reasons, judgement, place: commandPlace(judgement) };
  if (verdict === 'deny') return { verdict: 'denied', by: by ?? 'rule', ...known };
  if (settings.mode === 'off') return { verdict: 'allowed', by: 'off', ...known };
  if (isRemembered) return { verdict: 'allowed', by: 'remembered', ...known };
  if (settings.mode === 'all') {
    return { ...known, verdict: 'ask', by: 'rule', reasons: reasons.length > 0 ? reasons : [ALL] };
  }
  if (verdict !== 'safe') return { verdict: 'ask', by: 'rule', ...known };
  return { ...known, verdict: 'allowed', by: by ?? 'safe', place: unaskedPlace(by, known.place, judgement) };
}

/**
 * Place of a command that runs without a question: what is safe by itself runs in the box; a rule that covers the whole
 * line lets it out.
 */
function unaskedPlace(by: Classification['by'], place: CommandPlace, judgement: Judgement | undefined): CommandPlace {
  if (by === 'mode') return { ...place, isUnread: true };
  return by === 'allow-list' || judgement?.verdict === 'allow' ? place : IN_BOX;
}

const IN_BOX: CommandPlace = { runs: 'workspace' };

function commandPlace(judgement: Judgement | undefined): CommandPlace {
  if (judgement === undefined) return IN_BOX;
  const { sandbox, boxWrites, isRewriting } = judgement;
  if (sandbox === 'none') return { runs: 'none' };
  return { runs: sandbox, writes: boxWrites, isRewriting };
}

function keptInBox({ leavesBox: _, ...judgement }: Judgement): Judgement {
  return judgement.sandbox === 'none' ? { ...judgement, sandbox: 'workspace' } : judgement;
}

const ALL = 'Every command is asked about';

/** Classifies a command; one that cannot be judged asks. */
async function classifyOrAsk(
  classify: Classify,
  command: string,
  cwd: string,
  { allow, deny, mode }: ConfirmationSettings,
): Promise<Classification> {
  try {
    return await classify(command, cwd, { allow, deny }, mode === 'workspace' ? mode : 'ask');
  } catch (error) {
    return { verdict: 'risky', reasons: [`It could not be judged: ${messageOf(error)}`] };
  }
}
