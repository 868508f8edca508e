import type { StopReason } from '#contract';
import { plural } from '../../ui/format.ts';
import { limitAmount, limitNoun } from '../../ui/limit-words.ts';
import type { EventFormatter } from './event-formatter.ts';

const SCOPES = { once: 'for one command', session: 'for this session' } as const;

const ENDS: Readonly<Record<StopReason, string>> = {
  exit: 'The shell ended itself',
  timeout: 'The shell was ended: its time ran out',
  cpu: 'The shell was ended: too much CPU',
  memory: 'The shell was ended: too much memory',
  disk: 'The shell was ended: too much disk',
  output: 'The shell was ended: too much output',
  processes: 'The shell was ended: too many processes',
  abort: 'The shell was stopped by you',
  closed: 'The shell was closed',
  stopping: 'The shell was ended with the Shell Adapter',
};

/**
 * Names of what decided about a client's command when no person did, by the name in the record; used as in “Allowed by
 * …”.
 */
const DECIDERS: Readonly<Record<string, string>> = {
  'no known danger': 'the Shell Adapter: no known danger',
  'adapter.confirmation.mode off': 'the Shell Adapter, which asks nobody',
  'adapter.confirmation.mode workspace': 'the Shell Adapter’s mode Workspace, in the box',
  'adapter.confirmation.allow': 'the Shell Adapter’s list of what is allowed',
  'adapter.confirmation.deny': 'the Shell Adapter’s list of what is denied',
  'allowed before in this session': 'an earlier answer in this session',
  'the client confirmed it': 'the client',
  'nobody answered in time': 'the time to answer, which ran out',
  'a ban or a rule of yours': 'a ban or a rule of yours',
};

export function ofAdapter(rule: string): string | undefined {
  return Object.hasOwn(DECIDERS, rule) ? DECIDERS[rule] : undefined;
}

/** Descriptions of events about command limits, and about shells of other programs. */
export const adapterFormatters: {
  readonly [T in 'limits.raised' | 'shell.opened' | 'shell.closed']: EventFormatter<T>;
} = {
  'limits.raised': {
    name: 'Limit raised',
    icon: 'arrow-up',
    words: ({ limit, from, to, scope }) =>
      `You raised the limit of ${limitNoun(limit)} from ${limitAmount(limit, from)} to ${limitAmount(limit, to)} ${SCOPES[scope]}`,
  },
  'shell.opened': {
    name: 'Shell opened',
    icon: 'terminals',
    words: ({ client, cwd }) => `${client} opened a shell in ${cwd}`,
  },
  'shell.closed': {
    name: 'Shell closed',
    icon: 'terminals',
    words: ({ commands, reason }) => `${ENDS[reason]}, after ${plural(commands, 'command')}`,
  },
};
