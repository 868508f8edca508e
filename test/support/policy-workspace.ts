/** A folder such as the policy is asked about, and the policy with a sandbox that is said to work. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Judgement, PermissionMode, Rule } from '#contract';
import { createPolicy } from '../../src-main/approvals/policy.ts';

/** Any program with any arguments, redirections, wrappers: more than a person should ever allow. */
export const ALLOW_ANYTHING: Rule = {
  id: 'anything',
  verdict: 'allow',
  subject: {
    kind: 'command',
    program: '*',
    arguments: [{ any: 'rest' }],
    wrappers: ['sudo', 'env', 'xargs', 'find', 'sh', 'bash', 'nohup', 'timeout', 'eval', 'command', 'nice'],
    variables: [],
    redirections: ['**', '/**'],
  },
  at: 0,
};

export interface PolicyWorkspace extends AsyncDisposable {
  readonly path: string;
  readonly home: string;
  judge(
    command: string,
    rules?: readonly Rule[],
    mode?: PermissionMode,
    more?: { readonly hasBox?: boolean },
  ): Promise<Judgement>;
}

export async function policyWorkspace(): Promise<PolicyWorkspace> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'sigma-policy-')));
  const path = join(root, 'home', 'project');
  await mkdir(join(path, 'sub'), { recursive: true });
  await writeFile(join(path, 'README.md'), '# Title\n\nSome text to look for.\nAnother line.\n');
  await writeFile(join(path, 'notes.txt'), 'one\ntwo\nthree\n');
  await writeFile(
    join(path, 'package.json'),
    '{ "name": "sample", "version": "1.0.0", "scripts": { "test": "true" } }\n',
  );
  const home = join(root, 'home');
  const policyWith = (hasBox: boolean) =>
    createPolicy({
      rules: () => ({ user: [], workspace: [] }),
      keep: async () => '',
      modeOf: async () => 'ask',
      hasSandbox: async () => true,
      hasBox: async () => hasBox,
      home,
      own: () => [join(root, 'data', 'settings.yaml'), join(root, 'data', 'rules.yaml'), join(home, '.phishell.yaml')],
    });
  return {
    path,
    home,
    judge: (command, user = [], mode = 'ask', { hasBox = false } = {}) => {
      const subject = {
        kind: 'command',
        command,
        cwd: path,
        limits: { timeoutMs: 1000, maxOutputBytes: 1000 },
      } as const;
      const asked = { plan: { subject, isOutside: false, warnings: [] }, tool: 'execute_command', workspace: path };
      return policyWith(hasBox).judge(asked, mode, { user: [...user], workspace: [] });
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
