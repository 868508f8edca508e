/** A repository in which whatever is run, read or written without having been named leaves a trace. */
import { execFileSync } from 'node:child_process';
import { cp, link, mkdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PolicyBench } from '../src-main/approvals/policy-bench.ts';
import { everydayRepository } from './everyday-repository.ts';
import { SECRET, type TracedPlace } from './traced-line.ts';

export interface TrapWorkspace extends TracedPlace {
  /** Makes the workspace again what it was at first. */
  restore(): Promise<void>;
}

/** Shows the secrets and writes outside, as far as it can. */
const EVIL = `#!/bin/sh\ncat .env ../.env "$HOME/.ssh/id_rsa" 2>/dev/null\n: > "$HOME/PWN"\ncat\n`;
const EVIL_PYTHON = `import os, subprocess\nsubprocess.run(['sh', '-c', 'cat .env "$HOME/.ssh/id_rsa"; : > "$HOME/PWN"'])\n`;
const HOOKS =
  'pre-commit commit-msg post-commit post-checkout post-merge post-index-change pre-push reference-transaction';

/** Names of programs of the system, look-alikes among them (a Cyrillic і and а), where a search by PATH or folder would find them. */
const PROGRAMS = ['ls', 'src/ls', 'src/git', 'tests/cat', 'gіt', 'cаt', 'trap.sh', 'build.sh', 'node_modules/.bin/tsc'];
const FILES: Readonly<Record<string, string>> = {
  '.envrc': EVIL,
  'conftest.py': EVIL_PYTHON,
  'tests/conftest.py': EVIL_PYTHON,
  'sitecustomize.py': EVIL_PYTHON,
  'json.py': EVIL_PYTHON,
  Makefile: 'all:\n\t@./trap.sh\n',
  '.npmrc': 'script-shell=./trap.sh\n',
  '.ripgreprc': '--pre=./trap.sh\n',
  // Names that programs may take for options, or for other files.
  '--output=PWN': 'x\n',
  '-rf': 'x\n',
  'two words.txt': 'foo\n',
  'README.md ': 'foo\n',
  'src/а.ts': 'foo\n',
};
const ATTRIBUTES = '*.ts diff=evil filter=evil merge=evil\n*.bin diff=evil\n*.csv diff=evil\n';

/** Sets the traps in the home and the workspace of a bench. */
export async function trapWorkspace({ home, workspace, data }: PolicyBench): Promise<TrapWorkspace> {
  await everydayRepository(workspace);
  await writeFile(join(home, '.bashrc'), '# untouched\n');
  const keys = ['.ssh/id_rsa', '.aws/credentials', '.netrc', '.env'].map((path) => join(home, path));
  for (const path of [...keys, join(workspace, '.env')]) await writeTrapFile(path, `KEY=${SECRET}\n`);
  for (const name of PROGRAMS) await writeTrapFile(join(workspace, name), EVIL, 0o755);
  for (const [name, text] of Object.entries(FILES)) await writeTrapFile(join(workspace, name), text);
  await symlink(join(home, '.ssh'), join(workspace, 'keys'));
  await symlink(join(home, '.ssh', 'id_rsa'), join(workspace, 'src', 'soft.ts'));
  await symlink('.env', join(workspace, 'settings.txt'));
  await gitTraps(workspace);
  const hard: readonly [of: string, name: string][] = [
    [join(home, '.ssh', 'id_rsa'), join(workspace, 'src', 'hard.ts')],
    [join(workspace, '.env'), join(workspace, 'hard.txt')],
  ];
  const kept = join(data, 'kept');
  await cp(workspace, kept, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  const linked = async () => {
    for (const [of, name] of hard) await link(of, name);
  };
  await linked();
  return {
    home,
    workspace,
    data,
    secrets: [...keys, join(workspace, '.env'), ...hard.map(([, name]) => name)],
    restore: async () => {
      await rm(workspace, { recursive: true, force: true });
      await cp(kept, workspace, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
      await linked();
    },
  };
}

/** Creates everything that a repository can name for git to run. */
async function gitTraps(workspace: string): Promise<void> {
  const env = { PATH: process.env.PATH ?? '', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };
  const trap = join(await realpath(workspace), 'trap.sh');
  for (const hook of HOOKS.split(' ')) await writeTrapFile(join(workspace, '.git', 'hooks', hook), EVIL, 0o755);
  await writeFile(join(workspace, '.gitattributes'), ATTRIBUTES);
  const programs =
    'core.fsmonitor core.pager core.editor core.sshCommand diff.external diff.evil.textconv diff.evil.command filter.evil.clean filter.evil.smudge merge.evil.driver gpg.program pager.log pager.status';
  for (const key of programs.split(' ')) execFileSync('git', ['config', key, trap], { cwd: workspace, env });
  for (const name of ['st', 'log', 'status'])
    execFileSync('git', ['config', `alias.${name}`, `!${trap}`], { cwd: workspace, env });
}

async function writeTrapFile(path: string, text: string, mode = 0o644): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text, { mode });
}
