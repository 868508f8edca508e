import type { ProviderView } from '#contract';
import { lastName } from '../ui/last-name.ts';
import type { StateTextProps } from '../ui/state-text.tsx';

type ProviderState = ProviderView['state'];

export const STATES: Readonly<Record<ProviderState, StateTextProps>> = {
  'waiting-for-trust': { text: 'waiting for trust', icon: 'shield', tone: 'warning' },
  initializing: { text: 'starting', icon: 'running', tone: 'info' },
  running: { text: 'running', icon: 'check', tone: 'success' },
  changed: { text: 'tools changed', icon: 'attention', tone: 'warning' },
  completed: { text: 'ended', icon: 'dot', tone: 'neutral' },
  failed: { text: 'failed', icon: 'error', tone: 'danger' },
};

const KINDS = { program: 'Program', js: 'Node package', mcp: 'MCP server' } as const;

export function providerKind({ spec }: ProviderView): string {
  return KINDS[spec.kind];
}

/** Whether it has a process or a connection that can be ended. */
export function canBeEnded({ state }: ProviderView): boolean {
  return state === 'initializing' || state === 'running' || state === 'changed';
}

/** Name that a person uses: the server's, the program's, the folder's. */
export function providerName({ spec, title }: ProviderView): string {
  if (spec.kind === 'mcp') return spec.name;
  if (spec.kind === 'js') return lastName(spec.path) || title;
  const script = spec.argv.slice(1).find((word) => /\.\w{1,4}$/.test(word) && !word.startsWith('-'));
  return lastName(script ?? spec.argv[0] ?? '') || title;
}
