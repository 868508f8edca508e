import { hash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allow, command, type PolicyBench, policyBench, REST, WORD } from '../policy-bench.ts';

const TEXT = 'echo built\n';
let bench: PolicyBench;
beforeAll(async () => {
  bench = await policyBench();
  await mkdir(join(bench.workspace, 'sub'));
  for (const name of ['build.sh', 'sub/build.sh', 'other.txt']) await writeFile(join(bench.workspace, name), TEXT);
});
afterAll(() => bench[Symbol.asyncDispose]());

const inBox = { runs: 'box' } as const;
const script = (of: string) => ({ ...inBox, script: { of, hash: hash('sha256', TEXT) } });
const rules = () => [
  allow(command('bash', ['build.sh'], script('build.sh'))),
  allow(command('bash', ['sub/build.sh'], script('sub/build.sh'))),
  allow(command('cp', [WORD, WORD], inBox)),
  allow(command('rm', ['-f', REST], { ...inBox, redirections: ['**'] })),
  allow(command('mv', [WORD, WORD], inBox)),
  allow(command('tee', [REST], inBox)),
  allow(command('echo', [REST], { ...inBox, redirections: ['**'] })),
  allow(command('mkdir', ['-p', REST], inBox)),
  allow(command('git', [REST], inBox)),
];
const decided = async (line: string) => {
  const { verdict, why } = await bench.line(line, { user: rules(), hasBox: true });
  return `${verdict}: ${why}`;
};

test.each([
  'bash build.sh',
  'echo x > build.log && bash build.sh',
  'echo x | tee other.txt && bash build.sh',
  'mkdir -p sub && bash build.sh',
  'cp other.txt sub/new.txt && bash build.sh',
  'mv other.txt sub && bash build.sh',
  'rm -f *.txt && bash build.sh',
  'rm -f sub/*.sh && bash build.sh',
  'echo x > /dev/null; bash sub/build.sh',
])('a script counts beside what leaves it as it is: %s', async (line) => {
  expect(await decided(line)).toMatch(/^allow/);
});

test.each([
  'cp other.txt build.sh && bash build.sh',
  'cp other.txt ./sub/../build.sh && bash build.sh',
  'cp sub/build.sh . && bash build.sh',
  'cp sub/build.sh ./ && bash build.sh',
  'mv build.sh sub && bash sub/build.sh',
  'echo x > build.sh; bash build.sh',
  'echo x | tee build.sh && bash build.sh',
  'rm -f *.sh && bash build.sh',
  'rm -f ??ild* && bash build.sh',
  'for f in build.sh; do cp other.txt "$f"; done; bash build.sh',
  'bash build.sh && cp other.txt build.sh',
])('a script that the same line may change is asked about: %s', async (line) => {
  expect(await decided(line)).toMatch(/^ask: .*has changed since you allowed it/);
});

test('scripts of several packages count unless one is changed or put beside them', async () => {
  const files = {
    'package.json': { workspaces: ['packages/*'] },
    'packages/a/package.json': { scripts: { test: 'vitest' } },
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(bench.workspace, name)), { recursive: true });
    await writeFile(join(bench.workspace, name), JSON.stringify(content));
  }
  const own = [['packages/a/package.json', null, 'vitest', null]];
  const bound = { of: 'the script test of all packages', hash: hash('sha256', JSON.stringify(own)) };
  const user = [...rules(), allow(command('npm', ['test', '-ws'], { ...inBox, script: bound }))];
  const decidedHere = async (line: string) => {
    const { verdict, why } = await bench.line(line, { user, hasBox: true });
    return `${verdict}: ${why}`;
  };
  for (const line of ['npm test -ws', 'cp other.txt packages/a/x.txt; npm test -ws'])
    expect(await decidedHere(line), line).toMatch(/^allow/);
  // A change of a package.json that is named is asked about anyway.
  for (const line of ['mv sub packages/b', 'mv sub packages', 'mv sub/build.sh packages/a', 'rm -f packages/*'])
    expect(await decidedHere(`${line}; npm test -ws`), line).toMatch(/^ask: .*of all packages has changed since/);
});

test.each([
  'git pull && bash build.sh',
  'git checkout other && bash build.sh',
  'git stash pop; bash build.sh',
  'bash build.sh & git reset --hard other',
])('a script that git may replace in the same line is asked about: %s', async (line) => {
  expect(await decided(line)).toMatch(/^ask: .*git may put another version of .*build.sh in place in the same line/);
});

test.each(['git fetch && bash build.sh', 'git add -A && git commit -m x && bash build.sh'])(
  'a script counts beside what git leaves as it is: %s',
  async (line) => {
    expect(await decided(line)).toMatch(/^allow/);
  },
);
