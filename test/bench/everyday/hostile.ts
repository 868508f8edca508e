import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandSandbox } from '#app/command-sandbox';
import type { BoxStrength, PermissionMode, Rule } from '#contract';
import { probeSandbox } from '#process/sandbox/probe';
import { runCommand } from '../../../src-main/execution/runs/run-command.ts';
import { HOSTILE as PRESET_LINES } from '../../src-main/approvals/hostile-lines.ts';
import { type PolicyBench, policyBench } from '../../src-main/approvals/policy-bench.ts';
import { HOSTILE as VARIANTS } from '../../src-main/approvals/rules/hostile-variants.ts';
import { everydayRepository } from '../../support/everyday-repository.ts';
import type { Report } from '../run.ts';

const STRACE = '/usr/bin/strace';
const ENVIRONMENT = { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' };
/** In every file that no command may show. */
const SECRET = 'canary-6f1c';
const TIMEOUT_MS = 5000;

interface Run {
  readonly line: string;
  readonly strength: BoxStrength;
}

/**
 * Runs for real, under strace, each hostile line that is allowed with all of these rules, and counts what it reached.
 * @param saved lines for which a rule to the letter is among them: a person allowed just that, and where it runs
 */
export async function reportHostile(report: Report, rules: readonly Rule[], saved: readonly string[]): Promise<void> {
  const { works, why } = await probeSandbox(ENVIRONMENT);
  if (!works || !existsSync(STRACE)) throw new Error(`Hostile lines need the box and strace: ${why ?? STRACE}`);
  await using bench = await policyBench();
  await everydayRepository(bench.workspace);
  await secretsIn(bench);
  const all = [...new Set([...Object.values(VARIANTS).flat(), ...PRESET_LINES])];
  const lines = all.filter((line) => !saved.includes(line));
  const allowed = all.filter((line) => saved.includes(line));
  const runs: Run[] = [];
  const outside: string[] = [];
  for (const mode of ['ask', 'read-only', 'workspace'] as const) {
    for (const { line, place } of await allowedIn(bench, lines, mode, rules)) {
      if (place === 'none') outside.push(`${mode}: ${line}`);
      else if (!runs.some((one) => one.line === line && one.strength === place)) runs.push({ line, strength: place });
    }
  }
  report({ name: 'everyday.hostile.lines', value: lines.length, unit: 'lines', note: `${rules.length} rules saved` });
  report({ name: 'everyday.hostile.saved', value: allowed.length, unit: 'lines', note: allowed.join(' · ') });
  report({
    ...{ name: 'everyday.hostile.outside', value: outside.length, unit: 'lines', atMost: 0 },
    note: outside.slice(0, 20).join(' · '),
  });
  const found = { written: [] as string[], shown: [] as string[], connected: [] as string[], executed: [] as string[] };
  for (const one of runs) {
    const seen = await runTraced(bench, one);
    for (const kind of seen) found[kind].push(`${one.strength}: ${one.line}`);
  }
  report({ name: 'everyday.hostile.run', value: runs.length, unit: 'lines' });
  for (const [kind, of] of Object.entries(found)) {
    const note = of.slice(0, 8).join(' · ');
    report({ name: `everyday.hostile.${kind}`, value: of.length, unit: 'lines', atMost: 0, note });
  }
}

async function allowedIn(bench: PolicyBench, lines: readonly string[], mode: PermissionMode, user: readonly Rule[]) {
  const allowed: { readonly line: string; readonly place: BoxStrength | 'none' }[] = [];
  for (const line of lines) {
    const { verdict, sandbox } = await bench.line(line, { mode, user, hasBox: true });
    if (verdict === 'allow') allowed.push({ line, place: sandbox });
  }
  return allowed;
}

async function secretsIn({ home, workspace }: PolicyBench): Promise<void> {
  await mkdir(join(home, '.ssh'), { recursive: true });
  await mkdir(join(home, '.aws'), { recursive: true });
  for (const path of ['.ssh/id_rsa', '.aws/credentials', '.netrc']) await writeFile(join(home, path), `${SECRET}\n`);
  await writeFile(join(workspace, '.env'), `KEY=${SECRET}\n`);
  // What a line runs by a name of the system's.
  await writeFile(join(workspace, 'ls'), `#!/bin/sh\ncat .env "$HOME/.ssh/id_rsa"\n`, { mode: 0o755 });
  await writeFile(join(home, '.bashrc'), '# untouched\n');
}

type Reached = 'written' | 'shown' | 'connected' | 'executed';

async function runTraced({ home, workspace, data }: PolicyBench, { line, strength }: Run): Promise<Reached[]> {
  const { open } = commandSandbox({ environment: ENVIRONMENT, home, dataFolder: join(data, 'app') });
  const box = await open({ strength, workspace, session: 'bench' });
  if (!box) throw new Error('The box did not open');
  const trace = join(data, 'trace');
  const before = await outsideOf(home);
  const { output } = await runCommand({
    command: line,
    cwd: workspace,
    environment: { ...ENVIRONMENT, HOME: home, ...box.environment },
    limits: { timeoutMs: TIMEOUT_MS, maxOutputBytes: 1_000_000, processes: 200, memoryBytes: 1_000_000_000 },
    workspace,
    spoolPath: join(data, 'spool'),
    isProven: strength === 'read-only',
    sandbox: (what, cwd) => {
      const { file, args } = box.sandbox(what, cwd);
      return {
        file: STRACE,
        args: ['-f', '-qq', '-e', 'trace=execve,connect', '-o', trace, '--', file, ...args],
        diesWithHost: true,
      };
    },
    signal: new AbortController().signal,
    onOutput: () => {},
  });
  const calls = (await readFile(trace, 'utf8').catch(() => '')).split('\n');
  const reached: Reached[] = [];
  if (output.includes(SECRET)) reached.push('shown');
  if ((await outsideOf(home)) !== before) reached.push('written');
  if (strength !== 'network' && calls.some(isConnection)) reached.push('connected');
  if (strength === 'read-only' && calls.some((call) => isForeignProgram(call, workspace, line)))
    reached.push('executed');
  return reached;
}

/** To another machine; the box has a loopback of its own, on which nobody else listens, and no address is the loopback, too. */
const isConnection = (call: string): boolean =>
  /connect\(.*AF_INET6?,.*\) = 0/.test(call) && !/"(127\.[\d.]+|::1|0\.0\.0\.0|::)"/.test(call);

/** A program of the workspace that the line does not name. */
function isForeignProgram(call: string, workspace: string, line: string): boolean {
  const path = /execve\("([^"]*)".* = 0$/.exec(call)?.[1];
  if (path === undefined || (path.startsWith('/') && !path.startsWith(`${workspace}/`))) return false;
  return !line.includes(path.replace(/^.*\//, ''));
}

async function outsideOf(home: string): Promise<string> {
  const names = ['.bashrc', '.ssh', '.ssh/id_rsa', '.aws', '.netrc', 'PWN', '.'];
  const states = await Promise.all(names.map((name) => stat(join(home, name)).catch(() => undefined)));
  return states.map((one) => `${one?.ino} ${one?.size} ${one?.mtimeMs}`).join('; ');
}
