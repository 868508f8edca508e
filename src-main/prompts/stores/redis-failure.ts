import { textStart } from '#contract/text-ends';
import { AppError, messageOf } from '#core/app-error';

/** Errors of Redis by their beginning, in words for people. */
const REASONS: readonly (readonly [RegExp, string, string])[] = [
  [/^READONLY/, 'Redis is a read-only replica', 'Give the address of the primary server.'],
  [/^OOM/, 'Redis has no memory left for writing', 'Raise its maxmemory, or remove keys.'],
  [/^LOADING/, 'Redis is still loading its data', 'It answers as soon as it is done.'],
  [/^MISCONF/, 'Redis cannot save to its disk and refuses to write', 'Free space on the disk of the server.'],
  [
    /^(?:WRONGPASS|ERR invalid password|NOAUTH|ERR AUTH)/,
    'Redis refuses the password',
    'Set the password of Redis anew.',
  ],
  [/^NOPERM/, 'The user of Redis may not do this', 'Give the user access to the keys shenma:*.'],
  [/^MASTERDOWN/, 'The replica of Redis has lost its primary', 'Start the primary, or allow stale reads.'],
  [
    /^(?:MOVED|ASK|CROSSSLOT|CLUSTERDOWN)|SELECT is not allowed in cluster/,
    'Redis is a cluster, which is not supported',
    'Give the address of a single server.',
  ],
  [/Command timed out/, 'Redis does not answer in time', 'Look whether the server is stopped or overloaded.'],
  [
    /isn't writeable|Connection is closed|aborted|max retries/i,
    'The connection to Redis was lost',
    'It is made again.',
  ],
];

/** Explains a failure, without secrets. Errors of several addresses have a message each. */
export function redisReason(error: unknown, password: string | undefined): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const message = messageOf(first) || messageOf(error) || 'unknown';
  const known = REASONS.find(([pattern]) => pattern.test(message));
  if (known) return known[1];
  return textStart(password ? message.replaceAll(password, '…') : message, 300);
}

export function redisFailure(error: unknown, place: string, password: string | undefined): AppError {
  if (error instanceof AppError) return error;
  const advice = REASONS.find(([pattern]) => pattern.test(messageOf(error)))?.[2];
  const reason = redisReason(error, password);
  return new AppError('UNAVAILABLE', reason, { where: place, ...(advice === undefined ? {} : { advice }) }, error);
}

/** Converts the error about a database that could not be selected. */
export function noDatabase(error: unknown, db: number): unknown {
  const isMissing = /DB index|out of range/i.test(messageOf(error));
  return isMissing ? new Error(`Redis has no database ${db}`) : error;
}

export function hasTimedOut(error: unknown): boolean {
  return messageOf(error).includes('Command timed out');
}
