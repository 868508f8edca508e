import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Rule } from '#contract';
import { allowing, proposalsFor } from '../../../../src-main/approvals/proposals.ts';
import { allow, command, type Given, type PolicyBench, policyBench } from '../policy-bench.ts';
import { EVERYDAY } from './everyday-lines.ts';
import { HOSTILE } from './hostile-variants.ts';

let bench: PolicyBench;
beforeAll(async () => {
  bench = await policyBench();
  const files = [
    'src/b.ts',
    'src/one.js',
    'src/two.js',
    'script.js',
    'script.py',
    'build.sh',
    'log.txt',
    'x.json',
    '.env',
    'id_rsa',
  ];
  for (const name of files) await writeFile(join(bench.workspace, name), 'a\n');
  await symlink('/etc', join(bench.workspace, 'link'));
});
afterAll(() => bench[Symbol.asyncDispose]());

async function proposed(line: string, given: Given = {}): Promise<Rule[][]> {
  const subject = {
    kind: 'command',
    command: line,
    cwd: bench.workspace,
    limits: { timeoutMs: 1, maxOutputBytes: 1 },
  } as const;
  const judgement = await bench.line(line, given);
  const question = {
    id: 'q',
    session: 's',
    sessionTitle: 't',
    callId: 'c',
    tool: 'execute_command',
    at: 1,
    subject,
    why: '',
    workspace: bench.workspace,
    isOutside: false,
    warnings: [],
    repairs: [],
    sent: '',
    judgement,
  };
  const sets = await proposalsFor(question, (more) => bench.line(line, { ...given, user: more }));
  return sets.map((set) => allowing(set.map((one) => one.subject)));
}

const isOpen = ({ subject }: Rule) =>
  subject.kind === 'command' &&
  (subject.arguments.some((one) => typeof one === 'object' && ('any' in one || 'rest' in one)) ||
    subject.redirections.includes('<<*'));

const programOf = (line: string) =>
  line.replace(/^(?:\w+=\S* |timeout \d+ |for f in \S+ do )/, '').split(/[\s;]/)[0] ?? '';

test('no rule that is proposed covers what writes elsewhere, runs code, sends or shows secrets', async () => {
  const found: string[] = [];
  for (const [line] of EVERYDAY) {
    const sets = await proposed(line);
    const programs = sets.flat().flatMap(({ subject }) => (subject.kind === 'command' ? [subject.program] : []));
    const hostile = [...new Set([programOf(line), ...programs])].flatMap((program) => HOSTILE[program] ?? []);
    for (const user of sets) {
      for (const other of hostile) {
        if (other === line || (await bench.line(other, { user })).verdict !== 'allow') continue;
        if ((await bench.line(other)).verdict === 'allow') continue;
        found.push(`${line} → ${JSON.stringify(user.map(({ subject }) => subject))} covers ${other}`);
      }
    }
  }
  expect(found).toEqual([]);
}, 300_000);

test('every everyday line has a proposal, and the natural next one is mostly covered by the first that is open', async () => {
  const without: string[] = [];
  const asksAgain: string[] = [];
  let asked = 0;
  for (const [line, next] of EVERYDAY) {
    const judgement = await bench.line(line);
    if (judgement.verdict === 'allow') continue;
    asked += 1;
    const sets = await proposed(line);
    if (sets.length === 0) without.push(`${line}: ${judgement.why}`);
    const open = sets.find((set) => set.some(isOpen)) ?? sets[0] ?? [];
    if ((await bench.line(next, { user: open })).verdict !== 'allow') asksAgain.push(`${line} → ${next}`);
  }
  expect(without).toEqual([]);
  expect(asksAgain.length).toBeLessThan(asked * 0.4);
}, 120_000);

const BOX: Given = { hasBox: true };

test('what a script is given may be left open in the box, as long as the script stays; options and other scripts may not', async () => {
  for (const [line, next] of [
    ['bash build.sh debug', 'bash build.sh release fast'],
    ['python3 script.py a.csv', 'python3 script.py b.csv'],
  ] as const) {
    const [exact, open] = await proposed(line, BOX);
    expect(exact?.some(isOpen)).toBe(false);
    const verdictOf = async (other: string) => (await bench.line(other, { ...BOX, user: open ?? [] })).verdict;
    expect(await verdictOf(line), line).toBe('allow');
    expect(await verdictOf(next), next).toBe('allow');
    for (const other of [
      `${line} --eval`,
      line.replace('.', '2.'),
      line.replace(' ', ' -x '),
      `${line} $HOME`,
      `sudo ${line}`,
      `A=1 ${line}`,
      `${line} > .bashrc`,
    ]) {
      expect(await verdictOf(other), other).not.toBe('allow');
    }
  }
});

/**
 * Lines that run code of the workspace, or write what the words do not name: rules leave them open only for the box.
 */
const IN_BOX: Readonly<Record<string, { readonly next: readonly string[]; readonly never: readonly string[] }>> = {
  'npx tsc -p .': {
    next: ['npx tsc --noEmit', 'npx tsc -p src/tsconfig.json'],
    never: [
      'npx tsc -p ../x',
      'npx tsc --outDir ../x',
      'npx tsc -p .env',
      'npx tsc --build',
      'npx tsc -p link/x',
      'npx evil',
    ],
  },
  'go run .': {
    next: ['go run ./cmd', 'go run -race ./cmd'],
    never: [
      'go run ../x',
      'go run -exec=./x .',
      'go run -modfile=x .',
      'go run /tmp/x.go',
      'go run . --flag',
      'go run -C .. .',
    ],
  },
  'python3 -m venv .venv': {
    next: ['python3 -m venv venv', 'python3 -m venv --copies env'],
    never: [
      'python3 -m venv ../x',
      'python3 -m venv --clear src',
      'python3 -m venv /tmp/../etc',
      'python3 -m evil x',
      'python3 -m http.server',
      'python3 venv x',
      'python3 -c 1',
      'python3 -m venv .git/hooks',
    ],
  },
  'tar czf src.tgz src': {
    next: ['tar czf docs.tgz docs README.md'],
    never: [
      'tar czf ../x.tgz src',
      'tar czf x.tgz .env',
      'tar czf x.tgz ../home',
      'tar czf x.tgz link/passwd',
      'tar xzf x.tgz src',
      'tar czf x.tgz src --to-command=./e',
      'tar czf x.tgz -I ./e src',
      'tar czf x.tgz src -C ..',
    ],
  },
  'tar -czf src.tgz src': {
    next: ['tar -cvzf docs.tgz docs', 'tar -tzf docs.tgz'],
    never: [
      'tar -czf ../x.tgz src',
      'tar -xzf src.tgz',
      'tar -czf x.tgz -T .env',
      'tar -czf x.tgz id_rsa',
      'tar -czf x.tgz --checkpoint-action=exec=./e src',
      'tar -czf x.tgz --rsh-command=./e src',
      'tar -czf .git/config src',
      'tar -czf x.tgz --remove-files src',
    ],
  },
};

test.each(Object.entries(IN_BOX))(
  '%s is proposed wider for the box, and for no other place',
  async (line, { next, never }) => {
    const [exact, open] = await proposed(line, BOX);
    expect(exact?.some(isOpen)).toBe(false);
    expect(open?.some(isOpen)).toBe(true);
    const verdictOf = async (other: string, user = open) =>
      (await bench.line(other, { ...BOX, user: user ?? [] })).verdict;
    for (const other of [line, ...next]) expect(await verdictOf(other), other).toBe('allow');
    for (const other of never) expect(await verdictOf(other), other).not.toBe('allow');
    for (const runs of ['network', 'outside'] as const) {
      const elsewhere = (open ?? []).map((rule) => ({ ...rule, subject: { ...rule.subject, runs } }) as Rule);
      for (const other of next.filter((one) => one !== 'npx tsc --noEmit'))
        expect(await verdictOf(other, elsewhere), other).toBe('ask');
    }
  },
);

test('a rule that says what may follow does not stand for another sub-command', async () => {
  const user = (rest: 'options' | 'name', program: string, words: string[] = []) => [
    allow(command(program, [...words, { rest }], { runs: 'box' })),
  ];
  for (const [line, rules] of [
    ['npm test', user('options', 'npm')],
    ['npm run evil', user('name', 'npm')],
    ['yarn exec eslint', user('name', 'yarn')],
    ['git stash pop', user('options', 'git', ['stash'])],
    ['git merge topic', user('name', 'git')],
  ] as const) {
    expect((await bench.line(line, { ...BOX, user: rules })).verdict, line).toBe('ask');
  }
  expect((await bench.line('git stash -u', { ...BOX, user: user('options', 'git', ['stash']) })).verdict).toBe('allow');
});

test('what a script is given stays as it was written where the rule lets it do more than the box', async () => {
  const [, open] = await proposed('bash build.sh debug', BOX);
  for (const runs of ['network', 'outside'] as const) {
    const user = (open ?? []).map((rule) => ({ ...rule, subject: { ...rule.subject, runs } }) as Rule);
    expect((await bench.line('bash build.sh release', { ...BOX, user })).verdict).toBe('ask');
  }
});

test('a folder of the workspace whose name begins with two dots is named relative to it', async () => {
  const path = join(bench.workspace, '..x/one.txt');
  const question = {
    id: 'q',
    session: 's',
    sessionTitle: 't',
    callId: 'c',
    tool: 'write_file',
    at: 1,
    why: '',
    subject: { kind: 'delete', path } as never,
    workspace: bench.workspace,
    isOutside: false,
    warnings: [],
    repairs: [],
    sent: '',
  };
  const sets = await proposalsFor(
    question,
    async (rules) => ({ verdict: rules.length > 0 ? 'allow' : 'ask' }) as never,
  );
  expect(sets.flat().map(({ subject }) => subject.kind === 'file' && subject.path)).toEqual([
    '..x/one.txt',
    '..x/*',
    '..x/**',
  ]);
});
