import type { Judgement, PartVerdict, Rule, RulePlaceName, RuleScope, RuleSubject, Tier, WordPattern } from '#contract';

/** Words for the deciding tier that follow "Decided by". */
export const TIERS: Readonly<Record<Tier, string>> = {
  ban: 'a built-in ban that no rule lifts',
  'workspace-deny': 'your rule of this workspace',
  'user-deny': 'your rule',
  'always-ask': 'a built-in question that no rule or mode skips',
  'workspace-allow': 'your rule of this workspace',
  'user-allow': 'your rule',
  preset: 'the read-only preset',
  mode: 'the permission mode',
  default: 'the default: no rule matches, so you are asked',
};

export const PART_VERDICTS: Readonly<Record<PartVerdict['verdict'], string>> = {
  allow: 'Allowed',
  ask: 'Asked',
  deny: 'Denied',
};

export const RULE_VERDICTS: Readonly<Record<Rule['verdict'], string>> = { allow: 'Allow', deny: 'Deny' };

export const SCOPES: Readonly<Record<RuleScope, string>> = { user: 'Everywhere', workspace: 'This workspace' };

export const SANDBOXES: Readonly<Record<Judgement['sandbox'], string>> = {
  none: 'outside the box, with your rights',
  'read-only': 'in the read-only box: no writing, no network, a private /tmp',
  workspace: 'in the box: writes only to the workspace and a private /tmp, no network, no credentials',
  network: 'in the box with network: writes only to the workspace and a private /tmp, no credentials',
};

/** Words for the place in which a rule lets a command run, to follow the command. */
export const RULE_PLACES: Readonly<Record<RulePlaceName, string>> = {
  box: 'in the box',
  network: 'in the box with network',
  outside: 'outside the box',
};

const ACCESS = { read: 'Read', write: 'Write', delete: 'Delete' } as const;

/**
 * Describes the subject of a rule, such as `npm run ‹any word› in packages/*`; for one that denies, open words mean
 * anything.
 */
export function subjectWords(subject: RuleSubject, verdict: Rule['verdict'] = 'allow'): string {
  switch (subject.kind) {
    case 'command':
      return commandRuleWords(subject, verdict);
    case 'file':
      return `${ACCESS[subject.access]} ${subject.path}`;
    case 'tool': {
      const values = Object.entries(subject.arguments ?? {}).map(([path, text]) => `${path} = ${text}`);
      return `Use ${subject.tool} of ${subject.provider}${values.length === 0 ? '' : `, with ${values.join(' and ')}`}`;
    }
  }
}

function commandRuleWords(subject: Extract<RuleSubject, { kind: 'command' }>, verdict: Rule['verdict']): string {
  const { program, wrappers = [], variables = [], redirections = [], script, cwd } = subject;
  const line = [
    program,
    ...subject.arguments.map((pattern) => patternWords(pattern, verdict, script !== undefined)),
  ].join(' ');
  const conditions = [
    wrappers.length === 0 ? '' : `also run by ${wrappers.join(', ')}`,
    variables.length === 0 ? '' : `also with ${variables.join(', ')} set`,
    redirections.length === 0 ? '' : `also redirected to or from ${redirections.join(', ')}`,
    cwd === undefined ? '' : `in ${cwd}`,
    script === undefined ? '' : `as long as ${script.of} stays as it is`,
    subject.runs === undefined ? '' : RULE_PLACES[subject.runs],
  ];
  return [line, ...conditions.filter(Boolean)].join(', ');
}

const ANY = { word: 'any word', path: 'path inside', number: 'number', name: 'name' } as const;
const MORE = { word: 'words', path: 'paths inside', number: 'numbers', name: 'names', options: '' } as const;

const REST = { allow: '‹further words that are safe›', deny: '‹any further words›' } as const;

function patternWords(pattern: WordPattern, verdict: Rule['verdict'], isOfScript: boolean): string {
  if (typeof pattern === 'string') return /^[\w@%+=:,./-]+$/.test(pattern) ? pattern : `'${pattern}'`;
  if ('options' in pattern) return `‹${pattern.options.join(' or ')}›`;
  if ('glob' in pattern) return pattern.glob;
  if ('variable' in pattern) return `$${pattern.variable}`;
  if ('any' in pattern) return pattern.any === 'rest' ? REST[verdict] : `‹${ANY[pattern.any]}›`;
  // Only what a script is given is open without options.
  if (isOfScript && pattern.rest === 'word') return '‹words that are no options›';
  const types = [pattern.rest].flat();
  const operands = types.map((type, at) => (at < types.length - 1 && type !== 'options' ? ANY[type] : MORE[type]));
  return `‹${['safe options', ...operands.filter((text) => text !== '')].join(', ')}›`;
}
