import { isPlainObject } from '#contract/plain-object';
import { messageOf, systemCodeOf } from '#core/app-error';
import { ServiceFailure } from '../messenger/messenger.ts';

/** Codes by which Feishu says "too often": of the app, of a chat, of one message's edits. */
const TOO_OFTEN = new Set([99991400, 230020, 11232, 1000004, 1000005]);
/** Codes of a token or an app that is not taken. */
const NOT_LET_IN = new Set([99991661, 99991663, 99991664, 99991665, 10003, 10014]);
/** Pause before the next attempt if the service does not name one, in milliseconds. */
const PAUSE_MS = 1000;

/** Describes a failure of Feishu, or of the connection to it, without the app's secret. */
export function feishuFailure(error: unknown, secret: string): ServiceFailure {
  const { status, code, message, retryAfterMs } = serviceAnswer(error);
  if (status === 429) return new ServiceFailure('rate', 'Feishu: too many requests', retryAfterMs);
  if (code !== undefined) {
    const failure = failureOfCode(code, message, retryAfterMs);
    // The service's own trouble is over some time.
    const isOurs = status === undefined || status < 500 || failure.kind === 'rate';
    return isOurs ? failure : new ServiceFailure('network', failure.message);
  }
  const why = systemCodeOf(error) ?? messageOf(error).replaceAll(secret, '…');
  const isRefusal = status !== undefined && status >= 400 && status < 500;
  return new ServiceFailure(isRefusal ? 'refused' : 'network', `Feishu cannot be reached: ${why}`);
}

/** Extracts the service's own answer, if there is one. */
function serviceAnswer(error: unknown) {
  const response = objectIn(objectIn(error).response);
  const { code, msg } = objectIn(response.data);
  const seconds = Number(objectIn(response.headers)['x-ogw-ratelimit-reset']);
  return {
    status: typeof response.status === 'number' ? response.status : undefined,
    code: typeof code === 'number' ? code : undefined,
    message: typeof msg === 'string' ? msg : undefined,
    retryAfterMs: seconds > 0 ? seconds * 1000 : PAUSE_MS,
  };
}

/** Errors of the SDK's client are objects with members of their own. */
const objectIn = (value: unknown) => (isPlainObject(value) ? value : {});

export function failureOfCode(code: number, message = 'it did not say why', retryAfterMs = PAUSE_MS): ServiceFailure {
  const said = `Feishu: ${message} (code ${code})`;
  if (TOO_OFTEN.has(code)) return new ServiceFailure('rate', said, retryAfterMs);
  return new ServiceFailure(NOT_LET_IN.has(code) ? 'credentials' : 'refused', said);
}
