import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allow, command, deny, type Given, type PolicyBench, policyBench, REST, WORD } from './policy-bench.ts';

let bench: PolicyBench;
beforeAll(async () => {
  bench = await policyBench();
});
afterAll(() => bench[Symbol.asyncDispose]());

const NPM_TEST = { user: [allow(command('npm', ['test']))] };
const NPM_ANY = { user: [allow(command('npm', [REST]))] };

test('a part that touches nothing by itself is not said to lack a rule, and one that changes files says so', async () => {
  const { parts } = await bench.line('for i in $(seq 1 20); do sleep 1; rm notes.txt; done', {});
  const said = Object.fromEntries(parts.map(({ text, tier, does }) => [text, [tier, does]]));
  expect(said).toMatchObject({ 'seq 1 20': ['preset', undefined], 'rm notes.txt': ['default', ['delete']] });
  expect(parts.every(({ verdict }) => verdict === 'ask')).toBe(true);
});

test.each([
  'ls $(cat names)',
  'cat <(ls) >(cat)',
  'ls {a,b} !(x)',
  'select x in a b; do ls; done',
  'for ((i = 0; i < 3; i++)); do ls; done',
  'case a in a) ls ;; esac',
  'while [[ -f a && ! b ]]; do ls; done',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: expansions of bash.
  'ls $"text" ${x@P} ${x:1:2} ${!x*} ${x^^}',
  'a=(1 2); ls',
  'coproc ls',
  '(( x = 1 ? 2 : 3 )); ls $((1 + $(cat a)))',
  'exec {fd}>out; ls',
])('%s: no name of the parser is in what is said of it', async (line) => {
  for (const mode of ['ask', 'read-only', 'workspace'] as const) {
    const { why, parts } = await bench.line(line, { user: [allow(command('ls', [REST]))], mode });
    const said = [why, ...parts.map((part) => part.why)].join('\n').replaceAll(line, '');
    expect(said).not.toMatch(/[A-Z][a-z]+[A-Z]\w|\((?:Case|While|Select|Coproc|Slice|Transform|Names)\)/);
  }
});

describe('a rule that allows covers what it names', () => {
  test.each<[string, Given]>([
    ['npm test', NPM_TEST],
    ['npm test 2>&1', NPM_TEST],
    ['npm test >/dev/null', NPM_TEST],
    ['npm test && npm test', NPM_TEST],
    ['(npm test; npm test)', NPM_TEST],
    ['npm test | head -5', NPM_TEST],
    ['cd src && npm test', NPM_TEST],
    ['\'npm\' "test"', NPM_TEST],
    ['npm run build', NPM_ANY],
    ['npm', NPM_ANY],
    ['make a', { user: [allow(command('make', [WORD]))] }],
    ['sudo npm test', { user: [allow(command('npm', ['test'], { wrappers: ['sudo'] }))] }],
    ['CI=1 npm test', { user: [allow(command('npm', ['test'], { variables: ['CI'] }))] }],
    ['npm test > out.txt', { user: [allow(command('npm', ['test'], { redirections: ['*.txt'] }))] }],
    ['npm test', { here: [allow(command('npm', ['test']))] }],
    ['rm src/a.ts', { user: [allow(command('rm', [WORD]))] }],
    ['git push', { user: [allow(command('git', ['push']))] }],
    ['for f in a b; do npm test; done', NPM_TEST],
  ])('%s', async (line, given) => {
    const judgement = await bench.line(line, given);
    expect(judgement).toMatchObject({ verdict: 'allow', sandbox: 'none' });
    expect(judgement.tier).toBe(given.here ? 'workspace-allow' : 'user-allow');
  });
});

describe('a rule that allows covers nothing else', () => {
  test.each<[string, Given]>([
    ['npm', NPM_TEST],
    ['npm test x', NPM_TEST],
    ['npm tests', NPM_TEST],
    ['./npm test', NPM_TEST],
    ['npm test > out.txt', NPM_TEST],
    ['npm test < in.txt', NPM_TEST],
    ['npm test <<< x', NPM_TEST],
    ['npm test <<E\nx\nE', NPM_TEST],
    ['npm test; make', NPM_TEST],
    ['npm test && make', NPM_TEST],
    ['npm test | make', NPM_TEST],
    ['npm test & make', NPM_TEST],
    ['npm test\nmake', NPM_TEST],
    ['npm test $(make)', NPM_ANY],
    ['npm test `make`', NPM_ANY],
    ['npm test <(make)', NPM_ANY],
    ['npm $X', NPM_ANY],
    ['npm *', NPM_ANY],
    ['npm {a,b}', NPM_ANY],
    ['npm $((1))', NPM_ANY],
    ['CI=1 npm test', NPM_TEST],
    ['CI=$(make) npm test', { user: [allow(command('npm', ['test'], { variables: ['CI'] }))] }],
    ['sudo npm test', NPM_TEST],
    ['sudo -u me npm test', { user: [allow(command('npm', ['test'], { wrappers: ['sudo'] }))] }],
    ['sudo npm test > out.txt', { user: [allow(command('npm', ['test'], { wrappers: ['sudo'] }))] }],
    ['env npm test', NPM_TEST],
    ['sh -c "npm test"', NPM_TEST],
    ['npm test', { user: [allow(command('npm', ['test'], { cwd: 'src' }))] }],
    ['cd .. && npm test', NPM_TEST],
    ['cd "$X" && npm test', NPM_TEST],
    ['npm() { make; }; npm test', NPM_TEST],
    ['for PATH in test; do npm test; done', NPM_TEST],
    ['for f in $X; do npm test; done', NPM_TEST],
    ['while npm test; do npm test; done', NPM_TEST],
    ['[[ -v a ]] && npm test', NPM_TEST],
    ['$NPM test', NPM_TEST],
    ['npm test # x\nmake', NPM_TEST],
    ['npm test "', NPM_TEST],
    ['', NPM_TEST],
    ['npm test > ../out.txt', { user: [allow(command('npm', ['test'], { redirections: ['**'] }))] }],
    ['cat /etc/passwd', { user: [allow(command('cat', [REST]))] }],
    ['bash evil.sh', { user: [allow(command('bash', [REST]))] }],
    ["test -v 'a[$(make)]'", { user: [allow(command('test', [REST]))] }],
    ['export PATH=.; npm test', { user: [allow(command('npm', ['test'])), allow(command('export', [REST]))] }],
    ['make', { user: [allow(command('*', [REST]))] }],
    ['sudo ls', { user: [allow(command('*', [REST], { wrappers: ['sudo'] }))] }],
  ])('%j', async (line, given) => {
    expect((await bench.line(line, given)).verdict).toBe('ask');
  });
});

/** Pieces of lines, each with whether `npm` and anything after it, on its own, is all there is to it. */
const PIECE = fc.constantFrom(
  'npm test',
  'npm run x',
  'make',
  'touch x',
  'rm -rf src',
  '> x',
  'X=1',
  'curl http://x',
  '$X',
  'npm $X',
  'eval x',
);
const JOINT = fc.constantFrom(' && ', ' || ', '; ', '\n', ' | ', ' & ', ' |& ');
const AROUND = fc.constantFrom(
  '%',
  '(%)',
  '{ %; }',
  '! %',
  'if %; then npm test; fi',
  'echo "$(%)"',
  'npm test <(%)',
  'sh -c "%"',
  'time %',
);

test('no line with a part that the rules do not match is allowed', async () => {
  const line = fc
    .tuple(AROUND, fc.array(fc.tuple(PIECE, JOINT), { minLength: 1, maxLength: 4 }))
    .map(([around, pieces]) => {
      const text = pieces.map(([piece, joint], index) => `${piece}${index < pieces.length - 1 ? joint : ''}`).join('');
      return {
        line: around.replace('%', () => text),
        isCovered: pieces.every(([piece]) => /^npm \w+( \w)?$/.test(piece)),
      };
    });
  let allowed = 0;
  await fc.assert(
    fc.asyncProperty(line, async ({ line: text, isCovered }) => {
      const { verdict } = await bench.line(text, NPM_ANY);
      if (verdict === 'allow') allowed += 1;
      if (!isCovered) expect(verdict).not.toBe('allow');
    }),
    { numRuns: process.env.SIGMA_TEST_LONG === '1' ? 5000 : 120, seed: 14 },
  );
  expect(allowed).toBeGreaterThan(0);
}, 60_000);

describe('a rule that denies', () => {
  const NO_CURL = [deny(command('curl', [REST]))];
  test.each([
    'curl x',
    '/usr/bin/curl x',
    "c'url' x",
    'npm test; curl x',
    'echo $(curl x)',
    'sudo env A=1 curl x',
    'sh -c "curl x"',
    'cat <(curl x)',
    'if true; then curl $X; fi',
  ])('holds in %s, whatever else is allowed', async (line) => {
    const user = [allow(command('*', [REST], { redirections: ['**'], wrappers: ['sudo', 'env', 'sh'] })), ...NO_CURL];
    expect(await bench.line(line, { user })).toMatchObject({ verdict: 'deny', tier: 'user-deny', rule: 'a-deny' });
  });

  test('of the workspace goes before one of the person, and both before what allows', async () => {
    const given = {
      user: [deny(command('npm', [REST]), 'mine'), ...NPM_ANY.user],
      here: [deny(command('npm', ['test']), 'here')],
    };
    expect(await bench.line('npm test', given)).toMatchObject({
      verdict: 'deny',
      tier: 'workspace-deny',
      rule: 'here',
    });
    expect(await bench.line('npm run x', given)).toMatchObject({ verdict: 'deny', tier: 'user-deny', rule: 'mine' });
  });

  test('of files holds for what commands do to them', async () => {
    const user = [
      deny({ kind: 'file', access: 'write', path: 'src/**' }),
      allow(command('rm', [WORD])),
      allow(command('cp', [REST])),
    ];
    expect((await bench.line('rm src/a.ts', { user })).verdict).toBe('deny');
    expect((await bench.line('cp README.md src/b.ts', { user })).verdict).toBe('deny');
    expect((await bench.line('echo x > src/b.ts', { user })).verdict).toBe('deny');
    expect((await bench.line('rm README.md', { user })).verdict).toBe('allow');
  });

  test('of a file that is reached by a link holds, too', async () => {
    await mkdir(join(bench.workspace, 'kept'), { recursive: true });
    await symlink('kept', join(bench.workspace, 'other')).catch(() => {});
    const user = [deny({ kind: 'file', access: 'write', path: 'kept/**' }), allow(command('touch', [WORD]))];
    expect((await bench.line('touch other/x', { user })).verdict).toBe('deny');
  });

  test('that allow do not count in a folder outside that a link leads to, however it is written', async () => {
    await mkdir(join(bench.home, 'beside'), { recursive: true });
    await symlink('../beside', join(bench.workspace, 'away'));
    await symlink('src', join(bench.workspace, 'near'));
    const cd = ['away', './away', 'near'].map((folder) => allow(command('cd', [folder])));
    const user = [...cd, allow(command('make', []))];
    expect((await bench.line('cd near && make', { user })).verdict).toBe('allow');
    expect((await bench.line('cd away && make', { user })).verdict).toBe('ask');
    expect((await bench.line('cd ./away && make', { user })).verdict).toBe('ask');
  });

  test('that may be met only when the line runs asks', async () => {
    expect((await bench.line('$X x', { user: NO_CURL })).verdict).toBe('ask');
  });
});

describe('bans and what is always asked stand above rules and modes', () => {
  const ANYTHING = {
    user: [allow(command('*', [REST], { redirections: ['**', '/**'] })), allow(command('rm', [REST]))],
  };
  test.each(['rm -rf /', 'rm -rf ~', 'rm -rf .', 'rm -rf .git', ':(){ :|:& };:', 'ls\0; touch x'])(
    '%j is denied',
    async (line) => {
      expect(await bench.line(line, ANYTHING)).toMatchObject({ verdict: 'deny', tier: 'ban', canBeAllowed: false });
    },
  );

  test('our own files are denied to commands and to tools', async () => {
    const path = join(bench.data, 'rules.yaml');
    const user = [...ANYTHING.user, allow({ kind: 'file', access: 'write', path: '/**' })];
    expect((await bench.line(`echo x > ${path}`, { user })).verdict).toBe('deny');
    expect((await bench.line(`rm -r ${bench.data}`, { user })).verdict).toBe('deny');
    expect((await bench.file('change', path, { user, mode: 'edits' })).verdict).toBe('deny');
    expect((await bench.file('delete', bench.data, { user })).verdict).toBe('deny');
  });

  test.each([
    'tar -xf a.tar',
    "find . -name '*.yaml' -delete",
    "find . -name '.ph*' -delete",
    "find . -name '*.[j-z]aml' -delete",
    "find . -name '*.\\yaml' -delete",
    "find . -iname '*.YAML' -delete",
    "find . -not -name '*.js' -delete",
    "find . ! -name '*.js' -delete",
    "find . -name '*.js' -o -delete",
    "find . -name '*.js' , -delete",
    "find . -delete -name '*.js'",
    "find . -name '*.js' -delete -o -type d -delete",
    "find . -path '*.js' -delete",
    "find . -name '*.pack' -delete",
    "find . -name '*.idx' -delete",
    'find . -name "$x.js" -delete',
    'find . -type d -empty -delete',
    'chmod -R u+w .',
    'cp -r src/. .',
  ])('%s may meet the profiles of the folder: it is asked about, whatever rule, and not forbidden', async (line) => {
    const judgement = await bench.line(line, ANYTHING);
    expect(judgement).toMatchObject({ verdict: 'ask', tier: 'always-ask', rule: 'files of Sigma Shell' });
    expect(judgement.why).toContain('.phishell.yaml');
  });

  test.each([
    "find . -name '*.pyc' -delete",
    "find . -type f -iname '*.JS' -mtime +3 -delete",
    'find . -name a.tmp -delete',
  ])('%s means names that end otherwise: nothing but a rule or a mode is needed', async (line) => {
    expect(await bench.line(line, { hasBox: true })).toMatchObject({
      verdict: 'ask',
      tier: 'default',
      canBeAllowed: true,
    });
    expect(await bench.line(line, { hasBox: true, mode: 'workspace' })).toMatchObject({
      verdict: 'allow',
      sandbox: 'workspace',
    });
    expect((await bench.line(line, { hasBox: true, mode: 'read-only' })).verdict).toBe('deny');
  });

  test('profiles are denied where they are named, and files beside them are as any other', async () => {
    for (const line of ['rm .phishell.yaml', 'echo x > ./.phishell.yaml', 'cp a src/../.phishell.yaml']) {
      expect(await bench.line(line, ANYTHING), line).toMatchObject({ verdict: 'deny', tier: 'ban' });
    }
    expect((await bench.file('change', join(bench.workspace, '.phishell.yaml'))).verdict).toBe('deny');
    expect((await bench.line('chmod -R u+w src', ANYTHING)).verdict).toBe('allow');
    expect((await bench.line(`chmod -R u+w ${bench.home}`, ANYTHING)).tier).toBe('ban');
    expect((await bench.line(`tar -xf a.tar -C ${bench.data}/..`, ANYTHING)).tier).toBe('ban');
  });

  test.each([
    'echo x > .git/hooks/pre-commit',
    'echo x > package.json',
    'cat .env',
    'echo x > /tmp/out',
    'cp README.md .bashrc',
  ])('%s is asked about', async (line) => {
    const given = { user: [...ANYTHING.user, allow(command('cp', [REST])), allow(command('cat', [REST]))] };
    expect(await bench.line(line, given)).toMatchObject({ verdict: 'ask', tier: 'always-ask', canBeAllowed: false });
  });
});

test('the reason is what matters most in the line, not what stands first', async () => {
  const { why, parts } = await bench.line(`${'ls\n'.repeat(60)}touch PWNED`);
  expect(why).toBe('No rule allows "touch PWNED"');
  expect(parts[0]).toMatchObject({ verdict: 'ask', tier: 'preset', why: expect.stringContaining('It only reads') });
  expect((await bench.line('ls; cat README.md | crontab')).why).toContain('crontab');
});

test('a judgement says what the command does, and which part asks', async () => {
  const judgement = await bench.line('npm test > out.txt; make x', NPM_TEST);
  expect(judgement.parts.map(({ text, verdict }) => [text, verdict])).toEqual([
    ['npm test > out.txt', 'ask'],
    ['make x', 'ask'],
  ]);
  expect(judgement.effects?.effects).toContainEqual({ kind: 'write', target: 'out.txt', isOutside: false });
  expect(judgement.effects?.isKnown).toBe(false);
});
