import { objectIn } from '#contract/plain-object';

export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

/** A line of the app log as it is shown; what is not JSON is shown as it is. */
export interface LogLine {
  readonly at: number | undefined;
  readonly level: LogLevel;
  readonly event: string;
  /** The other fields, as JSON. */
  readonly fields: string;
}

/** pino's numbers; 60 is fatal. */
const NUMBERS: Readonly<Record<number, LogLevel>> = {
  10: 'debug',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'error',
};

export function parseLogLine(text: string): LogLine {
  const record = objectIn(text);
  if (record === undefined) return { at: undefined, level: 'info', event: text, fields: '' };
  const { level, time, msg, event = msg, pid: _pid, hostname: _hostname, ...others } = record;
  const at = typeof time === 'number' ? time : typeof time === 'string' ? Date.parse(time) : Number.NaN;
  return {
    at: Number.isFinite(at) ? at : undefined,
    level: levelOf(level),
    event: typeof event === 'string' ? event : '',
    fields: Object.keys(others).length === 0 ? '' : JSON.stringify(others),
  };
}

function levelOf(level: unknown): LogLevel {
  if (typeof level === 'number') return NUMBERS[level] ?? 'info';
  if (level === 'fatal') return 'error';
  return logLevels.find((known) => known === level) ?? 'info';
}
