import type { AgentState, AgentTool, AgentWorkspace, FileProblem } from '#contract';
import { plural } from '../ui/format.ts';
import type { StateTextProps } from '../ui/state-text.tsx';

const STATES: Readonly<Record<AgentState, StateTextProps>> = {
  restricted: { text: 'Restricted', icon: 'shield', tone: 'warning' },
  changed: { text: 'Changed', icon: 'attention', tone: 'warning' },
  starting: { text: 'Starting', icon: 'running', tone: 'info' },
  ready: { text: 'Ready', icon: 'check', tone: 'success' },
  failed: { text: 'Failed', icon: 'error', tone: 'danger' },
  gone: { text: 'Gone', icon: 'error', tone: 'danger' },
};

/** Words on the chip of a workspace: its state, and for a running one the number of problems. */
export function workspaceState({ state, problems, isOpen }: AgentWorkspace): StateTextProps {
  if (!isOpen) return { text: state === 'gone' ? 'Gone' : 'Closed', icon: 'dot', tone: 'neutral' };
  if (state === 'ready' && problems > 0) return { text: plural(problems, 'problem'), icon: 'warning', tone: 'warning' };
  return STATES[state];
}

export const TOOL_STATES: Readonly<Record<AgentTool['state'], string>> = {
  listed: 'not loaded',
  ready: 'ready',
  'needs-python': 'needs Python',
  'needs-module': 'a module is missing',
  broken: 'broken',
  old: 'broken; the version before runs',
};

export const ORIGINS: Readonly<Record<string, string>> = {
  product: 'Sigma Shell',
  workspace: 'the workspace',
  skills: 'its skills',
  'agents-file': 'AGENTS.md',
  profile: 'the first profile',
};

/** Tokens, as an estimate. */
export const tokenWords = (tokens: number): string => `about ${plural(tokens, 'token')}`;

/** Describes the place of a problem: its file, and its line if known. */
export const fileProblemPlace = ({ file, line }: FileProblem): string =>
  line === undefined ? file : `${file}:${line}`;
