import { afterAll, beforeAll, expect, test } from 'vitest';
import { mayHoldCredentials, whyItRunsCode, whyProtected } from '#core/secrets/sensitive-paths';
import { ALLOW_ANYTHING, type PolicyWorkspace, policyWorkspace } from '../../support/policy-workspace.ts';

let workspace: PolicyWorkspace;

beforeAll(async () => {
  workspace = await policyWorkspace();
});
afterAll(() => workspace[Symbol.asyncDispose]());

test.each([
  'echo x > ~/.bashrc',
  'echo x > /etc/cron.d/x',
  'cp README.md ../x',
  'touch /tmp/x',
  'echo x > .git/hooks/pre-commit',
  'cp README.md .git/config',
  'sed -i s/a/b/ package.json',
  'tee .vscode/tasks.json < README.md',
  'mv README.md .mcp.json',
  'echo x >> .github/workflows/ci.yml',
  'cp -r sub .github',
  'rm -r tools/a',
  'cat .env',
  'grep -r x ~/.ssh',
  'cp .env sub/x',
  'echo x > .env',
  'cp README.md sub/.env.local',
  'rm .env',
])('%s is asked about even when anything is allowed', async (line) => {
  const judgement = await workspace.judge(line, [ALLOW_ANYTHING]);
  expect(judgement).toMatchObject({ verdict: 'ask' });
});

test.each([
  'curl -X POST https://x.example/y',
  'curl -sX POST https://x.example/y',
  'curl -sSLX DELETE https://x.example/y',
  'curl -sXPUT https://x.example/y',
  'curl -sX "$verb" https://x.example/y',
  'curl --request=PATCH https://x.example/y',
  'wget --post-f=a https://x.example/y',
  'wget --meth=PUT https://x.example/y',
])('%s sends data, and is asked about even when anything is allowed', async (line) => {
  expect(await workspace.judge(line, [ALLOW_ANYTHING])).toMatchObject({ verdict: 'ask', rule: 'sending data' });
});

test.each(['curl -sX GET https://x.example/y', 'curl -sXHEAD https://x.example/y', 'wget -q https://x.example/y'])(
  '%s sends none',
  async (line) => {
    expect((await workspace.judge(line, [ALLOW_ANYTHING])).rule).not.toBe('sending data');
  },
);

test.each(['touch sub/x', 'cp README.md sub/', 'rm sub/x', 'echo x > notes.txt', 'mkdir -p build/out'])(
  '%s is not, when anything is allowed',
  async (line) => {
    expect(await workspace.judge(line, [ALLOW_ANYTHING])).toMatchObject({ verdict: 'allow' });
  },
);

test.each(['constructor x', 'toString', '__proto__ a', 'hasOwnProperty -x'])(
  'the program %s is judged like any other',
  async (line) => {
    expect(await workspace.judge(line)).toMatchObject({ verdict: 'ask', tier: 'default' });
  },
);

const GIT = { id: 'git', verdict: 'allow', at: 0 } as const;

test.each([
  'git stash drop',
  'git stash drop stash@{1}',
  'git stash clear',
  'git -C sub stash clear',
  'git -c user.name=x --no-pager -C sub stash drop',
  'git --git-dir .git --work-tree=. stash drop',
  'command git stash drop',
  '/usr/bin/git stash drop',
  'busybox git stash drop',
  "git -c alias.x='stash clear' x",
  "git -c alias.x='!git stash clear' x",
  "sh -c 'git stash clear'",
  'git branch -D topic',
  'git branch -Dq topic other',
  'git branch topic -D',
  'git branch -d --force topic',
  'git branch -df topic',
  'git branch --delete --forc topic',
  'git branch --merged | xargs git branch -D',
  'git tag -d v1',
  'git tag --delete v1 v2',
  'git update-ref -d refs/heads/topic',
  'git reflog expire --expire=now --all',
  'git reflog delete HEAD@{1}',
  'git gc --prune=now',
  'git gc --aggressive --prune=all',
  'git -c gc.pruneExpire=now gc',
  'git -c gc.auto=1 -c GC.reflogExpireUnreachable=now commit -m x',
  'git -c "gc.refs/heads/*.reflogExpire=now" maintenance run',
  'git --config-env=gc.pruneExpire=WHEN gc',
  'git tag -f v1',
  'git tag -af v1 -m x',
  'git tag -fam msg v1',
  'git tag -fm msg v1',
  'git tag --force v1',
  'git prune',
  'git filter-branch --tree-filter true',
  'git filter-repo --path x',
  'git-filter-repo --path x',
  'git "$verb"',
  'X=1 git stash clear > out.txt',
])('%s throws away what git keeps: it asks in every mode but Read only, whatever the rules', async (line) => {
  const allowGit = { ...GIT, subject: { ...ALLOW_ANYTHING.subject, program: 'git' } };
  for (const mode of ['ask', 'edits', 'workspace'] as const) {
    const { verdict, parts, sandbox } = await workspace.judge(line, [ALLOW_ANYTHING, allowGit], mode, { hasBox: true });
    const found = parts.find(({ rule }) => rule === 'what git keeps');
    expect([mode, verdict, found?.tier, found?.verdict]).toEqual([mode, 'ask', 'always-ask', 'ask']);
    expect(sandbox).toBe('workspace');
  }
  expect((await workspace.judge(line, [], 'read-only')).verdict).toBe('deny');
});

test('the sentence says what is lost and that git has no way back', async () => {
  const { parts } = await workspace.judge('git -C sub stash drop');
  expect(parts[0]?.why).toBe(
    'git stash drop throws away the work that was put aside in this stash; git has no way back, and Undo only while it keeps the old files',
  );
});

test.each([
  'git stash',
  'git stash pop',
  'git stash push -m drop',
  'git branch -d topic',
  'git branch -M main',
  'git branch topic',
  'git tag v1 -m prune',
  'git tag -a v1 -mfix',
  'git -c gc.pruneExpire=never gc',
  'git gc',
  'git gc --auto',
  'git prune -n',
  'git remote prune origin',
  'git commit -m "stash drop"',
  'git log --grep=prune',
  'git reset --hard HEAD~1',
  "git -c alias.y='stash clear' x",
])('%s runs in the mode Workspace unasked', async (line) => {
  expect((await workspace.judge(line, [], 'workspace', { hasBox: true })).verdict).toBe('allow');
});

const WORKSPACE = '/home/me/work';

test.each([
  '.git',
  '.git/config',
  '.git./config',
  '.GIT/config',
  'GIT~1/config',
  '.git::$INDEX_ALLOCATION/config',
  '.gitmodules',
  '.vscode/settings.json',
  '.mcp.json',
  'package.json',
  'Package.json',
  'package.json ',
  'package.json.',
  '.ripgreprc',
  'a.txt ',
  'CON',
  'sub/nul.txt',
  '.github/workflows/x.yml',
  'Makefile',
  'tools/x.py',
  'schedules/daily/TASK.md',
  // What tests, builds and lint run by themselves.
  'jest.config.js',
  'vite.config.ts',
  'vitest.config.mts',
  'webpack.config.js',
  'babel.config.json',
  'eslint.config.mjs',
  '.eslintrc.js',
  '.eslintrc',
  '.mocharc.js',
  'conftest.py',
  'noxfile.py',
  'setup.py',
  'pyproject.toml',
  'Cargo.toml',
  'build.rs',
  'CMakeLists.txt',
  'gradlew',
  'Gemfile',
  'Rakefile',
  'justfile',
  'AGENTS.md',
  'node_modules/x/index.js',
  '.pnpmfile.cjs',
])('changing %j can run code, or its name is another on some systems', (path) => {
  expect(whyItRunsCode(`${WORKSPACE}/${path}`, WORKSPACE)).toBeTypeOf('string');
});

test.each([
  'README.md',
  '..foo/bar',
  'café.txt',
  'src/git.ts',
  'console.ts',
  'auxiliary/x',
  'sub/.gitignore',
  'packages.json',
])('changing %j is ordinary', (path) => {
  expect(whyItRunsCode(`${WORKSPACE}/${path}`, WORKSPACE)).toBeUndefined();
});

test.each([
  '.git/config',
  '.git/hooks/pre-commit',
  '.git/info/attributes',
  '.git/modules/a/hooks/x',
  '.git/worktrees/a/gitdir',
  '.git/worktrees/a/config.worktree',
  '.git/objects/info/alternates',
  'sub/.git/config',
])('in the box %s is read-only', (path) => {
  expect(whyProtected(`${WORKSPACE}/${path}`, WORKSPACE)).toBeTypeOf('string');
});

test.each([
  '.git/HEAD',
  '.git/index',
  '.git/refs/heads/config',
  '.git/refs/heads/hooks/x',
  '.git/logs/refs/heads/info/x',
  '.git/objects/info/packs',
  '.git/objects/info/commit-graph',
  '.git/info/refs',
])('in the box %s is data that git writes', (path) => {
  expect(whyProtected(`${WORKSPACE}/${path}`, WORKSPACE)).toBeUndefined();
});

test.each([
  '.env',
  '.ENV',
  '.env.local',
  'sub/.npmrc',
  'id_rsa',
  'server.pem',
  '.git/config',
  '.bash_history',
  'secrets.yaml',
  '.phishell.yaml',
  '.phishell.broken-2026-11-22T07-59-21.yaml',
  'sub/.phishell.broken-2026-11-22T07-59-21-2.yml',
])('%s may hold credentials', (path) => {
  expect(mayHoldCredentials(`${WORKSPACE}/${path}`)).toBe(true);
});

test.each(['.env.example', 'environment.ts', 'keys.ts', 'README.md', '.git/HEAD'])('%s does not', (path) => {
  expect(mayHoldCredentials(`${WORKSPACE}/${path}`)).toBe(false);
});
