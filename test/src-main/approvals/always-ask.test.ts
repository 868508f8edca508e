import { afterAll, beforeAll, expect, test } from 'vitest';
import { mayHoldCredentials, whyItRunsCode } from '#core/sensitive-paths';
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
])('%s is asked about even when anything is allowed', async (line) => {
  const judgement = await workspace.judge(line, [ALLOW_ANYTHING]);
  expect(judgement).toMatchObject({ verdict: 'ask' });
});

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
