import type { LedgerEvent, LedgerEventType } from '#contract';
import { textStart } from '#contract/text-ends';
import type { IconName } from '../../ui/icon.tsx';

/** Description of an event: its name, its icon, and one line of plain words. */
export interface EventFormatter<T extends LedgerEventType> {
  readonly name: string;
  readonly icon: IconName;
  readonly words: (data: Extract<LedgerEvent, { type: T }>['data']) => string;
}

export const STOPS: Readonly<Record<string, string>> = {
  timeout: 'stopped: it took too long',
  output: 'stopped: too much output',
  memory: 'stopped: too much memory',
  cpu: 'stopped: too much CPU',
  disk: 'stopped: too much disk',
  processes: 'stopped: too many processes',
  abort: 'stopped by you',
  closed: 'stopped with its session',
  stopping: 'stopped with the app',
};

const MAX_LINE = 200;

export function summaryLine(text: string): string {
  const line = text.trimStart().split('\n', 1)[0] ?? '';
  const isCut = line.length > MAX_LINE || text.trim().length > line.length;
  return isCut ? `${textStart(line, MAX_LINE)} …` : line;
}
