import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPolicy } from '#approvals';
import type { CallCode, Judgement, PermissionMode, Rule, RuleSubject, Subject } from '#contract';
import type { CallPlan } from '#tools';
import { temporaryFolder } from '../../support/temporary-folder.ts';

export const REST = { any: 'rest' } as const;
export const WORD = { any: 'word' } as const;

type CommandRule = Extract<RuleSubject, { kind: 'command' }>;

export function command(
  program: string,
  words: CommandRule['arguments'] = [],
  more: Partial<CommandRule> = {},
): CommandRule {
  return { kind: 'command', program, arguments: words, wrappers: [], variables: [], redirections: [], ...more };
}

export const allow = (subject: RuleSubject, id = 'an-allow'): Rule => ({ id, verdict: 'allow', subject, at: 1 });
export const deny = (subject: RuleSubject, id = 'a-deny'): Rule => ({ id, verdict: 'deny', subject, at: 1 });

export interface Given {
  readonly user?: readonly Rule[];
  readonly here?: readonly Rule[];
  readonly mode?: PermissionMode;
  readonly hasSandbox?: boolean;
  /** No box unless told: rules let commands run outside then. */
  readonly hasBox?: boolean;
  readonly warnings?: CallPlan['warnings'];
  readonly alwaysAsk?: string;
  readonly tool?: string;
  /** Code of an agent workspace that a call would run. */
  readonly code?: CallCode;
}

export interface PolicyBench extends AsyncDisposable {
  readonly workspace: string;
  readonly home: string;
  readonly data: string;
  line(text: string, given?: Given): Promise<Judgement>;
  file(kind: 'read' | 'change' | 'delete', path: string, given?: Given): Promise<Judgement>;
  call(provider: string, values: Readonly<Record<string, string>>, given?: Given): Promise<Judgement>;
}

/** The policy over a real workspace, without an app. */
export async function policyBench(): Promise<PolicyBench> {
  const folder = await temporaryFolder();
  const [home, workspace, data] = ['home', 'home/work', 'home/data'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ];
  await mkdir(join(workspace, 'src'), { recursive: true });
  await mkdir(data);
  await writeFile(join(workspace, 'README.md'), 'read me\n');
  await writeFile(join(workspace, 'src', 'a.ts'), 'a\n');
  const judge = async (subject: Subject, isOutside: boolean, given: Given) => {
    const rules = () => ({ user: given.user ?? [], workspace: given.here ?? [] });
    const hasSandbox = async () => given.hasSandbox ?? true;
    const hasBox = async () => given.hasBox ?? false;
    const own = () => [
      join(data, 'rules.yaml'),
      join(data, 'ledger'),
      ...[home, workspace].map((at) => join(at, '.phishell.yaml')),
    ];
    const policy = createPolicy({
      rules,
      keep: async () => '',
      modeOf: async () => 'ask',
      hasSandbox,
      hasBox,
      home,
      own,
    });
    const plan = { subject, isOutside, warnings: given.warnings ?? [], alwaysAsk: given.alwaysAsk };
    return await policy.judge({ plan, tool: given.tool ?? 'a_tool', workspace }, given.mode ?? 'ask');
  };
  const isOutside = (path: string) => path !== workspace && !path.startsWith(`${workspace}/`);
  return {
    workspace,
    home,
    data,
    line: (text, given = {}) =>
      judge(
        { kind: 'command', command: text, cwd: workspace, limits: { timeoutMs: 1, maxOutputBytes: 1 } },
        false,
        given,
      ),
    file: (kind, path, given = {}) => {
      const at = { path, shownPath: isOutside(path) ? path : path.slice(workspace.length + 1) };
      const subject: Subject =
        kind === 'read'
          ? { kind, ...at }
          : kind === 'change'
            ? { kind, ...at, proposal: 'p', isNew: false, addedLines: 1, removedLines: 0 }
            : { kind, ...at, recursive: true, files: 1, bytes: 1, sample: [] };
      return judge(subject, isOutside(path), given);
    },
    call: (provider, values, { code, ...given } = {}) => {
      const given2 = Object.entries(values).map(([path, text]) => ({ path, text }));
      const call = { kind: 'call', provider, title: 't', description: '', arguments: given2 } as const;
      return judge({ ...call, ...(code && { code }) }, false, given);
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}
