import type { CommandView, ConversationItem, SessionSummary, StopReason } from '#contract';
import { type ConsoleItem, isBuiltin, isRunning } from './console-item.ts';

type ToolState = Extract<ConversationItem, { kind: 'tool' }>['state'];
type ReplyState = Extract<ConversationItem, { kind: 'assistant' }>['state'];

/** Tone of a state: how much attention it needs. */
export type StateTone = 'neutral' | 'active' | 'attention' | 'good' | 'bad';

export interface StateWords {
  readonly text: string;
  readonly tone: StateTone;
}

const RECORD_CUTS: Readonly<Record<NonNullable<SessionSummary['recordCut']>, StateWords>> = {
  shortened: { text: 'record cut', tone: 'bad' },
  emptied: { text: 'record emptied', tone: 'bad' },
  exchanged: { text: 'record exchanged', tone: 'bad' },
  missing: { text: 'record missing', tone: 'bad' },
};

const SESSION_STATES: Readonly<Record<SessionSummary['state'], StateWords>> = {
  idle: { text: 'ready', tone: 'neutral' },
  running: { text: 'running', tone: 'active' },
  'needs-you': { text: 'needs you', tone: 'attention' },
  done: { text: 'done', tone: 'good' },
  failed: { text: 'failed', tone: 'bad' },
};

/**
 * Describes the state of a session in a list: an incomplete record is mentioned, unless the session runs or waits for
 * an answer.
 */
export function sessionState({ state, recordCut }: SessionSummary): StateWords {
  const isBusy = state === 'running' || state === 'needs-you';
  return recordCut === undefined || isBusy ? SESSION_STATES[state] : RECORD_CUTS[recordCut];
}

export const TOOL_STATES: Readonly<Record<ToolState, StateWords>> = {
  checking: { text: 'checking', tone: 'active' },
  waiting: { text: 'needs you', tone: 'attention' },
  running: { text: 'running', tone: 'active' },
  done: { text: 'done', tone: 'good' },
  failed: { text: 'failed', tone: 'bad' },
  refused: { text: 'refused', tone: 'neutral' },
  skipped: { text: 'skipped', tone: 'neutral' },
  cancelled: { text: 'cancelled', tone: 'neutral' },
  invalid: { text: 'invalid call', tone: 'bad' },
  interrupted: { text: 'interrupted', tone: 'bad' },
};

/** Words beside a reply that did not simply end. */
export const REPLY_STATES: Readonly<Partial<Record<ReplyState, StateWords>>> = {
  waiting: { text: 'waiting for the model', tone: 'active' },
  streaming: { text: 'writing', tone: 'active' },
  interrupted: { text: 'interrupted', tone: 'bad' },
  failed: { text: 'failed', tone: 'bad' },
  cancelled: { text: 'You stopped this turn', tone: 'neutral' },
};

/** State words for a reply that has reasoning and no text yet. */
export const THINKING: StateWords = { text: 'thinking', tone: 'active' };

/** Reasons why a command ended, apart from its own exit. */
const STOP_REASONS: Readonly<Record<StopReason, string>> = {
  exit: 'ended by itself',
  timeout: 'stopped: its time ran out',
  cpu: 'stopped: it used too much CPU',
  memory: 'stopped: it used too much memory',
  disk: 'stopped: it wrote too much to disk',
  output: 'stopped: it wrote too much output',
  processes: 'stopped: it started too many processes',
  abort: 'stopped by you',
  closed: 'stopped: its session was closed',
  stopping: 'stopped: Sigma Shell was closing',
};

/** Badges for the box in which a command ran. */
export const BOX_BADGES: Readonly<Record<NonNullable<CommandView['sandbox']>, string>> = {
  'read-only': 'in the read-only box',
  workspace: 'in the box',
  network: 'in the box with network',
};

/** Describes what ended a command, unless it ended by itself. */
export function stoppedWords({
  stopReason,
  interrupted,
}: Pick<CommandView, 'stopReason' | 'interrupted'>): string | undefined {
  if (interrupted !== undefined) return 'interrupted: its end is not known';
  return stopReason === undefined || stopReason === 'exit' ? undefined : STOP_REASONS[stopReason];
}

/** Describes the state of a line of Shell mode. */
export function consoleState(item: ConsoleItem): StateWords {
  if (isRunning(item)) return { text: 'running', tone: 'active' };
  if (item.state === 'interrupted') return { text: 'interrupted: its end is not known', tone: 'bad' };
  if (item.state === 'cancelled') return { text: 'stopped by you', tone: 'neutral' };
  const { exitCode, signal } = item;
  if (isBuiltin(item)) return exitCode === 0 ? { text: 'done', tone: 'good' } : { text: 'failed', tone: 'bad' };
  if (exitCode === undefined) return { text: signal === undefined ? 'ended' : `Ended by ${signal}`, tone: 'bad' };
  return { text: `Exit code ${exitCode}`, tone: exitCode === 0 ? 'good' : 'bad' };
}
