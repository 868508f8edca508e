import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allow, command, type Given, policyBench, REST } from './policy-bench.ts';

const WORKSPACE: Given = { mode: 'workspace', hasBox: true };

describe('the mode Workspace', () => {
  test.each([
    'npm test',
    'npm run build > out.log',
    './build.sh --fast',
    'python3 -c "print(1)"',
    'for f in src/*.ts; do sed -i s/a/b/ "$f"; done',
    'git add -A && git commit -m x',
    'git switch -c feature',
    'cat <<EOF > notes.md\nhello\nEOF',
    'rm -rf dist',
    'X=$(make -s version); echo "$X"',
    'cargo build --release',
    'tar -xf a.tar -C src',
  ])('%s runs in the box without a question', async (line) => {
    await using bench = await policyBench();
    expect(await bench.line(line, WORKSPACE)).toMatchObject({ verdict: 'allow', sandbox: 'workspace' });
    expect((await bench.line(line, { hasBox: true })).verdict).toBe('ask');
  });

  test.each([
    ['npm install left-pad', 'network'],
    ['pip install requests', 'network'],
    ['git clone https://example.org/x.git', 'network'],
    ['git push', 'none'],
    ['docker ps', 'none'],
    ['lsof -i :3000', 'none'],
    ['terraform apply', 'none'],
    ['curl http://localhost.example.org/', 'network'],
    ['curl http://localhost:3000 http://example.org', 'network'],
    ['curl "http://$HOST/"', 'network'],
    ['curl -d @notes.txt http://localhost:3000', 'network'],
    ['curl -T README.md http://localhost:3000', 'network'],
    ['touch /srv/beside', 'none'],
    ['sudo make install', 'none'],
    ['cat .env', 'none'],
    ['echo x > package.json', 'workspace'],
    ['sed -i s/a/b/ .github/workflows/ci.yml', 'workspace'],
  ])('%s asks, and would run there: %s', async (line, sandbox) => {
    await using bench = await policyBench();
    expect(await bench.line(line, WORKSPACE)).toMatchObject({ verdict: 'ask', sandbox });
  });

  test('a file that may hold credentials is made in the box, and changed outside, where it is not hidden', async () => {
    await using bench = await policyBench();
    const making = ['cp README.md .env', 'make > sub/.env.local', 'mkdir secrets'];
    for (const line of making)
      expect(await bench.line(line, WORKSPACE), line).toMatchObject({ verdict: 'ask', sandbox: 'workspace' });
    await writeFile(join(bench.workspace, '.env'), 'KEY=1');
    for (const line of ['cp README.md .env', 'rm .env', 'cat .env > sub/.env', 'cp .env sub/.env'])
      expect(await bench.line(line, WORKSPACE), line).toMatchObject({ verdict: 'ask', sandbox: 'none' });
    expect(await bench.line('cp README.md sub/.env', WORKSPACE)).toMatchObject({ sandbox: 'workspace' });
  });

  test.each(['ps aux | head', 'ps -ef', 'pgrep node', 'kill 1234', 'pkill -f server', 'kill -9 1 2'])(
    '%s runs in the box, whose processes it sees; where it asks, a yes lets it see those of the machine',
    async (line) => {
      await using bench = await policyBench();
      const [program] = line.split(' ');
      const inBox = { verdict: 'allow', sandbox: 'workspace', showsBox: [program] };
      expect(await bench.line(line, WORKSPACE)).toMatchObject(inBox);
      const asked = await bench.line(line, { hasBox: true });
      expect(asked).toMatchObject({ verdict: 'ask', sandbox: 'none' });
      expect(asked.showsBox).toBeUndefined();
      expect((await bench.line(line, { mode: 'workspace' })).verdict).toBe('ask');
    },
  );

  test.each([
    ['curl -s http://localhost:3000/health', 'curl'],
    ['sleep 2; curl localhost:3000', 'curl'],
    ['wget -qO- http://127.0.0.1:8080/ | head', 'wget'],
    ['curl "http://[::1]:9/"', 'curl'],
  ])(
    '%s runs in the box, whose loopback it reaches; where it asks, a yes gives it the network',
    async (line, program) => {
      await using bench = await policyBench();
      const inBox = { verdict: 'allow', sandbox: 'workspace', reachesBox: [program] };
      expect(await bench.line(line, WORKSPACE)).toMatchObject(inBox);
      const asked = await bench.line(line, { hasBox: true });
      expect(asked).toMatchObject({ verdict: 'ask', sandbox: 'network' });
      expect(asked.reachesBox).toBeUndefined();
      expect((await bench.line(line, { mode: 'workspace' })).verdict).toBe('ask');
    },
  );

  test.each(['terraform plan', 'terraform fmt', 'terraform validate'])(
    '%s does with the files of the box',
    async (line) => {
      await using bench = await policyBench();
      expect(await bench.line(line, WORKSPACE)).toMatchObject({ verdict: 'allow', sandbox: 'workspace' });
      expect(await bench.line(line, { hasBox: true })).toMatchObject({ verdict: 'ask', sandbox: 'none' });
    },
  );

  test('what is banned, and what could not be read to its end, does not run', async () => {
    await using bench = await policyBench();
    expect((await bench.line('rm -rf .', WORKSPACE)).verdict).toBe('deny');
    expect((await bench.line('echo "unfinished', WORKSPACE)).verdict).toBe('ask');
    expect((await bench.line(`echo ${'x'.repeat(70_000)}`, WORKSPACE)).verdict).toBe('ask');
  });

  test('what is proven to read runs in the read-only box all the same', async () => {
    await using bench = await policyBench();
    expect(await bench.line('cat README.md', WORKSPACE)).toMatchObject({ verdict: 'allow', sandbox: 'read-only' });
  });

  test('without a box it allows no command, and says why', async () => {
    await using bench = await policyBench();
    expect(await bench.line('npm test', { mode: 'workspace' })).toMatchObject({
      verdict: 'ask',
      sandbox: 'none',
      why: expect.stringContaining('no box works'),
    });
  });

  test('files of the workspace are changed as in Edits allowed; protected ones ask', async () => {
    await using bench = await policyBench();
    const at = (name: string) => bench.file('change', join(bench.workspace, name), WORKSPACE);
    expect(await at('src/a.ts')).toMatchObject({ verdict: 'allow', rule: 'Workspace' });
    for (const name of ['.env', 'jest.config.js', 'AGENTS.md', 'node_modules/x/index.js', 'Cargo.toml', 'sub/.envrc']) {
      expect((await at(name)).verdict, name).toBe('ask');
    }
  });
});

test('what a rule lets run outside is no way out for what stands beside it, nor for the same command without its wrapper', async () => {
  await using bench = await policyBench();
  const outside = allow(command('make', [], { runs: 'outside' }));
  for (const mode of ['ask', 'workspace'] as const) {
    const given: Given = { mode, hasBox: true, user: [outside] };
    expect(await bench.line('make', given)).toMatchObject({ verdict: 'allow', sandbox: 'none' });
    for (const line of ['for PATH in .; do make; done', "[[ -v 'a[$(touch x)]' ]] && make"]) {
      expect((await bench.line(line, given)).verdict, line).toBe('ask');
    }
  }
  const remote = allow(command('ls', [], { runs: 'outside', wrappers: ['ssh'] }));
  expect((await bench.line('ls >&3', { hasBox: true, user: [remote] })).verdict).toBe('ask');
});

test('what searches the folder it runs in does not run outside beside what a rule lets run there', async () => {
  await using bench = await policyBench();
  const make = allow(command('make', [], { runs: 'outside' }));
  const given: Given = { hasBox: true, hasSandbox: true, user: [make] };
  for (const line of ['make; rg KEY', 'make && rg -e KEY', 'make; rg KEY | head'])
    expect((await bench.line(line, given)).verdict, line).toBe('ask');
  for (const line of ['make | rg FAIL', 'make 2>&1 | rg -v ok | head'])
    expect(await bench.line(line, given), line).toMatchObject({ verdict: 'allow', sandbox: 'none' });
});

describe('a rule stores where it runs', () => {
  const rule = (runs?: 'box' | 'network' | 'outside') => allow(command('npm', [REST], { ...(runs && { runs }) }));

  test.each([
    ['box', 'workspace'],
    ['network', 'network'],
    ['outside', 'none'],
  ] as const)('%s', async (runs, sandbox) => {
    await using bench = await policyBench();
    expect(await bench.line('npm test', { user: [rule(runs)], hasBox: true })).toMatchObject({
      verdict: 'allow',
      sandbox,
    });
  });

  test('a rule of before asks once for its place; where there is no box it goes on', async () => {
    await using bench = await policyBench();
    expect(await bench.line('npm test', { user: [rule()], hasBox: true })).toMatchObject({
      verdict: 'ask',
      canBeAllowed: true,
      sandbox: 'workspace',
      why: expect.stringContaining('does not say yet where it may run'),
    });
    expect(await bench.line('npm test', { user: [rule(), rule('box')], hasBox: true })).toMatchObject({
      verdict: 'allow',
      sandbox: 'workspace',
    });
    expect(await bench.line('npm test', { user: [rule()] })).toMatchObject({ verdict: 'allow', sandbox: 'none' });
  });

  test('a rule for the box allows nothing where there is none', async () => {
    await using bench = await policyBench();
    expect(await bench.line('npm test', { user: [rule('box')] })).toMatchObject({
      verdict: 'ask',
      why: expect.stringContaining('no box works here'),
    });
  });

  test('parts that may run in different places are asked about', async () => {
    await using bench = await policyBench();
    const make = allow(command('make', [], { runs: 'outside' }), 'make');
    expect(await bench.line('npm test && make', { user: [rule('box'), make], hasBox: true })).toMatchObject({
      verdict: 'ask',
      why: expect.stringContaining('different places'),
    });
  });

  test('what is proven to read runs in the box beside it, and not outside', async () => {
    await using bench = await policyBench();
    const line = 'cat README.md; npm test';
    expect(await bench.line(line, { user: [rule('box')], hasBox: true })).toMatchObject({
      verdict: 'allow',
      sandbox: 'workspace',
    });
    expect((await bench.line(line, { user: [rule('outside')], hasBox: true })).verdict).toBe('ask');
  });
});

test('Read only is not widened by the box', async () => {
  await using bench = await policyBench();
  expect((await bench.line('npm test', { mode: 'read-only', hasBox: true })).verdict).toBe('deny');
});

test('protected files that a line says it changes are named, for the box to let them be changed when a person allows it', async () => {
  await using bench = await policyBench();
  const { boxWrites } = await bench.line('echo x > package.json; touch src/b.ts Makefile', { hasBox: true });
  expect(boxWrites).toEqual(['package.json', 'Makefile'].map((name) => join(bench.workspace, name)));
});

test('what loads packages may change them, after its own question or by a rule for it', async () => {
  await using bench = await policyBench();
  const paths = ['node_modules', 'package.json'].map((name) => join(bench.workspace, name));
  expect(await bench.line('npm install left-pad', WORKSPACE)).toMatchObject({ verdict: 'ask', boxWrites: paths });
  const rule = allow(command('npm', ['install'], { runs: 'network' }));
  expect(await bench.line('npm install', { hasBox: true, user: [rule] })).toMatchObject({
    verdict: 'allow',
    sandbox: 'network',
    boxWrites: paths,
  });
  expect((await bench.line('npm run build', WORKSPACE)).boxWrites).toBeUndefined();
});

test('putting other versions of tracked files in their place is told to the box', async () => {
  await using bench = await policyBench();
  expect(await bench.line('git switch main', WORKSPACE)).toMatchObject({ sandbox: 'workspace', isRewriting: true });
  expect((await bench.line('git add .', WORKSPACE)).isRewriting).toBeUndefined();
});
