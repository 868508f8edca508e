import type { Rule, RulePlaceName, RuleScope, Trial } from '#contract';
import { RuleSubject } from '../ui/schemas.ts';
import { patternLine, patternOf } from './pattern-lines.ts';
import { lineProgram, lineText, lineValue, programLine, textLine, valueLine } from './text-lines.ts';

/** A rule as it is being written: lists as text, one a line. */
export interface RuleDraft {
  /** Id of the rule; absent for a new one. */
  readonly id?: string;
  readonly scope: RuleScope;
  readonly verdict: Rule['verdict'];
  readonly kind: RuleSubject['kind'];
  readonly program: string;
  readonly arguments: string;
  readonly wrappers: string;
  readonly variables: string;
  readonly redirections: string;
  readonly cwd: string;
  /** Script it is bound to; kept while its words are edited. */
  readonly script?: { readonly of: string; readonly hash: string } | undefined;
  /** Place in which a command that it allows runs; an older rule has none. */
  readonly runs?: RulePlaceName | undefined;
  readonly access: 'read' | 'write' | 'delete';
  readonly path: string;
  readonly provider: string;
  readonly tool: string;
  readonly values: string;
  readonly note: string;
}

export type RuleProblems = Partial<Record<keyof RuleDraft, string>>;

export const NEW_RULE: RuleDraft = {
  scope: 'workspace',
  verdict: 'allow',
  kind: 'command',
  program: '',
  arguments: '',
  wrappers: '',
  variables: '',
  redirections: '',
  cwd: '',
  runs: 'box',
  access: 'write',
  path: '',
  provider: '',
  tool: '',
  values: '',
  note: '',
};

export function ruleDraft({ id, verdict, subject, note = '' }: Rule, scope: RuleScope): RuleDraft {
  const draft: RuleDraft = { ...NEW_RULE, id, scope, verdict, note, kind: subject.kind };
  switch (subject.kind) {
    case 'command':
      return {
        ...draft,
        program: programLine(subject.program),
        arguments: subject.arguments.map(patternLine).join('\n'),
        wrappers: subject.wrappers.map(textLine).join('\n'),
        variables: subject.variables.map(textLine).join('\n'),
        redirections: subject.redirections.map(textLine).join('\n'),
        cwd: subject.cwd === undefined ? '' : textLine(subject.cwd),
        script: subject.script,
        runs: subject.runs,
      };
    case 'file':
      return { ...draft, access: subject.access, path: textLine(subject.path) };
    case 'tool': {
      const values = Object.entries(subject.arguments).map(([path, text]) => valueLine(path, text));
      const { provider, tool } = subject;
      return { ...draft, provider: textLine(provider), tool: textLine(tool), values: values.join('\n') };
    }
  }
}

/** Subject of the rule, or what is wrong in which field. */
export function subjectOf(draft: RuleDraft): { readonly subject?: RuleSubject; readonly problems: RuleProblems } {
  const problems = ruleProblems(draft);
  if (Object.keys(problems).length > 0) return { problems };
  const read = RuleSubject.safeParse(rawSubject(draft));
  if (read.success) return { subject: read.data, problems: {} };
  const [issue] = read.error.issues;
  const field = String(issue?.path[0] ?? 'kind') as keyof RuleDraft;
  return { problems: { [field in draft ? field : 'kind']: issue?.message ?? 'It is no rule' } };
}

function rawSubject(draft: RuleDraft): unknown {
  if (draft.kind === 'file') return { kind: 'file', access: draft.access, path: fieldText(draft.path) };
  if (draft.kind === 'tool') {
    return {
      kind: 'tool',
      provider: fieldText(draft.provider),
      tool: fieldText(draft.tool),
      arguments: valuesOf(draft.values),
    };
  }
  return {
    kind: 'command',
    program: lineProgram(draft.program.trim()),
    arguments: nonEmptyLines(draft.arguments).map(patternOf),
    wrappers: nonEmptyLines(draft.wrappers).map(lineText),
    variables: nonEmptyLines(draft.variables).map(lineText),
    redirections: nonEmptyLines(draft.redirections).map(lineText),
    ...(draft.cwd.trim() !== '' && { cwd: fieldText(draft.cwd) }),
    ...(draft.script && { script: draft.script }),
    ...(draft.verdict === 'allow' && draft.runs && { runs: draft.runs }),
  };
}

function ruleProblems(draft: RuleDraft): RuleProblems {
  if (draft.kind === 'file')
    return draft.path.trim() === '' ? { path: 'Name a file, or a pattern such as src/**' } : {};
  if (draft.kind === 'tool') {
    const bad = nonEmptyLines(draft.values).find((line) => lineValue(line) === undefined);
    return {
      ...(draft.provider.trim() === '' && { provider: 'Name the provider' }),
      ...(draft.tool.trim() === '' && { tool: 'Name its tool' }),
      ...(bad !== undefined && { values: `“${bad}” is not written as path = value` }),
    };
  }
  const words = nonEmptyLines(draft.arguments);
  const early = words.slice(0, -1).findIndex((line) => line === '**' || /^<.*>\.\.\.$/s.test(line));
  const name = nonEmptyLines(draft.variables).find((line) => !/^[A-Za-z_]\w*(=|$)/.test(lineText(line)));
  return {
    ...programProblem(draft.program.trim()),
    ...(early !== -1 && {
      arguments: `Line ${early + 1}: ${words[early]} stands for all further words, so it must be the last line`,
    }),
    ...(name !== undefined && { variables: `“${name}” is no name of a variable` }),
  };
}

function programProblem(program: string): RuleProblems {
  if (program === '') return { program: 'Name a program, such as npm' };
  if (lineProgram(program) !== undefined) return {};
  return {
    program: 'One program only: its arguments go below, one a line. A path with blanks stands in double quotes.',
  };
}

function nonEmptyLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Text of a field of one line. */
const fieldText = (field: string) => lineText(field.trim());

function valuesOf(text: string): Record<string, string> {
  const values = nonEmptyLines(text).map(lineValue);
  return Object.fromEntries(values.filter((value) => value !== undefined));
}

/** Subject for the tester; `undefined` if something is missing. */
export function trialOf(
  draft: Pick<RuleDraft, 'kind' | 'access' | 'path' | 'provider' | 'tool' | 'values' | 'cwd'> & {
    readonly command: string;
  },
): Trial | undefined {
  if (draft.kind === 'command') {
    if (draft.command.trim() === '') return undefined;
    return { kind: 'command', command: draft.command, ...(draft.cwd.trim() !== '' && { cwd: fieldText(draft.cwd) }) };
  }
  if (draft.kind === 'file') {
    return draft.path.trim() === '' ? undefined : { kind: 'file', access: draft.access, path: fieldText(draft.path) };
  }
  if (draft.provider.trim() === '' || draft.tool.trim() === '') return undefined;
  const [provider, tool] = [fieldText(draft.provider), fieldText(draft.tool)];
  return { kind: 'tool', provider, tool, arguments: valuesOf(draft.values) };
}
