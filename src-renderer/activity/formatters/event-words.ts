import type { AnyLedgerEvent, LedgerEvent, LedgerEventData, LedgerEventType, Tier } from '#contract';
import { answererWords } from '#contract/message-words';
import { recordCutText } from '#contract/record-cut-text';
import { TIERS } from '../../permissions/rule-words.ts';
import { formatCount, formatDuration, plural } from '../../ui/format.ts';
import type { IconName } from '../../ui/icon.tsx';
import { shortPaths } from '../../ui/short-path.ts';
import { adapterFormatters, ofAdapter } from './adapter-formatters.ts';
import { branchFormatters } from './branch-formatters.ts';
import { changeFormatters } from './change-formatters.ts';
import { consoleFormatters } from './console-formatters.ts';
import { type EventFormatter, STOPS, summaryLine } from './event-formatter.ts';
import { imageFormatters } from './image-formatters.ts';
import { messageFormatters } from './message-formatters.ts';
import { retentionFormatters } from './retention-formatters.ts';
import { rewindFormatters } from './rewind-formatters.ts';
import { scheduleFormatters } from './schedule-formatters.ts';
import { trustFormatters } from './trust-formatters.ts';
import { workspaceFormatters } from './workspace-formatters.ts';

const FINISHES: Readonly<Record<string, string>> = {
  interrupted: ' (broke off)',
  failed: ' (failed)',
  cancelled: ' (stopped by you)',
  length: ' (cut off at the length limit)',
  'content-filter': ' (cut off by the server’s filter)',
};
const VERDICTS = { allow: 'Allowed', refuse: 'Refused', withdrawn: 'Withdrawn' } as const;

const formatters: { readonly [T in LedgerEventType]: EventFormatter<T> } = {
  'session.created': {
    name: 'Session started',
    icon: 'sessions',
    words: ({ title }) => `Session “${title}” was started`,
  },
  'session.renamed': {
    name: 'Session renamed',
    icon: 'edit',
    words: ({ title }) => `The session is now called “${title}”`,
  },
  'session.opened': {
    name: 'Session opened',
    icon: 'sessions',
    words: ({ repaired }) =>
      repaired === undefined ? 'The session was opened again' : `The session was opened again; ${repaired}`,
  },
  ...messageFormatters,
  'prompt.rendered': {
    name: 'Prompt',
    icon: 'prompts',
    words: ({ template }) => `The prompt was rendered from ${template}`,
  },
  'llm.requested': {
    name: 'Request',
    icon: 'send',
    words: ({ model, client, messages, round }) =>
      `Sent ${plural(messages, 'message')} to ${model || client}${round === 1 ? '' : ` (step ${round})`}`,
  },
  'llm.replied': { name: 'Reply', icon: 'model', words: replyWords },
  'call.repaired': {
    name: 'Repair',
    icon: 'tool',
    words: ({ tool, repairs }) => `The call of ${tool} was repaired: ${repairs.map(({ text }) => text).join('; ')}`,
  },
  'approval.asked': {
    name: 'Question',
    icon: 'attention',
    words: ({ tool, subject, why }) => `Asked about ${tool}${commandSuffix(subject)}: ${why}`,
  },
  'approval.decided': {
    name: 'Decision',
    icon: 'shield',
    words: ({ verdict, by, person, rule, reason, edited, judged, command }) =>
      [
        `${VERDICTS[verdict]} by ${deciderWords({ by, person, rule, judged })}`,
        edited === undefined ? '' : `, edited: ${summaryLine(edited)}`,
        command === undefined ? '' : ` (${summaryLine(command.command)})`,
        reason === undefined || reason === '' ? '' : `: ${summaryLine(reason)}`,
      ].join(''),
  },
  'tool.called': {
    name: 'Tool call',
    icon: 'tool',
    words: ({ tool, arguments: given }) => `${tool}${argumentWords(given)}`,
  },
  'tool.returned': { name: 'Result', icon: 'arrow-right', words: ({ tool, outcome }) => `${tool}: ${outcome}` },
  'command.ran': { name: 'Command', icon: 'command', words: ranWords },
  ...changeFormatters,
  ...consoleFormatters,
  ...rewindFormatters,
  ...trustFormatters,
  ...workspaceFormatters,
  ...imageFormatters,
  ...scheduleFormatters,
  ...branchFormatters,
  ...retentionFormatters,
  ...adapterFormatters,
  'record.cut': { name: 'Record cut', icon: 'warning', words: recordCutText },
  'error.raised': {
    name: 'Error',
    icon: 'error',
    words: ({ message, where }) => (where === undefined ? message : `${message} (${where})`),
  },
};

/** Fields that tell which rule decided, and whose it was. */
type DecisionSource = Pick<LedgerEventData<'approval.decided'>, 'by' | 'person' | 'rule' | 'judged'>;

function deciderWords({ by, person, rule, judged }: DecisionSource): string {
  if (by === 'rule') return ruleWords(rule, judged?.tier);
  return person ? answererWords(person) : 'you';
}

function ruleWords(rule: string | undefined, tier: Tier | undefined): string {
  if (tier === undefined) return ofAdapter(rule ?? '') ?? `the rule ${rule ?? '(unnamed)'}`;
  return rule === undefined ? TIERS[tier] : `${TIERS[tier]} (${rule})`;
}

export const eventTypes = Object.keys(formatters) as readonly LedgerEventType[];

export interface EventWords {
  readonly name: string;
  readonly icon: IconName;
  readonly text: string;
}

/** An event in plain words, paths from `workspace` on; one of a type we do not know, or that is not as it should be, by its type. */
export function eventWords(event: AnyLedgerEvent, workspace?: string): EventWords {
  const formatter = formatterOf(event.type);
  if (formatter === undefined) return { name: event.type, icon: 'dot', text: event.type };
  const { name, icon } = formatter;
  try {
    return { name, icon, text: shortPaths(formatter.words(event.data), workspace) };
  } catch {
    return { name, icon, text: name };
  }
}

export function eventTypeName(type: string): string {
  return formatterOf(type)?.name ?? type;
}

function formatterOf(type: string) {
  // The data of a known type was checked where it was written; what is older or broken ends in the catch above.
  return Object.hasOwn(formatters, type)
    ? (formatters[type as LedgerEventType] as EventFormatter<never> & { words: (data: unknown) => string })
    : undefined;
}

function replyWords({
  text,
  calls,
  finish,
  usage,
  error,
}: Extract<LedgerEvent, { type: 'llm.replied' }>['data']): string {
  const tools = calls.length === 0 ? '' : `wants to use ${calls.map(({ tool }) => tool).join(', ')}`;
  const what = [text === '' ? '' : summaryLine(text), tools].filter(Boolean).join(' — ') || error?.message || 'nothing';
  const tokens = usage === undefined || usage.total === 0 ? '' : `, ${formatCount(usage.total)} tokens`;
  return `Model: ${what}${FINISHES[finish] ?? ''}${tokens}`;
}

function ranWords({
  command,
  exitCode,
  signal,
  stopReason,
  durationMs,
  interrupted,
  alongside = [],
  notWatched = [],
}: Extract<LedgerEvent, { type: 'command.ran' }>['data']): string {
  const ownEnd = signal === undefined ? `exit code ${exitCode ?? '?'}` : `ended by ${signal}`;
  // Of a command of another program it is that program, not the person, which stops it.
  const stop = stopReason === 'abort' ? 'stopped' : STOPS[stopReason];
  const end = interrupted === undefined ? (stop ?? ownEnd) : 'interrupted: how it ended is not known';
  const facts = [
    end,
    formatDuration(durationMs),
    alongside.length === 0
      ? ''
      : `with ${alongside.length === 1 ? 'another command' : 'other commands'} at the same time`,
    notWatched.length === 0 ? '' : 'not everything was watched',
  ];
  return `${summaryLine(command)} — ${facts.filter(Boolean).join(', ')}`;
}

function argumentWords(given: Readonly<Record<string, unknown>>): string {
  // `command` is what clients of the Shell Adapter send.
  const main = given.command_line ?? given.command ?? given.path;
  return typeof main === 'string' ? `: ${summaryLine(main)}` : '';
}

function commandSuffix({ kind, command }: Readonly<Record<string, unknown>>): string {
  return kind === 'command' && typeof command === 'string' ? ` (${summaryLine(command)})` : '';
}
