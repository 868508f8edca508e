import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRiskClassifier } from '../../../src-main/approvals/risk/classify.ts';
import { type PolicyWorkspace, policyWorkspace } from '../../support/policy-workspace.ts';

let workspace: PolicyWorkspace;

beforeAll(async () => {
  workspace = await policyWorkspace();
});
afterAll(() => workspace[Symbol.asyncDispose]());

const riskOf = async (command: string) => {
  const { home, path } = workspace;
  const classify = createRiskClassifier({ rules: () => ({ user: [], workspace: [] }), home, own: () => [] });
  return (await classify({ command, cwd: path, workspace: path, lists: { allow: [], deny: [] } })).verdict;
};

// Linux opens the file behind such a name again: bash changes .git/hooks/pre-commit by each of these lines.
test.each([
  'echo x < .git/hooks/pre-commit > /dev/stdin',
  'echo x < .git/hooks/pre-commit >> /dev/stdin',
  '{ echo x > /dev/stdin; } < .git/hooks/pre-commit',
  'tee /dev/stdin < .git/hooks/pre-commit',
  'cp notes.txt /dev/stdin < .git/hooks/pre-commit',
  'echo x 1< .git/hooks/pre-commit > /dev/stdout',
  '{ echo x > /dev/stdout; } 1< .git/hooks/pre-commit',
  '{ echo x > /dev/stderr; } 2< .git/hooks/pre-commit',
])('%s writes what is read, and is not safe', async (line) => {
  expect(await riskOf(line)).not.toBe('safe');
});

test.each([
  'cat /dev/stdin < notes.txt',
  'cat < /dev/stdin',
  'echo x > /dev/stdout',
  'echo x > /dev/stderr',
  'echo x 2> /dev/null',
])('%s writes nothing', async (line) => {
  expect(await riskOf(line)).toBe('safe');
});
