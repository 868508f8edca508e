import { messageOf } from '#core/app-error';
import type { Classification, Classify, ConfirmationDecision, ConfirmationSettings } from './model.ts';

export interface Judged {
  readonly verdict: 'allowed' | 'ask' | 'denied';
  readonly by: ConfirmationDecision['by'];
  readonly reasons: readonly string[];
}

export interface JudgedCommand {
  readonly command: string;
  readonly cwd: string;
  readonly settings: ConfirmationSettings;
  /** Somebody said yes to this very text in this shell. */
  readonly isRemembered: boolean;
}

/** Whether a command needs a question, and why. What is denied stays so in every mode. */
export async function judge(
  classify: Classify,
  { command, cwd, settings, isRemembered }: JudgedCommand,
): Promise<Judged> {
  const { verdict, reasons, by } = await classified(classify, command, cwd, settings);
  if (verdict === 'deny') return { verdict: 'denied', by: by ?? 'rule', reasons };
  if (settings.mode === 'off') return { verdict: 'allowed', by: 'off', reasons };
  if (isRemembered) return { verdict: 'allowed', by: 'remembered', reasons };
  if (settings.mode === 'all') return { verdict: 'ask', by: 'rule', reasons: reasons.length > 0 ? reasons : [ALL] };
  if (verdict === 'safe') return { verdict: 'allowed', by: by ?? 'safe', reasons };
  return { verdict: 'ask', by: 'rule', reasons };
}

const ALL = 'Every command is asked about';

/** What cannot be judged is asked about. */
async function classified(
  classify: Classify,
  command: string,
  cwd: string,
  { allow, deny }: ConfirmationSettings,
): Promise<Classification> {
  try {
    return await classify(command, cwd, { allow, deny });
  } catch (error) {
    return { verdict: 'risky', reasons: [`It could not be judged: ${messageOf(error)}`] };
  }
}
