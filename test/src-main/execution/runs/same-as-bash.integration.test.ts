import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitFor } from '#app/start/split-command';
import type { CommandSplit } from '#execution';
import { splitPipeline } from '#guard';
import { findProgram } from '#process/find-program';
import { startGroup } from '#process/group';
import { probeSandbox } from '#process/sandbox/probe';
import { exitStatus, runSplit } from '../../../../src-main/execution/runs/run-split.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { FILES, generatedPipeline } from './generated-pipelines.ts';

const CASES = process.env.SIGMA_TEST_LONG === '1' ? 10_000 : 150;
const ENVIRONMENT = { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' };
/** Path of bash, which appears in its messages. */
const BASH = findProgram('bash', { cwd: '/', environment: ENVIRONMENT }) ?? 'bash';
const split = splitFor(splitPipeline, ENVIRONMENT);
const { works, why } = await probeSandbox(ENVIRONMENT);
if (!works) test.skip(`plain bash needs a sandbox, and none works here: ${why}`, () => {});

interface Outcome {
  readonly stdout: string;
  /** Its characters in their order of code: programs that run at the same time write into each other's lines. */
  readonly stderr: string;
  readonly exitCode: number | undefined;
  readonly tree: Readonly<Record<string, string>>;
}

test.skipIf(!works)(
  `${CASES} generated lines print, answer and leave behind the same as in plain bash`,
  { timeout: 7_200_000 },
  async () => {
    await using folder = await temporaryFolder();
    let splits = 0;
    const property = fc.asyncProperty(generatedPipeline, async (line) => {
      const taken = split(line);
      if (!taken) return;
      splits++;
      let ours = await guarded(folder.path, line, taken);
      if (ours === 'failed') return;
      let theirs = await expected(folder.path, line, taken);
      // Whether bash said that a filter failed cannot be read either where a line of one stands within a line of the other.
      for (let again = 0; again < 2 && !isDeepStrictEqual(ours, theirs); again++) {
        theirs = await expected(folder.path, line, taken);
      }
      // Where `tail -n 0` reads nothing, whether the program before it can still write is chance, here as there.
      for (let again = 0; again < 5 && !isDeepStrictEqual(ours, theirs); again++) {
        const another = await guarded(folder.path, line, taken);
        if (another === 'failed') return;
        ours = another;
      }
      expect(ours, line).toEqual(theirs);
    });
    await fc.assert(property, { numRuns: CASES, interruptAfterTimeLimit: 7_000_000 });
    // Otherwise nothing was compared.
    expect(splits).toBeGreaterThan(CASES / 5);
  },
);

/** `failed`: the filter failed, after which the output stays as it is, unlike bash's. */
async function guarded(folder: string, line: string, taken: CommandSplit): Promise<Outcome | 'failed'> {
  const workspace = await freshWorkspace(join(folder, 'workspace'));
  const { result, split: recorded } = await runSplit({
    command: line,
    split: taken,
    cwd: workspace,
    environment: ENVIRONMENT,
    limits: { timeoutMs: 60_000, maxOutputBytes: 10_000_000 },
    slowMs: 60_000,
    signal: new AbortController().signal,
    spoolPath: join(folder, 'spool'),
    stdoutPath: join(folder, 'stdout'),
    onOutput: () => {},
  });
  if (recorded.treatment === 'filter-failed') {
    expect(recorded.filterExitCode, line).not.toBe(0);
    return 'failed';
  }
  const { output, errorText } = result;
  const stdout = withoutErrors(output, errorText);
  return { stdout, stderr: sorted(errorText), exitCode: exitStatus(result), tree: await treeOf(workspace) };
}

/**
 * bash's own; where a filter may end early, or failed before it had read anything, by running what prints to its end and
 * the filter on all of it (docs/decisions/011-guard.md).
 */
async function expected(folder: string, line: string, taken: CommandSplit): Promise<Outcome> {
  const place = { shown: join(folder, 'workspace'), copy: await freshWorkspace(join(folder, 'plain')) };
  if (!taken.earlyClosing) {
    const { stdout, stderr, exitCode } = await plainBash(line, place);
    // A filter may say so on its standard output, too.
    const hasFailed = `${stdout}\n${stderr}`

      .split('\n')
      .some((said) => taken.removedNames.some((name) => said.startsWith(`${name}: `)));
    if (!hasFailed) return { stdout, stderr: sorted(stderr), exitCode, tree: await treeOf(place.copy) };
    await freshWorkspace(place.copy);
  }
  const kept = join(place.copy, '.kept');
  const head = taken.cleaned.slice(0, taken.lastMemberAt);
  const produced = `${head}{ ${taken.cleaned.slice(taken.lastMemberAt)}\n} > ${join(place.shown, '.kept')}`;
  const first = await plainBash(produced, place);
  const ran = await stat(kept).catch(() => undefined);
  if (!ran) {
    const { stdout, stderr, exitCode } = first;
    return { stdout, stderr: sorted(stderr), exitCode, tree: await treeOf(place.copy) };
  }
  // As in a pipe, and in a shell of its own.
  const isPipefail = head.includes('pipefail');
  const options = isPipefail ? 'set -o pipefail\n' : '';
  const filter = await plainBash(`cat ${join(place.shown, '.kept')} | (\n${options}${taken.removedPipeline}\n)`, place);
  await rm(kept);
  return {
    stdout: filter.stdout,
    stderr: sorted(first.stderr + filter.stderr),
    exitCode: filter.exitCode === 0 && isPipefail ? first.exitCode : filter.exitCode,
    tree: await treeOf(place.copy),
  };
}

/**
 * Pattern of bash's message about a child that a signal ended; a bash that has nothing left to do becomes that child,
 * and only the exit code tells.
 */
const ENDED_BY_SIGNAL = /^\S*bash: line \d+: +\d+ Killed +sh -c 'kill -9 \$\$'.*$|^ +\d+ (?:Done|Exit \d+) +\| /;

/** Pattern of a program's message if its reader has failed at once: whether it noticed is a matter of time. */
const CLOSED_PIPE = /terminated by signal 13$|write error: Broken pipe$/;

const sorted = (text: string) =>
  [
    ...text
      .split('\n')
      .filter((line) => !ENDED_BY_SIGNAL.test(line) && !CLOSED_PIPE.test(line))
      .join(''),
  ]
    .sort()
    .join('');

/** A result of ours has what the command said on standard error before, and what its filter said behind the output. */
function withoutErrors(output: string, errors: string): string {
  for (let at = errors.length; at >= 0; at--) {
    const end = output.length - (errors.length - at);
    if (output.startsWith(errors.slice(0, at)) && output.endsWith(errors.slice(at))) return output.slice(at, end);
  }
  return output;
}

/** Runs bash in a sandbox in which the copy takes the place of our workspace, so that paths are the same. */
async function plainBash(text: string, place: { shown: string; copy: string }) {
  const box = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--unshare-pid', '--die-with-parent'];
  await using group = await startGroup({
    file: 'bwrap',
    args: [...box, '--bind', place.copy, place.shown, '--chdir', place.shown, '--', BASH, '-c', text],
    cwd: '/',
    environment: ENVIRONMENT,
    diesWithHost: true,
  });
  const [stdout, stderr, exit] = await Promise.all([buffer(group.stdout), buffer(group.stderr), group.exited]);
  return { stdout: stdout.toString(), stderr: stderr.toString(), exitCode: exit.exitCode };
}

async function freshWorkspace(path: string): Promise<string> {
  await rm(path, { recursive: true, force: true });
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), content);
  }
  return path;
}

async function treeOf(path: string): Promise<Record<string, string>> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const named = entries.map(async (entry): Promise<[string, string]> => {
    const full = join(entry.parentPath, entry.name);
    const { mode } = await stat(full);
    const content = entry.isFile()
      ? createHash('sha256')
          .update(await readFile(full))
          .digest('hex')
      : 'folder';
    return [full.slice(path.length + 1), `${mode.toString(8)} ${content}`];
  });
  return Object.fromEntries((await Promise.all(named)).sort(([one], [other]) => (one < other ? -1 : 1)));
}
