import type { LedgerEvent, LedgerEventType } from '#contract';
import { turnUndoneWords } from '#contract/undo-words';
import { formatCount, formatDuration, plural } from '../../ui/format.ts';
import { type EventFormatter, STOPS, summaryLine } from './event-formatter.ts';

const TURN_ENDS = {
  done: 'done',
  failed: 'failed',
  cancelled: 'stopped by you',
  refused: 'the model refused',
} as const;
const PROVIDER_ENDS = { completed: 'has ended', failed: 'failed', restarting: 'starts again' } as const;

type ConsoleEventType = Extract<
  LedgerEventType,
  | `history.${string}`
  | `push.${string}`
  | `turn.${string}`
  | `console.${string}`
  | `provider.${string}`
  | 'session.moved'
  | 'session.variable'
  | 'session.modes'
>;

/** Descriptions of events about Shell mode, its pushes, the history and the providers. */
export const consoleFormatters: { readonly [T in ConsoleEventType]: EventFormatter<T> } = {
  'history.compacted': {
    name: 'Compaction',
    icon: 'collapse',
    words: ({ profile, sizeBefore, sizeAfter, isManual }) =>
      `The history was ${isManual ? 'compacted by you' : 'compacted'} with ${profile}: ${formatCount(sizeBefore)} tokens became ${formatCount(sizeAfter)}`,
  },
  'history.replaced': {
    name: 'Compaction',
    icon: 'collapse',
    words: ({ file, sizeBefore, sizeAfter }) =>
      sizeBefore === 0
        ? `The history began with the file ${file}: about ${formatCount(sizeAfter)} tokens`
        : `The history was compacted by ${file} of the workspace: about ${formatCount(sizeBefore)} tokens became ${formatCount(sizeAfter)}`,
  },
  'history.refused': {
    name: 'Compaction given up',
    icon: 'collapse',
    words: ({ file, why }) => `What ${file} made of the history was not used: ${why}`,
  },
  'history.kept': {
    name: 'Compaction given up',
    icon: 'collapse',
    words: ({ profile, size, summarySize }) =>
      `The summary by ${profile} was no smaller (${formatCount(summarySize)} tokens for ${formatCount(size)}): the history stays`,
  },
  'history.shortened': {
    name: 'History shortened',
    icon: 'collapse',
    words: ({ profile, leftOut, sizeBefore, sizeAfter }) =>
      `The history could not be compacted: ${profile} goes on without its ${plural(leftOut, 'oldest message')} (${formatCount(sizeBefore)} tokens became ${formatCount(sizeAfter)})`,
  },
  'history.reset': { name: 'Reset', icon: 'refresh', words: () => 'The model’s history was emptied by you' },
  'push.added': {
    name: 'Push',
    icon: 'arrow-up',
    words: ({ item }) => `Waits for the next message: ${summaryLine(item.label)}`,
  },
  'push.dropped': {
    name: 'Push dropped',
    icon: 'close',
    words: ({ index }) => `What waited in place ${index + 1} will not be sent`,
  },
  'turn.ended': {
    name: 'Turn ended',
    icon: 'check',
    words: ({ outcome }) => `The turn ended: ${TURN_ENDS[outcome]}`,
  },
  'turn.undone': {
    name: 'Turn undone',
    icon: 'undo',
    words: turnUndoneWords,
  },
  'console.started': {
    name: 'Your command',
    icon: 'command',
    words: ({ line, cwd }) => `You ran: ${summaryLine(line)} (in ${cwd})`,
  },
  'console.ended': { name: 'Command ended', icon: 'command', words: consoleEndWords },
  'session.moved': { name: 'Folder', icon: 'folder', words: ({ cwd }) => `The session is now in ${cwd}` },
  'session.variable': {
    name: 'Variable',
    icon: 'edit',
    words: ({ name, value, isUnset }) => {
      if (isUnset) return `${name} was taken away`;
      return value === undefined
        ? `${name} was set; its value is not on the record`
        : `${name} was set to ${summaryLine(value)}`;
    },
  },
  'session.modes': {
    name: 'Modes',
    icon: 'model',
    words: ({ profiles }) => `The session’s chat modes: ${profiles.join(', ') || 'none'}`,
  },
  'provider.attached': {
    name: 'Provider attached',
    icon: 'plug',
    words: ({ title, pid, tools }) =>
      `${title} was attached${pid === undefined ? '' : ` as process ${pid}`} with ${plural(tools.length, 'tool')}`,
  },
  'provider.ended': {
    name: 'Provider ended',
    icon: 'plug',
    words: ({ title, state, reason }) => `${title} ${PROVIDER_ENDS[state]}: ${reason}`,
  },
  'provider.tools': {
    name: 'Provider’s tools',
    icon: 'plug',
    words: ({ provider, tools, isApproved }) =>
      `${provider} has ${plural(tools.length, 'tool')}${isApproved ? '' : ', not approved yet'}: ${tools.join(', ')}`,
  },
};

function consoleEndWords({
  exitCode,
  signal,
  stopReason,
  durationMs,
}: Extract<LedgerEvent, { type: 'console.ended' }>['data']): string {
  const ownEnd = signal === undefined ? `exit code ${exitCode ?? '?'}` : `ended by ${signal}`;
  return `Your command: ${STOPS[stopReason] ?? ownEnd}, ${formatDuration(durationMs)}`;
}
