import type { GrammyError, HttpError } from 'grammy';
import { messageOf, systemCodeOf } from '#core/app-error';
import { ServiceFailure } from '../messenger/messenger.ts';

export interface FailureContext {
  /** Token, which is part of addresses, and so of the messages of network failures. */
  readonly token: string;
  readonly GrammyError: typeof GrammyError;
  readonly HttpError: typeof HttpError;
}

/** Describes a failure of Telegram, or of the connection to it, without the token. */
export function telegramFailure(
  error: unknown,
  { token, GrammyError: Refusal, HttpError: Lost }: FailureContext,
): ServiceFailure {
  if (error instanceof Refusal) return serviceRefusal(error);
  const cause = error instanceof Lost ? error.error : error;
  const why = systemCodeOf(cause) ?? messageOf(cause).replaceAll(token, '…');
  return new ServiceFailure('network', `Telegram cannot be reached: ${why}`);
}

function serviceRefusal({ error_code: code, description, parameters }: GrammyError): ServiceFailure {
  const said = `Telegram: ${description}`;
  if (code === 429) {
    return new ServiceFailure('rate', said, Math.max(1, parameters.retry_after ?? 1) * 1000);
  }
  // A token that is none of a bot is answered as if there were no such page.
  if (code === 401 || code === 404) {
    return new ServiceFailure(
      'credentials',
      `Telegram refuses the bot token (${description}). @BotFather tells what it is.`,
    );
  }
  if (code === 409) {
    const advice = 'Only one program may ask for a bot’s messages, and none while the bot has a webhook.';
    return new ServiceFailure('network', `${said}. ${advice}`);
  }
  // Telegram has no code of its own for it.
  if (code === 400 && /message is not modified/i.test(description)) return new ServiceFailure('unchanged', said);
  return new ServiceFailure(code >= 500 ? 'network' : 'refused', said);
}
