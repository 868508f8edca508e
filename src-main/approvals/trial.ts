import { posix } from 'node:path';
import type { Rule, Subject, Trial } from '#contract';
import { isWithin } from './decide/targets.ts';
import { leadsTo } from './disk.ts';
import type { TrialRequest } from './policy.ts';
import { isRest, type Pattern } from './rules/match-arguments.ts';
import { isAbsoluteGlob } from './rules/match-path.ts';
import { quoteWord } from './rules/rule-words.ts';

/** Builds the request that an agent's action would cause; nothing is carried out. */
export async function trialRequest(trial: Trial, workspace: string): Promise<TrialRequest> {
  switch (trial.kind) {
    case 'command': {
      const cwd = leadsTo(posix.resolve(workspace, trial.cwd ?? '.'));
      const limits = { timeoutMs: 0, maxOutputBytes: 0 };
      const subject: Subject = { kind: 'command', command: trial.command, cwd, limits };
      return buildTrial(subject, 'execute_command', workspace, !isWithin(workspace, cwd));
    }
    case 'file': {
      const path = leadsTo(posix.resolve(workspace, trial.path));
      return buildTrial(fileSubject(trial.access, path, workspace), '', workspace, !isWithin(workspace, path));
    }
    case 'tool': {
      const given = Object.entries(trial.arguments).map(([path, text]) => ({ path, text }));
      const { provider, tool: title } = trial;
      return buildTrial({ kind: 'call', provider, title, description: '', arguments: given }, title, workspace, false);
    }
  }
}

function buildTrial(subject: Subject, tool: string, workspace: string, isOutside: boolean): TrialRequest {
  return { plan: { subject, isOutside, warnings: [] }, tool, workspace };
}

function fileSubject(access: 'read' | 'write' | 'delete', path: string, workspace: string): Subject {
  const shownPath = isWithin(workspace, path) ? posix.relative(workspace, path) || posix.basename(path) : path;
  if (access === 'read') return { kind: 'read', path, shownPath };
  if (access === 'delete') {
    return { kind: 'delete', path, shownPath, recursive: false, files: 1, bytes: 0, sample: [] };
  }
  return { kind: 'change', proposal: '', path, shownPath, isNew: false, addedLines: 0, removedLines: 0 };
}

/** The least that a rule speaks about; undefined if the rule says nothing that could be tried. */
export function leastTrial({ subject }: Pick<Rule, 'subject'>): Trial | undefined {
  switch (subject.kind) {
    case 'command': {
      const words = subject.arguments.filter((one) => !isRest(one)).map(leastWord);
      const program = subject.program === '*' ? 'true' : subject.program;
      const command = [quoteWord(program), ...words].join(' ');
      return { kind: 'command', command, ...(subject.cwd !== undefined && { cwd: leastPath(subject.cwd) }) };
    }
    case 'file':
      return { kind: 'file', access: subject.access, path: leastPath(subject.path) };
    case 'tool':
      return undefined;
  }
}

/** Writes a word as it would stand in a line. */
function leastWord(pattern: Pattern): string {
  if (typeof pattern === 'string') return quoteWord(pattern);
  if ('options' in pattern) return quoteWord(pattern.options[0] ?? 'x');
  if ('glob' in pattern) return pattern.glob;
  if ('variable' in pattern) return `"$${pattern.variable}"`;
  return 'any' in pattern && pattern.any === 'number' ? '1' : 'x';
}

const leastPath = (glob: string): string =>
  `${isAbsoluteGlob(glob) ? '' : './'}${glob.replaceAll('**', 'x').replaceAll(/[*?]/g, 'x')}`;
