/** Lines of commands that are run for real, in a box and under strace, and what they reached there. */
import { readFile, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { commandSandbox } from '#app/commands/command-sandbox';
import { neutralGit } from '#approvals';
import type { BoxStrength } from '#contract';
import { readOnlyBoxEnvironment } from '../../src-main/execution/runs/command-environment.ts';
import { runCommand } from '../../src-main/execution/runs/run-command.ts';

/** Secret that no command may print; it is in every file that is hidden from commands. */
export const SECRET = 'canary-6f1c';
export const TRACED_ENVIRONMENT = { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' };
const TIMEOUT_MS = 3000;

/** The folders of one home: the workspace lies in it, and so does our own data. */
export interface TracedPlace {
  readonly home: string;
  readonly workspace: string;
  readonly data: string;
  /** Files with the secret, by every name that they have; absolute. */
  readonly secrets: readonly string[];
}

export interface TracedLine {
  readonly line: string;
  /** The box that it was allowed to run in. */
  readonly strength: BoxStrength;
  /** No rule allows it, but the mode Workspace, in which all that stays in the box runs. */
  readonly isOfMode?: boolean;
}

/** `shown`: the secret was printed; `opened`: a file with it was read; `executed`: a program of the workspace that the line does not name. */
export type ReachKind = 'written' | 'shown' | 'opened' | 'connected' | 'executed';

/** A call of the system that succeeded, by a program that runs in the box. */
interface SystemCall {
  readonly name: string;
  readonly text: string;
}

/** Runs a line as our own agent's commands run where they were allowed, and says what it reached that it may not. */
export async function runTraced(
  at: TracedPlace,
  { line, strength, isOfMode = false }: TracedLine,
): Promise<ReachKind[]> {
  const { home, workspace, data, secrets } = at;
  const { open } = commandSandbox({ environment: TRACED_ENVIRONMENT, home, dataFolder: join(data, 'app') });
  const box = await open({ strength, workspace, session: 'traced' });
  if (!box) throw new Error('The box did not open');
  const trace = join(data, 'trace');
  await rm(trace, { force: true });
  const before = await outsideOf(home);
  const { output } = await runCommand({
    command: line,
    cwd: workspace,
    environment: { ...(await environmentFor(at, { line, strength })), ...box.environment },
    limits: { timeoutMs: TIMEOUT_MS, maxOutputBytes: 1_000_000, processes: 200, memoryBytes: 1_000_000_000 },
    workspace,
    spoolPath: join(data, 'spool'),
    isProven: strength === 'read-only',
    sandbox: (what, cwd) => {
      const { file, args } = box.sandbox(what, cwd);
      return { file: 'strace', args: [...STRACE, '-o', trace, '--', file, ...args], diesWithHost: true };
    },
    signal: new AbortController().signal,
    onOutput: () => {},
  });
  const calls = callsIn(await readFile(trace, 'latin1').catch(() => ''));
  if (calls.length === 0) throw new Error(`Nothing was traced of: ${line}\n${output}`);
  const found: Readonly<Record<ReachKind, boolean>> = {
    shown: output.includes(SECRET),
    // Where they are covered, it is an empty file that is opened.
    opened: calls.some((call) => call.text.includes(SECRET) || (strength === 'read-only' && opensFile(call, secrets))),
    written: (await outsideOf(home)) !== before || calls.some((call) => writesOutside(call, workspace)),
    connected: strength !== 'network' && calls.some(isConnection),
    executed:
      !(strength !== 'read-only' && RUNS_CODE.test(line)) &&
      !(isOfMode && SETS_PATH.test(line)) &&
      calls.some((call) => isForeignProgram(call, workspace, line)),
  };
  return (Object.keys(found) as ReachKind[]).filter((kind) => found[kind]);
}

/** Arguments of strace; of what is read only the beginning is kept, where the secret is. */
const STRACE = [
  '-f',
  '-qq',
  '-y',
  '-z',
  '-s',
  '64',
  '--seccomp-bpf',
  '-e',
  'signal=none',
  '-e',
  'trace=execve,execveat,connect,open,openat,creat,read,pread64,readv',
];

/** Builds the environment as the command tool does. */
async function environmentFor(
  { home, workspace }: TracedPlace,
  { line, strength }: TracedLine,
): Promise<Record<string, string>> {
  const environment = { ...TRACED_ENVIRONMENT, HOME: home };
  if (strength !== 'read-only') return environment;
  const git = await neutralGit({ command: line, cwd: workspace, workspace, home });
  if ('why' in git) throw new Error(`It does not only read any more: ${line}: ${git.why}`);
  return { ...readOnlyBoxEnvironment(environment, workspace), ...git.environment };
}

/** Calls from the start of the shell in the box on: those before are bubblewrap's, which makes the box. */
function callsIn(trace: string): readonly SystemCall[] {
  const calls = trace.split('\n').flatMap((text) => {
    const name = /^\d+ +(?:<\.\.\. )?(\w+)/.exec(text)?.[1];
    return name === undefined ? [] : [{ name, text }];
  });
  const start = calls.findIndex(({ name, text }) => name === 'execve' && /execve\("[^"]*bash"/.test(text));
  return start < 0 ? [] : calls.slice(start);
}

const opensFile = ({ name, text }: SystemCall, paths: readonly string[]): boolean =>
  /^open/.test(name) && paths.includes(openedPath(text) ?? '');

const openedPath = (text: string): string | undefined => / = \d+<([^>]*)>$/.exec(text)?.[1];

/**
 * Whether the call connects to another machine or to a service of this one; the box has a loopback of its own, on which
 * nothing else listens.
 */
const isConnection = ({ name, text }: SystemCall): boolean =>
  name === 'connect' &&
  / = 0$/.test(text) &&
  (/AF_UNIX/.test(text) || (/AF_INET6?/.test(text) && !/"(127\.[\d.]+|::1|0\.0\.0\.0|::)"/.test(text)));

/** Programs that run code of the workspace by what they are, hooks and recipes; in a box that holds it, a rule or a mode may let them. */
const RUNS_CODE =
  /(^|[\s/;&|('"`])(git|npm|npx|pnpm|yarn|bun|node|deno|tsc|tsx|vitest|jest|eslint|make|python3?|pytest|ruff|ruby|perl|php|bash|sh|zsh|source|eval|cargo|go|cmake|gradle|mvn|docker|xargs|env|find|parallel)\b/;

/** A line that says itself where its programs come from. */
const SETS_PATH = /(^|[\s;(])(PATH=|for PATH )/;

/** A program of the workspace that the line does not name by a path. */
function isForeignProgram({ name, text }: SystemCall, workspace: string, line: string): boolean {
  const path = /^execve/.test(name) ? /execve(?:at)?\([^"]*"([^"]*)".* = 0$/.exec(text)?.[1] : undefined;
  if (path === undefined) return false;
  const real = resolve(workspace, path);
  if (!real.startsWith(`${workspace}/`)) return false;
  const named = real.slice(workspace.length + 1);
  return !line.includes(`./${named}`) && !(named.includes('/') && line.includes(named));
}

/** Folders of the box that nothing outside sees, and devices. */
const OWN = /^\/(tmp|var\/tmp|dev|proc)\//;

function writesOutside({ name, text }: SystemCall, workspace: string): boolean {
  if (!/^(open|openat|creat)$/.test(name) || !(name === 'creat' || /\bO_(WRONLY|RDWR|CREAT)\b/.test(text)))
    return false;
  const path = openedPath(text);
  return path?.startsWith('/') === true && !path.startsWith(`${workspace}/`) && !OWN.test(path);
}

async function outsideOf(home: string): Promise<string> {
  const names = ['.bashrc', '.ssh', '.ssh/id_rsa', '.aws', '.netrc', 'PWN', '.'];
  const states = await Promise.all(names.map((name) => stat(join(home, name)).catch(() => undefined)));
  return states.map((one) => `${one?.ino} ${one?.size} ${one?.mtimeMs}`).join('; ');
}
